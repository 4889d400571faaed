// Quotes are honoured for a day. A booking that is confirmed later is quoted anew: it goes on if the chosen carrier asks no
// more than it did, and is refused with the new price if it does. Either way the booking has the new quotes, so that
// confirming again accepts them. So it is when the account with the carrier is another than the one that quoted: what was
// shown as sold by the house must not be billed by the carrier, nor the other way.
import type { Booking } from '../../domain/bookings/booking.ts';
import { type ConfirmRequest, chosenCents } from '../../domain/bookings/confirmation.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { editBooking } from './edit-booking.ts';
import { liveAsQuoted } from './plan-confirmation.ts';

/** The booking as it is while its quotes are young, else with new ones. */
export async function atTodaysPrice(
  app: App,
  caller: SignedInCaller,
  booking: Booking,
  wish: ConfirmRequest,
): Promise<Booking> {
  const changed = await findAccountChange(app, caller, booking, wish);
  const isYoung = app.clock.nowMs() - booking.quotedAtMs <= app.timing.quoteTtlMs;
  if (isYoung && changed === undefined) return booking;
  const before = chosenCents(booking.quotes, wish);
  // It was never offered; that is said of the booking as it is.
  if (before === undefined) return booking;
  const renewed = await editBooking(app, caller, { id: booking.id }, (now) => ({
    details: now,
    lastLine: now.lastLine,
    isQuotedAnew: true,
    // Never stored: a rule that depends on them does not apply any more.
    skus: [],
  }));
  if (changed !== undefined) throw changed;
  const after = chosenCents(renewed.quotes, wish);
  if (after !== undefined && after <= before) return renewed;
  const { carrier } = wish;
  const quote = renewed.quotes.find((one) => one.carrier === carrier);
  throw new Refusal({ code: 'quote_expired', carrier, quote });
}

async function findAccountChange(
  app: App,
  caller: SignedInCaller,
  { quotes }: Booking,
  { carrier }: ConfirmRequest,
): Promise<Refusal | undefined> {
  try {
    await liveAsQuoted(app, caller, quotes, carrier);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
