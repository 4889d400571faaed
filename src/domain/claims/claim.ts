// A member's claim for freight that was damaged, lost or late: what is claimed, and what was written about it.
import type { BookingId } from '../bookings/booking.ts';
import type { MemberId } from '../members/member.ts';
import type { Cents } from '../money.ts';
import type { ClaimState } from './claim-state.ts';

export type ClaimId = number & { readonly brand: 'ClaimId' };

export const claimId = (id: number): ClaimId => id as ClaimId;

export const claimReasons = ['damaged', 'lost', 'late', 'other'] as const;

export type ClaimReason = (typeof claimReasons)[number];

export type Claim = {
  id: ClaimId;
  bookingId: BookingId;
  memberId: MemberId;
  state: ClaimState;
  reason: ClaimReason;
  /** What the member claims. */
  claimedCents: Cents;
  /** What the operator pays; undefined until the claim is accepted. */
  acceptedCents: Cents | undefined;
  openedAtMs: number;
  changedAtMs: number;
};

export type ClaimNote = {
  atMs: number;
  by: MemberId;
  /** Written for the operator. */
  isOperator: boolean;
  /** The state that the claim was moved to with this note. */
  state: ClaimState | undefined;
  text: string;
};

export const mostClaimedCents = 1_000_000_00;
export const longestNote = 2000;
export const mostNotes = 200;
export const mostDocuments = 20;
