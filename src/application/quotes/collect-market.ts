// The whole market for a shipment, after every carrier has answered.
import type { Market, Quote, QuoteEvent, QuoteFailure } from '../../domain/quotes/quote.ts';
import type { Caller } from '../caller.ts';
import type { App } from '../ports.ts';
import { planQuote, type QuotePlan } from './plan-quote.ts';
import type { CurrentCarriers } from './quote-cache.ts';
import type { QuoteRequest } from './quote-request.ts';
import { quoteShipment } from './quote-shipment.ts';

/** Stores nothing. */
export async function quoteMarket(
  app: App,
  caller: Caller,
  request: QuoteRequest,
): Promise<Market> {
  return await collectMarket(app, caller, planQuote(app, caller, request));
}

/**
 * Every carrier's answer. Served from the cache if this caller asked for the same within the minute, and shared with
 * equal requests in progress.
 */
export async function collectMarket(app: App, caller: Caller, plan: QuotePlan): Promise<Market> {
  const carriers = plan.details.usesCache ? currentCarriers(app, plan) : undefined;
  if (carriers === undefined) return await collectFresh(app, caller, plan);
  const { quoteCache, clock } = app;
  const cached = quoteCache.findMarket(plan, carriers, clock.nowMs());
  if (cached !== undefined) return await cached;
  const collected = collectFresh(app, caller, plan);
  return await quoteCache.keepMarket(plan, carriers, collected, () => clock.nowMs());
}

/** Undefined when the member's carriers must be read first: then the cache cannot tell whether they have changed. */
function currentCarriers(app: App, { ownerId }: QuotePlan): CurrentCarriers | undefined {
  const live = ownerId === undefined ? app.carriers.live : app.carriers.liveOf(ownerId);
  if (!(live instanceof Promise)) return { live, switchedOff: app.carriers.switchedOff() };
  // The quote reads them again and reports a failure; an unhandled rejection here would end the process.
  live.catch(() => {});
  return undefined;
}

async function collectFresh(app: App, caller: Caller, plan: QuotePlan): Promise<Market> {
  const quotes: Quote[] = [];
  const failures: QuoteFailure[] = [];
  for await (const batch of quoteShipment(app, plan)) {
    for (const event of batch) collect(event, quotes, failures);
  }
  const market = { quotes, failures };
  noteAnswers(app, caller, market);
  return market;
}

export function collect(event: QuoteEvent, quotes: Quote[], failures: QuoteFailure[]): void {
  if (event.kind === 'quote') quotes.push(event.quote);
  else if (event.kind === 'failure') failures.push(event.failure);
}

/** Counts the carriers' answers for the member's reports. A cached market is not counted again. */
export function noteAnswers(app: App, caller: Caller, market: Market): void {
  if (caller.kind !== 'anonymous') app.carrierAnswers.note(caller.member.id, market);
}
