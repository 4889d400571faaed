// Every change to an unpaid booking goes through here: read it, apply the change, quote the result, and write it only
// if the booking is unchanged since. If another request was faster, start again from its result, so that changes
// never overwrite each other. Carriers are asked outside any transaction.
//
// If the process dies before the write, the booking is unchanged.

import {
  type Booking,
  type BookingDetails,
  type BookingId,
  refuseUnlessNew,
} from '../../domain/bookings/booking.ts';
import { getLine } from '../../domain/bookings/item-lines.ts';
import { Refusal } from '../../domain/refusal.ts';
import { keyIdOf, type SignedInCaller } from '../caller.ts';
import type { App, Store } from '../ports.ts';
import { collectMarket } from '../quotes/collect-market.ts';
import { planDetails } from '../quotes/plan-quote.ts';
import { isPricedAlike } from '../quotes/shipment-of-booking.ts';
import { getBooking } from './read-bookings.ts';

export type Edited = {
  details: BookingDetails;
  lastLine: number;
  /** Request new quotes even when the change does not affect prices. */
  isQuotedAnew: boolean;
  /** SKUs in the request. They are not stored, so rules can use them only in this quote. */
  skus: readonly string[];
};

/** The changed booking; undefined without a change. May refuse. Called again on every retry. */
export type Edit = (booking: Booking) => Edited | undefined;

/** A whole booking, or one of its items. */
export type EditedPart = { id: BookingId; itemId?: number };

/** Runs in the transaction that writes, so that the caller can record whether the change was made. */
export type NoteEdited = (store: Store, after: Booking) => Promise<void>;

/** Attempts that other processes may win before the request is refused. */
const mostTries = 4;

export async function editBooking(
  app: App,
  caller: SignedInCaller,
  { id, itemId }: EditedPart,
  edit: Edit,
  note?: NoteEdited,
): Promise<Booking> {
  return await app.bookingTurns.take(`${caller.member.id}/${id}`, async () => {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const before = await getBooking(app, caller, id);
      if (itemId !== undefined) getLine(before, itemId);
      refuseUnlessNew(before);
      const edited = edit(before);
      if (edited === undefined) return before;
      const after = await withQuotes(app, caller, before, edited);
      if (await replace(app, before, after, note)) return { ...after, version: before.version + 1 };
    }
    throw new Refusal({ code: 'booking_changed', id });
  });
}

/** False, without a write, if the booking was changed in the meantime. */
async function replace(
  { store }: App,
  { version }: Booking,
  after: Booking,
  note: NoteEdited | undefined,
): Promise<boolean> {
  if (note === undefined) return await store.bookings.replace(after, version);
  return await store.transaction(async (inside) => {
    const isReplaced = await inside.bookings.replace(after, version);
    if (isReplaced) await note(inside, after);
    return isReplaced;
  });
}

/**
 * Uses the settings of the caller who makes the change: interface-gaps.md, "Whose settings price a changed booking".
 */
async function withQuotes(
  app: App,
  caller: SignedInCaller,
  before: Booking,
  { details, lastLine, isQuotedAnew, skus }: Edited,
): Promise<Booking> {
  if (!isQuotedAnew && isPricedAlike(before, details)) return { ...before, ...details, lastLine };
  const { packed: _packedBefore, ...booking } = before;
  const plan = planDetails(app, caller, details, skus, before.order?.selectedCarrier);
  const { quotes, failures } = await collectMarket(app, caller, plan);
  return {
    ...booking,
    ...plan.details,
    lastLine,
    quotes,
    failures,
    quotedAtMs: app.clock.nowMs(),
    pricedBy: keyIdOf(caller),
  };
}
