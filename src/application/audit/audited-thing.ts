// The name of the thing that a change is done to, and the member whose it is, as they are before the change. A member
// learns nothing about the things of others: those have neither.

import type { AuditThingKind } from '../../domain/audit/audit-action.ts';
import type { AuditThing } from '../../domain/audit/audit-entry.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { claimId } from '../../domain/claims/claim.ts';
import { keyId, numberedKey } from '../../domain/keys/api-key.ts';
import { type MemberId, memberId } from '../../domain/members/member.ts';
import { paymentId } from '../../domain/payments/payment.ts';
import { printerId } from '../../domain/printers/label-printer.ts';
import { findRecordNumber } from '../../domain/record-number.ts';
import { userId } from '../../domain/users/user.ts';
import { webhookEndpointId } from '../../domain/webhooks/webhook-endpoint.ts';
import type { AccountsApp, AuditFindings, Owner, Store } from '../ports.ts';

/** Ids come from the path of a request, so they may be anything. */
const longestId = 100;

type Found = { name: string; memberId: MemberId | undefined };

/** `reader`: the member that acts, or the operator. */
export async function findAuditedThing(
  { store, clock }: AccountsApp,
  kind: AuditThingKind,
  id: string,
  reader: Owner,
): Promise<{ thing: AuditThing; memberId: MemberId | undefined }> {
  const number = findRecordNumber(id);
  const found =
    kind === 'member' && number === undefined
      ? await memberFound(store, { email: id })
      : number === undefined
        ? undefined
        : await find(store, kind, number, clock.nowMs(), reader);
  const isSeen = found !== undefined && (reader === 'operator' || found.memberId === reader);
  return {
    thing: { id: id.slice(0, longestId), name: isSeen ? found.name : '' },
    memberId: isSeen ? found.memberId : undefined,
  };
}

async function find(
  store: Store,
  kind: AuditThingKind,
  number: number,
  nowMs: number,
  reader: Owner,
): Promise<Found | undefined> {
  switch (kind) {
    case 'member':
      return await memberFound(store, { id: memberId(number) });
    case 'key': {
      const key = await store.keys.find(keyId(number));
      return key && { name: key.site || numberedKey(key.id), memberId: key.memberId };
    }
    case 'user': {
      const user = await store.users.find(userId(number));
      return user && { name: user.email, memberId: user.memberId };
    }
    case 'invitation': {
      if (reader === 'operator') return undefined;
      const invited = (await store.invitations.list(reader, nowMs)).find(
        ({ id }) => Number(id) === number,
      );
      return invited && { name: invited.email, memberId: reader };
    }
    case 'printer': {
      if (reader === 'operator') return undefined;
      const printer = await store.labelPrinters.find(printerId(number), reader);
      return printer && { name: printer.name, memberId: reader };
    }
    case 'webhook': {
      if (reader === 'operator') return undefined;
      const endpoint = await store.webhookEndpoints.find(webhookEndpointId(number), reader);
      // Some addresses contain a token of the receiver.
      return endpoint && { name: new URL(endpoint.url).host, memberId: reader };
    }
    // Only the operator needs to know whose they are.
    case 'booking':
      return reader === 'operator'
        ? unnamed(await store.bookings.findForAnyMember(bookingId(number)))
        : undefined;
    case 'claim':
      return reader === 'operator'
        ? unnamed(await store.claims.find(claimId(number), undefined))
        : undefined;
    case 'payment':
      return reader === 'operator'
        ? unnamed(await store.payments.find(paymentId(number)))
        : undefined;
    default:
      return undefined;
  }
}

const unnamed = (one: { memberId: MemberId | undefined } | undefined): Found | undefined =>
  one && { name: '', memberId: one.memberId };

/** `reference`: the number of the member whom the operator added, or the e-mail of a person who signed up. */
export async function findNewMember(app: AccountsApp, reference: string): Promise<AuditFindings> {
  const { thing, memberId: found } = await findAuditedThing(app, 'member', reference, 'operator');
  return found === undefined ? {} : { thing: { ...thing, id: String(found) }, memberId: found };
}

async function memberFound(
  { members }: Store,
  wanted: { id: MemberId } | { email: string },
): Promise<Found | undefined> {
  const member =
    'id' in wanted ? await members.find(wanted.id) : await members.findByEmail(wanted.email);
  return member && { name: member.companyName || member.email, memberId: member.id };
}
