// Quotes are valid for a day. A booking that is confirmed later is quoted again: it is confirmed if the chosen carrier's price
// has not risen, and refused with the new price otherwise. Either way the booking stores the new quotes, so that confirming
// again accepts them. The same happens when another carrier account than the one that quoted would be used, because that
// changes who bills the member.
import type { Booking } from '../../domain/bookings/booking.ts';
import { type ConfirmRequest, chosenCents } from '../../domain/bookings/confirmation.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { editBooking } from './edit-booking.ts';
import { liveAsQuoted } from './plan-confirmation.ts';

export async function atTodaysPrice(
  app: App,
  caller: SignedInCaller,
  booking: Booking,
  input: ConfirmRequest,
): Promise<Booking> {
  const changed = await findAccountChange(app, caller, booking, input);
  const isYoung = app.clock.nowMs() - booking.quotedAtMs <= app.timing.quoteTtlMs;
  if (isYoung && changed === undefined) return booking;
  const before = chosenCents(booking.quotes, input);
  // The choice was never offered, and the plan refuses it.
  if (before === undefined) return booking;
  const renewed = await editBooking(app, caller, { id: booking.id }, (now) => ({
    details: now,
    lastLine: now.lastLine,
    isQuotedAnew: true,
    // SKUs are not stored, so rules that depend on them do not apply.
    skus: [],
  }));
  if (changed !== undefined) throw changed;
  const after = chosenCents(renewed.quotes, input);
  if (after !== undefined && after <= before) return renewed;
  const { carrier } = input;
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
