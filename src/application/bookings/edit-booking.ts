// The way of every change to an unpaid booking: read it, work out what it becomes, quote that, and write it only if nobody
// has changed it meanwhile. Whoever comes second begins again with what the first has made, so that the result is always
// that of one change after the other; carriers are asked outside any transaction.
//
// A process that dies before the write leaves the booking as it was; after it, as it was changed. There is no between.

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
  /** Quoted again even when nothing has changed that a price depends on. */
  isQuotedAnew: boolean;
  /** Of the items in the request: they are never stored, so only rules of this quote can see them. */
  skus: readonly string[];
};

/** What the booking becomes; undefined when nothing was asked for. It may refuse, and is asked again for each try. */
export type Edit = (booking: Booking) => Edited | undefined;

/** One item of a booking, or the whole of it. */
export type EditedPart = { id: BookingId; itemId?: number };

/** Part of the transaction that writes, for a front door that has to know afterwards whether it happened. */
export type NoteEdited = (store: Store, after: Booking) => Promise<void>;

/** Others must win this often, from other processes, before one who changes a booking is sent away. */
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

/** False when somebody has changed it meanwhile: then nothing is written. */
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

/** By the settings of whoever changes it: interface-gaps.md, "Whose settings price a changed booking". */
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
