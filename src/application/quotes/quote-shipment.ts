// The pipeline from a plan to events. Rate cards are priced in one pass without waiting. Live carriers are asked in
// parallel, each with a deadline and a circuit breaker, all within a budget. Any error or delay of a carrier becomes a
// QuoteFailure.
//
// Answers are cached before the caller's terms apply, so that no member sees another's price. The stream writes the
// events as they come; creating a booking collects them.

import { chooseDisplayed } from '../../domain/quotes/pricing.ts';
import {
  assertQuote,
  type Quote,
  type QuoteEvent,
  type QuoteFailure,
} from '../../domain/quotes/quote.ts';
import type { App, LiveAnswer, LiveCarrier } from '../ports.ts';
import { askLiveCarriers, inOrderOfAnswer } from './ask-live-carriers.ts';
import {
  addAnswer,
  type CachedAnswers,
  findLocalAnswers,
  findSharedAnswers,
  hasAllAnswers,
  joinAnswers,
  keepAnswers,
} from './cached-answers.ts';
import { answerOfCard } from './card-answer.ts';
import {
  type ChosenCarriers,
  carrierFilter,
  chooseCarriers,
  explainNoCarriers,
} from './choose-carriers.ts';
import type { QuotePlan } from './plan-quote.ts';
import { showLiveAnswer } from './show-live-answer.ts';

/**
 * Yields events in batches: all rate cards first, so that a quote without live carriers never waits, then the live
 * carriers as they answer.
 */
export async function* quoteShipment(
  app: App,
  plan: QuotePlan,
  signal?: AbortSignal,
): AsyncGenerator<readonly QuoteEvent[]> {
  const startedMs = app.clock.nowMs();
  const isWanted = carrierFilter(app, plan);
  const { ownerId } = plan;
  const all = ownerId === undefined ? app.carriers.live : await app.carriers.liveOf(ownerId);
  const chosen = chooseCarriers(plan, all, isWanted);
  const { live } = chosen;

  // Without a shared cache there is nothing to wait for, not even a turn of the event loop.
  const local = findLocalAnswers(app, plan, startedMs);
  const shared = findSharedAnswers(app, plan, live, local, startedMs);
  const cached = joinAnswers(local, shared === undefined ? undefined : await shared);
  const isCached = hasAllAnswers(cached, chosen);

  // Ask live carriers first, so that they work while the cards are priced.
  const asked = askLiveCarriers(app, plan, live, cached.cachedLive, signal);
  const quoting: Quoting = { app, plan, startedMs, chosen, cached, withheld: [] };
  yield firstEvents(quoting, all, isCached);
  if (live.length > 0) {
    for await (const answered of inOrderOfAnswer(asked)) {
      const events = answered.flatMap(([carrier, answer]) => {
        addAnswer(cached, carrier, answer);
        return eventsOfLive(quoting, carrier, answer);
      });
      if (events.length > 0) yield events;
    }
  }
  keepAnswers(app, plan, cached, { startedMs, hasLive: live.length > 0 });
  yield lastEvents(quoting, isCached);
}

/** The state of one quote. */
type Quoting = {
  app: App;
  plan: QuotePlan;
  startedMs: number;
  chosen: ChosenCarriers;
  cached: CachedAnswers;
  /** Quotes withheld until the end, when a key shows only some of them. */
  withheld: Quote[];
};

/** The carrier count and every card's answer. */
function firstEvents(
  quoting: Quoting,
  all: readonly LiveCarrier[],
  isCached: boolean,
): QuoteEvent[] {
  const { app, plan, startedMs, chosen, cached } = quoting;
  const { services, live } = chosen;
  const carrierCount = services.length + live.length;
  const awaited = isCached ? [] : live.map(({ stringId }) => stringId);
  const events: QuoteEvent[] = [{ kind: 'ready', carrierCount, isCached, awaited }];
  if (carrierCount === 0)
    for (const failure of explainNoCarriers(plan, all)) addEvent(quoting, failure, 0, events);
  for (const entry of services) {
    const answer = answerOfCard(app, plan, entry, cached.ratings);
    addEvent(quoting, answer, app.clock.nowMs() - startedMs, events);
  }
  return events;
}

function eventsOfLive(quoting: Quoting, carrier: LiveCarrier, answer: LiveAnswer): QuoteEvent[] {
  const { app, plan, startedMs, chosen, cached } = quoting;
  const cardOfLive = chosen.cardsOfLive.get(carrier.stringId);
  const events: QuoteEvent[] = [];
  for (const shown of showLiveAnswer(app, plan, carrier, answer, cardOfLive, cached.ratings))
    addEvent(quoting, shown, app.clock.nowMs() - startedMs, events);
  return events;
}

function lastEvents({ app, plan, startedMs, withheld }: Quoting, isCached: boolean): QuoteEvent[] {
  const durationMs = app.clock.nowMs() - startedMs;
  const { display } = plan.settings.module;
  const events: QuoteEvent[] = [];
  for (const quote of chooseDisplayed(withheld, display, plan.selectedCarrier))
    events.push({ kind: 'quote', quote, latencyMs: durationMs });
  events.push({ kind: 'complete', isCached, durationMs });
  return events;
}

function addEvent(
  { plan, withheld }: Quoting,
  answer: Quote | QuoteFailure | undefined,
  latencyMs: number,
  events: QuoteEvent[],
): void {
  if (answer === undefined) return;
  if ('code' in answer) {
    events.push({ kind: 'failure', failure: answer, latencyMs });
    return;
  }
  assertQuote(answer);
  if (plan.settings.module.display === 'all')
    events.push({ kind: 'quote', quote: answer, latencyMs });
  else withheld.push(answer);
}
