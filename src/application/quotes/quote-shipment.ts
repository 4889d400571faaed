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
  unaskedCodes,
} from '../../domain/quotes/quote.ts';
import { wantsTailgate } from '../../domain/quotes/shipment.ts';
import type { DayService } from '../../domain/rating/carrier-snapshot.ts';
import { type RatingOutcome, rateShipment } from '../../domain/rating/rating.ts';
import { fail, firmRefusals, type RatingFailure } from '../../domain/rating/rating-failure.ts';
import type { App, LiveCarrier } from '../ports.ts';
import {
  estimateOfRating,
  failureOfRating,
  quoteOfLiveOffer,
  quoteOfRating,
} from './caller-quote.ts';
import {
  answersAs,
  askLiveCarrier,
  isQuoting,
  type LiveAnswer,
  type QuotingCarrier,
} from './live-carriers.ts';
import type { QuotePlan } from './plan-quote.ts';
import { findElsewhere, tellElsewhere } from './shared-answers.ts';

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
  const live = liveAmong(all, isWanted);
  const { services, standIns } = divideServices(plan, isWanted, live);
  const known = plan.details.usesCache ? app.quoteCache.find(plan.fingerprint, beganMs) : undefined;
  // Another process may know what this one does not. Nobody waits for it who has no carrier to ask.
  const isMissing = (carrier: LiveCarrier): boolean => known?.live.has(answersAs(carrier)) !== true;
  const found =
    app.quoteCache.shared !== undefined && plan.details.usesCache && live.some(isMissing)
      ? await findElsewhere(app.quoteCache.shared, plan, live.filter(isMissing), beganMs)
      : undefined;
  const before =
    found === undefined ? known?.live : new Map([...found.live, ...(known?.live ?? [])]);
  // Another key may have asked fewer carriers about the same shipment. Cards price alike in every process.
  const isCached =
    (known !== undefined || found !== undefined) &&
    services.every(({ service }) => known?.ratings.has(service.stringId) ?? true) &&
    live.every((carrier) => before?.has(answersAs(carrier)) === true);

  const { display } = plan.settings.module;
  const held: Quote[] = [];
  const tell = (
    answer: Quote | QuoteFailure | undefined,
    latencyMs: number,
    events: QuoteEvent[],
  ): void => {
    if (answer === undefined) return;
    if ('code' in answer) {
      events.push({ kind: 'failure', failure: answer, latencyMs });
      return;
    }
    assertQuote(answer);
    if (display === 'all') events.push({ kind: 'quote', quote: answer, latencyMs });
    else held.push(answer);
  };

  // Live carriers are asked first, so that they work while the cards are read.
  const asked = askAll(app, plan, live, before, signal);
  const ratings = known?.ratings ?? new Map<string, RatingOutcome>();
  const first: QuoteEvent[] = [
    { kind: 'ready', carrierCount: services.length + live.length, isCached },
  ];
  if (services.length + live.length === 0)
    for (const failure of unaskedCarriers(plan, all)) tell(failure, 0, first);
  for (const entry of services)
    tell(answerOfCard(app, plan, entry, ratings), app.clock.nowMs() - beganMs, first);
  yield first;

  // What is learnt now is added to what is known, which does not grow younger by it.
  const liveAnswers = known?.live ?? new Map(found?.live);
  const fresh = new Map<string, LiveAnswer>();
  if (live.length > 0) {
    for await (const [carrier, answer] of inOrderOfAnswer(asked)) {
      const name = answersAs(carrier);
      if (answer.isLasting && before?.has(name) !== true) {
        liveAnswers.set(name, answer);
        fresh.set(name, answer);
      }
      const events: QuoteEvent[] = [];
      const standIn = standIns.get(carrier.stringId);
      for (const shown of shownOf(app, plan, carrier, answer, standIn, ratings))
        tell(shown, app.clock.nowMs() - beganMs, events);
      if (events.length > 0) yield events;
    }
  }
  if (plan.details.usesCache && known === undefined) {
    const askedAtMs = found?.askedAtMs ?? beganMs;
    // Somebody with other accounts may have asked about the same meanwhile: neither's answers replace the other's.
    const others = live.length === 0 ? undefined : app.quoteCache.find(plan.fingerprint, beganMs);
    if (others === undefined)
      app.quoteCache.keep(plan.fingerprint, { ratings, live: liveAnswers }, askedAtMs);
    else for (const [name, answer] of fresh) others.live.set(name, answer);
  }
  if (app.quoteCache.shared !== undefined && plan.details.usesCache && fresh.size > 0)
    tellElsewhere(app.quoteCache.shared, plan, fresh, beganMs);
  const durationMs = app.clock.nowMs() - beganMs;
  const last: QuoteEvent[] = [];
  for (const quote of chooseDisplayed(held, display, plan.selectedCarrier))
    last.push({ kind: 'quote', quote, latencyMs: durationMs });
  last.push({ kind: 'complete', isCached, durationMs });
  yield last;
}

const nobody: readonly QuotingCarrier[] = [];

/**
 * The carriers to be asked live. Where the operator has none it is always the same list: V8's own and its compiled `filter`
 * make empty ones of two kinds, and code that was compiled for one is given up at the other, in the midst of a load.
 */
function liveAmong(
  all: readonly LiveCarrier[],
  isWanted: (stringId: string) => boolean,
): readonly QuotingCarrier[] {
  if (all.length === 0) return nobody;
  return all.filter(
    (carrier): carrier is QuotingCarrier => isQuoting(carrier) && isWanted(carrier.stringId),
  );
}

/** Cards that price by themselves, and those behind a live carrier that is asked in their place. */
function divideServices(
  plan: QuotePlan,
  isWanted: (stringId: string) => boolean,
  live: readonly LiveCarrier[],
): { services: DayService[]; standIns: Map<string, DayService> } {
  const all = plan.carriers.on(plan.day).filter(({ service }) => isWanted(service.stringId));
  if (live.length === 0) return { services: all, standIns: new Map() };
  const asked = new Set(live.map(({ stringId }) => stringId));
  const isAsked = ({ service }: DayService): boolean => asked.has(service.stringId);
  return {
    services: all.filter((one) => !isAsked(one)),
    standIns: new Map(all.filter(isAsked).map((one) => [one.service.stringId, one])),
  };
}

/**
 * What becomes of a live answer. Its card lends warranty and pickup terms to an offer, adds what a tailgate costs, and stands
 * where it refuses what the carrier was not told of; under `live_then_card` it gives an estimate when the carrier could not answer, beside the failure.
 * A carrier that says no is believed.
 */
function shownOf(
  app: App,
  plan: QuotePlan,
  carrier: LiveCarrier,
  { offer, failure, isLasting }: LiveAnswer,
  standIn: DayService | undefined,
  ratings: Map<string, RatingOutcome>,
): (Quote | QuoteFailure | undefined)[] {
  const rating = (): RatingOutcome | undefined =>
    standIn === undefined ? undefined : safeRatingOf(app, plan, standIn, ratings);
  if (offer !== undefined) {
    const outcome = rating();
    if (outcome?.isPriced === true) return [quoteOfLiveOffer(plan, carrier, offer, outcome)];
    const refusal = firmRefusalOf(plan, outcome);
    return [
      refusal === undefined
        ? quoteOfLiveOffer(plan, carrier, offer)
        : failureOfRating(carrier.stringId, refusal),
    ];
  }
  if (isLasting || carrier.policy !== 'live_then_card' || standIn === undefined) return [failure];
  const outcome = rating();
  const estimate =
    outcome?.isPriced === true ? estimateOfRating(plan, standIn.service, outcome) : undefined;
  return [failure, estimate];
}

/** Why a carrier's offer is not sold although it made one: its card has no price for what the carrier was not told of. */
function firmRefusalOf(
  { shipment }: QuotePlan,
  failure: RatingFailure | undefined,
): RatingFailure | undefined {
  if (wantsTailgate(shipment)) return failure ?? fail('tailgate_not_offered');
  return failure !== undefined && firmRefusals.has(failure.code) ? failure : undefined;
}

/**
 * Carriers the operator has switched off are not asked; neither are those the key does not want, except the one that
 * the order's buyer has chosen.
 */
function carrierFilter(app: App, plan: QuotePlan): (stringId: string) => boolean {
  const off = app.carriers.switchedOff();
  const { enabledCarriers } = plan.settings.module;
  if (off.size === 0 && enabledCarriers.length === 0) return () => true;
  const enabled = new Set(enabledCarriers);
  if (enabled.size > 0 && plan.selectedCarrier !== undefined) enabled.add(plan.selectedCarrier);
  return (stringId) => !off.has(stringId) && (enabled.size === 0 || enabled.has(stringId));
}

/** A list is short; a document that somebody else has written may hold anything. */
const mostNamed = 20;

/** The names in a key's list, where none of them can be asked: it would be silent without a reason. */
function unaskedCarriers(plan: QuotePlan, live: readonly LiveCarrier[]): QuoteFailure[] {
  const named = plan.settings.module.enabledCarriers.slice(0, mostNamed);
  return named.map((name) => {
    const isKnown =
      plan.carriers.find(name) !== undefined || live.some(({ stringId }) => stringId === name);
    return {
      carrier: name,
      code: isKnown ? unaskedCodes.off : unaskedCodes.unknown,
      serviceability: 'error',
      isRetryable: false,
      message: isKnown
        ? `enabled_courier in the settings of this key names "${name}", which the operator of this service has switched off, and nobody else who could be asked`
        : `enabled_courier in the settings of this key names "${name}", and no carrier here is called so; without a name that is one, nobody is asked`,
    };
  });
}

function answerOfCard(
  app: App,
  plan: QuotePlan,
  entry: DayService,
  ratings: Map<string, RatingOutcome>,
): Quote | QuoteFailure | undefined {
  const { service } = entry;
  const { stringId } = service;
  try {
    const outcome = ratingOf(plan, entry, ratings);
    return outcome.isPriced
      ? quoteOfRating(plan, service, outcome)
      : failureOfRating(stringId, outcome);
  } catch (error) {
    logUnusable(app, entry, error);
    return {
      carrier: stringId,
      code: 'carrier_error',
      serviceability: 'error',
      isRetryable: false,
      message: 'the rate card could not be applied',
    };
  }
}

function ratingOf(
  plan: QuotePlan,
  { service: { stringId }, chosen }: DayService,
  ratings: Map<string, RatingOutcome>,
): RatingOutcome {
  let outcome = ratings.get(stringId);
  if (outcome === undefined) {
    outcome =
      chosen === undefined
        ? fail('no_rate_card')
        : rateShipment(chosen.card, chosen.service, plan.shipment, plan.day);
    ratings.set(stringId, outcome);
  }
  return outcome;
}

/** Undefined when the card can't be applied: a live answer does not depend on it. */
function safeRatingOf(
  app: App,
  plan: QuotePlan,
  entry: DayService,
  ratings: Map<string, RatingOutcome>,
): RatingOutcome | undefined {
  try {
    return ratingOf(plan, entry, ratings);
  } catch (error) {
    logUnusable(app, entry, error);
    return undefined;
  }
}

function logUnusable(app: App, { carrier, service }: DayService, error: unknown): void {
  app.log.error(
    { err: error, carrier: carrier.id, service: service.stringId },
    'a rate card could not be applied',
  );
}

type Answered = [LiveCarrier, LiveAnswer];

/** Asks every live carrier whose answer is not known, all at once. */
function askAll(
  app: App,
  plan: QuotePlan,
  live: readonly QuotingCarrier[],
  known: ReadonlyMap<string, LiveAnswer> | undefined,
  signal: AbortSignal | undefined,
): Promise<Answered>[] {
  return live.map(async (carrier): Promise<Answered> => {
    const name = answersAs(carrier);
    const answer =
      known?.get(name) ??
      (await app.carriers.asks.ask(`${name} ${plan.fingerprint}`, signal, (stop) =>
        askLiveCarrier(app, carrier, plan.shipment, stop),
      ));
    return [carrier, answer];
  });
}

/** Every answer as soon as it is there. */
async function* inOrderOfAnswer(asked: readonly Promise<Answered>[]): AsyncGenerator<Answered> {
  const slots = asked.map(() => Promise.withResolvers<Answered>());
  // Whoever leaves early hears of none of the others.
  for (const { promise } of slots) promise.catch(() => {});
  let next = 0;
  for (const answer of asked) {
    const fill = (): PromiseWithResolvers<Answered> | undefined => slots[next++];
    answer.then(
      (answered) => fill()?.resolve(answered),
      (error: unknown) => fill()?.reject(error),
    );
  }
  for (const { promise } of slots) yield await promise;
}
