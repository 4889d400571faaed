// The whole market for a shipment, for whoever waits until every carrier has answered.
import type { Market, Quote, QuoteEvent, QuoteFailure } from '../../domain/quotes/quote.ts';
import type { Caller } from '../caller.ts';
import type { App } from '../ports.ts';
import { findMarket, keepMarket, shareMarket } from './known-markets.ts';
import { planQuote, type QuotePlan } from './plan-quote.ts';
import type { QuoteRequest } from './quote-request.ts';
import { quoteShipment } from './quote-shipment.ts';

/** For who only wants to know: nothing is stored. */
export async function quoteMarket(
  app: App,
  caller: Caller,
  request: QuoteRequest,
): Promise<Market> {
  return await collectMarket(app, caller, planQuote(app, caller, request));
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

/** Who answered a member how, for the member's own figures. A market that was known already is not counted again. */
export function noteAnswers(app: App, caller: Caller, market: Market): void {
  if (caller.kind !== 'anonymous') app.carrierAnswers.note(caller.member.id, market);
}
