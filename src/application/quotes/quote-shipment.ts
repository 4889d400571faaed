// THE pipeline: a plan becomes events. Carriers with rate cards are priced in one pass without waiting; live carriers are
// asked all at once, each with its own deadline, the whole with a budget, and a breaker in front of each. No carrier can
// fail a quote or delay another: whatever it throws, and however long it takes, becomes a QuoteFailure.
//
// Answers are cached before anything that depends on the caller is applied, so that no member ever sees another's price.
// The stream writes the events as they come; creating a booking collects them. Neither knows of the other.

import { chooseDisplayed } from '../../domain/quotes/pricing.ts';
import {
  assertQuote,
  type Quote,
  type QuoteEvent,
  type QuoteFailure,
} from '../../domain/quotes/quote.ts';
import type { App, LiveAnswer, LiveCarrier } from '../ports.ts';
import { askLiveCarriers, inOrderOfAnswer } from './ask-live-carriers.ts';
import { answerOfCard } from './card-answer.ts';
import {
  type ChosenCarriers,
  carrierFilter,
  chooseCarriers,
  unaskedCarriers,
} from './choose-carriers.ts';
import {
  areAllKnown,
  askElsewhere,
  findHere,
  joinAnswers,
  type KnownAnswers,
  keepAnswers,
  learn,
} from './known-answers.ts';
import type { QuotePlan } from './plan-quote.ts';
import { showLiveAnswer } from './show-live-answer.ts';

/**
 * Events in batches: all that is known at one moment comes at once. Carriers with cards are one batch, so that a quote
 * without live carriers waits for nothing; each live carrier is a batch of its own, as it answers.
 */
export async function* quoteShipment(
  app: App,
  plan: QuotePlan,
  signal?: AbortSignal,
): AsyncGenerator<readonly QuoteEvent[]> {
  const beganMs = app.clock.nowMs();
  const isWanted = carrierFilter(app, plan);
  const { ownerId } = plan;
  const all = ownerId === undefined ? app.carriers.live : await app.carriers.liveOf(ownerId);
  const chosen = chooseCarriers(plan, all, isWanted);
  const { live } = chosen;

  // Without another process to ask there is nothing to wait for, not even a turn.
  const here = findHere(app, plan, beganMs);
  const elsewhere = askElsewhere(app, plan, live, here, beganMs);
  const known = joinAnswers(here, elsewhere === undefined ? undefined : await elsewhere);
  const isCached = areAllKnown(known, chosen);

  // Live carriers are asked first, so that they work while the cards are read.
  const asked = askLiveCarriers(app, plan, live, known.before, signal);
  const quoting: Quoting = { app, plan, beganMs, chosen, known, held: [] };
  yield firstEvents(quoting, all, isCached);
  if (live.length > 0) {
    for await (const [carrier, answer] of inOrderOfAnswer(asked)) {
      learn(known, carrier, answer);
      const events = eventsOfLive(quoting, carrier, answer);
      if (events.length > 0) yield events;
    }
  }
  keepAnswers(app, plan, known, { beganMs, hasAsked: live.length > 0 });
  yield lastEvents(quoting, isCached);
}

/** One quote on its way. */
type Quoting = {
  app: App;
  plan: QuotePlan;
  beganMs: number;
  chosen: ChosenCarriers;
  known: KnownAnswers;
  /** Where a key shows only some quotes, which these are is known at the end. */
  held: Quote[];
};

/** How many are asked, and every card's answer. */
function firstEvents(
  quoting: Quoting,
  all: readonly LiveCarrier[],
  isCached: boolean,
): QuoteEvent[] {
  const { app, plan, beganMs, chosen, known } = quoting;
  const { services, live } = chosen;
  const carrierCount = services.length + live.length;
  const events: QuoteEvent[] = [{ kind: 'ready', carrierCount, isCached }];
  if (carrierCount === 0)
    for (const failure of unaskedCarriers(plan, all)) tell(quoting, failure, 0, events);
  for (const entry of services) {
    const answer = answerOfCard(app, plan, entry, known.ratings);
    tell(quoting, answer, app.clock.nowMs() - beganMs, events);
  }
  return events;
}

function eventsOfLive(quoting: Quoting, carrier: LiveCarrier, answer: LiveAnswer): QuoteEvent[] {
  const { app, plan, beganMs, chosen, known } = quoting;
  const standIn = chosen.standIns.get(carrier.stringId);
  const events: QuoteEvent[] = [];
  for (const shown of showLiveAnswer(app, plan, carrier, answer, standIn, known.ratings))
    tell(quoting, shown, app.clock.nowMs() - beganMs, events);
  return events;
}

function lastEvents({ app, plan, beganMs, held }: Quoting, isCached: boolean): QuoteEvent[] {
  const durationMs = app.clock.nowMs() - beganMs;
  const { display } = plan.settings.module;
  const events: QuoteEvent[] = [];
  for (const quote of chooseDisplayed(held, display, plan.selectedCarrier))
    events.push({ kind: 'quote', quote, latencyMs: durationMs });
  events.push({ kind: 'complete', isCached, durationMs });
  return events;
}

function tell(
  { plan, held }: Quoting,
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
  else held.push(answer);
}
