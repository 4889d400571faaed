// What carriers' cached answers came to for a caller, so that a shopper who looks at the same basket again costs no pricing.
// It is kept with the answers themselves and goes when they go; the quote cache proper stays free of callers.
//
// A market is given again only to the very caller it was priced for, by identity: a changed key, member or setting is a
// new Caller. It holds for one minute of the pickup address's clock, because pickup dates change at a cut-off.
import { freezeMarket, isHonestAbsence, type Market } from '../../domain/quotes/quote.ts';
import type { Caller } from '../caller.ts';
import type { App, CarrierAnswers, LiveCarrier } from '../ports.ts';
import type { QuotePlan } from './plan-quote.ts';

type Known = {
  caller: Caller;
  switchedOff: ReadonlySet<string>;
  live: readonly LiveCarrier[];
  wish: string;
  market: Market;
};

/** Few callers ask about the very same shipment; the oldest goes first. */
const mostCallers = 8;
const byAnswers = new WeakMap<CarrierAnswers, Known[]>();

export function findMarket(app: App, caller: Caller, plan: QuotePlan): Market | undefined {
  const answers = answersFor(app, plan);
  if (answers === undefined) return undefined;
  const switchedOff = app.carriers.switchedOff();
  const live = liveAtHand(app, plan);
  if (live === undefined) return undefined;
  const wish = wishOf(plan);
  return byAnswers
    .get(answers)
    ?.find(
      (known) =>
        known.caller === caller &&
        known.switchedOff === switchedOff &&
        known.live === live &&
        known.wish === wish,
    )?.market;
}

/** Does nothing when a carrier's answer is not one that lasts: then the next caller has to ask it again. */
export function keepMarket(app: App, caller: Caller, plan: QuotePlan, market: Market): void {
  const answers = answersFor(app, plan);
  if (answers === undefined) return;
  const live = liveAtHand(app, plan);
  if (live === undefined) return;
  if (!market.failures.every(isHonestAbsence)) return;
  const known = byAnswers.get(answers) ?? [];
  if (known.length >= mostCallers) known.shift();
  known.push({
    caller,
    switchedOff: app.carriers.switchedOff(),
    live,
    wish: wishOf(plan),
    market: freezeMarket(market),
  });
  byAnswers.set(answers, known);
}

/** Markets that are being collected. The same text, sent again by the same caller meanwhile, has the very same plan. */
const underWay = new WeakMap<QuotePlan, Collecting>();
type Collecting = Pick<Known, 'switchedOff' | 'live'> & { market: Promise<Market> };

/** What is collected for the same plan just now, else what `collect` finds. */
export async function shareMarket(
  app: App,
  plan: QuotePlan,
  collect: () => Promise<Market>,
): Promise<Market> {
  const live = plan.details.usesCache ? liveAtHand(app, plan) : undefined;
  if (live === undefined) return await collect();
  const switchedOff = app.carriers.switchedOff();
  const others = underWay.get(plan);
  if (others?.switchedOff === switchedOff && others.live === live) return await others.market;
  const mine = { switchedOff, live, market: collect() };
  underWay.set(plan, mine);
  try {
    return await mine.market;
  } finally {
    if (underWay.get(plan) === mine) underWay.delete(plan);
  }
}

/** Undefined when it would have to be waited for: then nothing can be told to be still the same. */
function liveAtHand(app: App, { ownerId }: QuotePlan): readonly LiveCarrier[] | undefined {
  if (ownerId === undefined) return app.carriers.live;
  const live = app.carriers.liveOf(ownerId);
  if (!(live instanceof Promise)) return live;
  // Whoever goes on to quote asks again, and hears then that it can not be read; unheard here, it would end the process.
  live.catch(() => {});
  return undefined;
}

function answersFor(app: App, plan: QuotePlan): CarrierAnswers | undefined {
  if (!plan.details.usesCache) return undefined;
  return app.quoteCache.find(plan.fingerprint, app.clock.nowMs());
}

/** What besides the shipment and the caller decides a price or a pickup date. */
function wishOf({ pickup, details, pricing, selectedCarrier = '' }: QuotePlan): string {
  const { pieces4, skus } = pricing.facts;
  return `${pickup.today} ${pickup.minute} ${Number(details.includesWarranty)} ${pieces4} ${skus.length === 0 ? '' : JSON.stringify(skus)} ${selectedCarrier}`;
}
