// A booking is made by asking for quotes: every carrier answers, and the booking is stored with what they said, in one
// write. An anonymous quote is stored too, so that its number is real, but it belongs to nobody and can't be read back.
import { type Booking, firstVersion } from '../../domain/bookings/booking.ts';
import type { Market, Quote, QuoteEvent, QuoteFailure } from '../../domain/quotes/quote.ts';
import { type Caller, keyIdOf } from '../caller.ts';
import type { App, NewBooking } from '../ports.ts';
import { findMarket, keepMarket, shareMarket } from '../quotes/known-markets.ts';
import { planQuote, type QuotePlan } from '../quotes/plan-quote.ts';
import type { QuoteRequest } from '../quotes/quote-request.ts';
import { quoteShipment } from '../quotes/quote-shipment.ts';

export async function createBooking(
  app: App,
  caller: Caller,
  request: QuoteRequest,
): Promise<Booking> {
  const plan = planQuote(app, caller, request);
  return await storeBooking(app, caller, plan, await collectMarket(app, caller, plan));
}

/** Every carrier's answer; at once if this caller asked the same a moment ago, and together with whoever asks just now. */
export async function collectMarket(app: App, caller: Caller, plan: QuotePlan): Promise<Market> {
  return (
    findMarket(app, caller, plan) ??
    (await shareMarket(app, plan, () => collectAnew(app, caller, plan)))
  );
}

async function collectAnew(app: App, caller: Caller, plan: QuotePlan): Promise<Market> {
  const quotes: Quote[] = [];
  const failures: QuoteFailure[] = [];
  for await (const batch of quoteShipment(app, plan)) {
    for (const event of batch) collect(event, quotes, failures);
  }
  const market = { quotes, failures };
  noteAnswers(app, caller, market);
  keepMarket(app, caller, plan, market);
  return market;
}

export function collect(event: QuoteEvent, quotes: Quote[], failures: QuoteFailure[]): void {
  if (event.kind === 'quote') quotes.push(event.quote);
  else if (event.kind === 'failure') failures.push(event.failure);
}

export async function storeBooking(
  app: App,
  caller: Caller,
  plan: QuotePlan,
  market: Market,
): Promise<Booking> {
  const booking = draftBooking(app, caller, plan, market);
  const id = await app.store.bookings.add(booking);
  // Nobody else has it: one of these for every shopper is not copied.
  return Object.assign(booking, { id, version: firstVersion });
}

/** Who answered a member how, for the member's own figures. A market that was known already is not counted again. */
export function noteAnswers(app: App, caller: Caller, market: Market): void {
  if (caller.kind !== 'anonymous') app.carrierAnswers.note(caller.member.id, market);
}

/** As it will be stored. */
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
      return caller.key.site === '' ? caller.key.prefix : caller.key.site;
    case 'member':
      return caller.member.email;
  }
}
