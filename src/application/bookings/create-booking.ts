// Creates a booking from a quote request: every carrier answers, and the booking is stored with the answers in one
// write. An anonymous quote is stored too, so that its number is real, but it has no owner and can't be read back.

import { type Booking, firstVersion } from '../../domain/bookings/booking.ts';
import { numberedKey } from '../../domain/keys/api-key.ts';
import type { Market } from '../../domain/quotes/quote.ts';
import { type Caller, keyIdOf } from '../caller.ts';
import type { App, NewBooking } from '../ports.ts';
import { collectMarket } from '../quotes/collect-market.ts';
import { planQuote, type QuotePlan } from '../quotes/plan-quote.ts';
import type { QuoteRequest } from '../quotes/quote-request.ts';

export async function createBooking(
  app: App,
  caller: Caller,
  request: QuoteRequest,
): Promise<Booking> {
  const plan = planQuote(app, caller, request);
  return await storeBooking(app, caller, plan, await collectMarket(app, caller, plan));
}

/** The booking as it would be stored, for callers that only want its quotes. */
export async function quoteWithoutStoring(
  app: App,
  caller: Caller,
  request: QuoteRequest,
): Promise<NewBooking> {
  const plan = planQuote(app, caller, request);
  return draftBooking(app, caller, plan, await collectMarket(app, caller, plan));
}

export async function storeBooking(
  app: App,
  caller: Caller,
  plan: QuotePlan,
  market: Market,
): Promise<Booking> {
  const booking = draftBooking(app, caller, plan, market);
  const id = await app.store.bookings.add(booking);
  // The draft has no other reference, so it is completed in place: copying one for every shopper is expensive.
  return Object.assign(booking, { id, version: firstVersion });
}

export function draftBooking(
  app: App,
  caller: Caller,
  plan: QuotePlan,
  { quotes, failures }: Market,
): NewBooking {
  const nowMs = app.clock.nowMs();
  return {
    ...plan.details,
    memberId: caller.kind === 'anonymous' ? undefined : caller.member.id,
    keyId: keyIdOf(caller),
    status: 'new' as const,
    bookedBy: bookedBy(caller),
    createdAtMs: nowMs,
    lastLine: plan.details.items.length,
    quotedAtMs: nowMs,
    pricedBy: keyIdOf(caller),
    quotes,
    failures,
  };
}

function bookedBy(caller: Caller): string {
  switch (caller.kind) {
    case 'anonymous':
      return '';
    case 'key':
      return caller.key.site || numberedKey(caller.key.id);
    case 'member':
      return caller.member.email;
  }
}
