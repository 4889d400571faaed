// Claims, of the member or, for the operator, of every member; and proofs of delivery.
import { queryOptions } from '@tanstack/react-query';
import { type Upload, uploadOf } from '../parts/uploads.ts';
import type { ClaimsSearch } from '../search.ts';
import { ask, prefix } from './client.ts';
import { read, searchQuery, useChange } from './queries.ts';
import type { Claim, WholeClaim } from './wire.ts';

export type ClaimState = Claim['state'];
export type ClaimReason = Claim['reason'];

export const stateNames: Readonly<Record<ClaimState, string>> = {
  open: 'Open',
  sent_to_carrier: 'Sent to carrier',
  accepted: 'Accepted',
  rejected: 'Rejected',
  paid: 'Paid',
};

export const reasonNames: Readonly<Record<ClaimReason, string>> = {
  damaged: 'Damaged',
  lost: 'Lost',
  late: 'Late',
  other: 'Other',
};

const pathOf = (isOperator: boolean): string => (isOperator ? '/operator/claims' : '/claims');

export const claimsQuery = (search: ClaimsSearch, isOperator: boolean) =>
  searchQuery<Claim[]>(['claims', 'list', pathOf(isOperator)], pathOf(isOperator), search);

export function claimQuery(id: number, isOperator: boolean) {
  return queryOptions({
    queryKey: ['claims', isOperator, id],
    queryFn: read<WholeClaim>(`${pathOf(isOperator)}/${id}`),
  });
}

export function claimDocumentUrl(id: number, document: number, isOperator: boolean): string {
  return `${prefix}${pathOf(isOperator)}/${id}/documents/${document}`;
}

export type NewClaim = { booking_id: number; reason: ClaimReason; amount: string; note: string };

const names = ['claims', 'bookings'];

export const useOpenClaim = () =>
  useChange(names, (body: NewClaim) => ask<WholeClaim>('POST', '/claims', { body }));

export const useAddClaimNote = (id: number, isOperator: boolean) =>
  useChange(names, (note: string) =>
    ask<WholeClaim>('POST', `${pathOf(isOperator)}/${id}/notes`, { body: { note } }),
  );

export const useAddClaimDocument = (id: number, isOperator: boolean) =>
  useChange(names, async (file: File) =>
    ask<WholeClaim>('POST', `${pathOf(isOperator)}/${id}/documents`, {
      body: await uploadOf(file),
    }),
  );

export type ClaimMove = { state: ClaimState; accepted_amount?: string; note: string };

export const useMoveClaim = (id: number) =>
  useChange([...names, 'operator'], (body: ClaimMove) =>
    ask<WholeClaim>('PUT', `/operator/claims/${id}`, { body }),
  );

export type ProofBody = { signed_by: string; signed_at: string; picture?: Upload };

export const useSaveProof = (booking: number) =>
  useChange(['operator', 'bookings'], (body: ProofBody) =>
    ask('PUT', `/operator/bookings/${booking}/proof`, { body }),
  );

export const useRemoveProof = (booking: number) =>
  useChange(['operator', 'bookings'], () => ask('DELETE', `/operator/bookings/${booking}/proof`));

export function proofPictureUrl(booking: number, isOperator: boolean): string {
  const path = isOperator ? '/operator/bookings' : '/bookings/v4';
  return `${prefix}${path}/${booking}/proof/picture`;
}
