// Whom a quote asks: cards that price by themselves, live carriers, and the cards that stand behind these. And what is
// said where nobody is left to be asked.
import { type QuoteFailure, unaskedCodes } from '../../domain/quotes/quote.ts';
import type { DayService } from '../../domain/rate-cards/carrier-snapshot.ts';
import type { App, LiveCarrier } from '../ports.ts';
import { isQuoting, type QuotingCarrier } from './live-carriers.ts';
import type { QuotePlan } from './plan-quote.ts';

export type ChosenCarriers = {
  services: readonly DayService[];
  live: readonly QuotingCarrier[];
  /** Cards behind a live carrier that is asked in their place, by its name. */
  standIns: ReadonlyMap<string, DayService>;
};

/**
 * Carriers the operator has switched off are not asked; neither are those the key does not want, except the one that
 * the order's buyer has chosen.
 */
export function carrierFilter(app: App, plan: QuotePlan): (stringId: string) => boolean {
  const off = app.carriers.switchedOff();
  const { enabledCarriers } = plan.settings.module;
  if (off.size === 0 && enabledCarriers.length === 0) return () => true;
  const enabled = new Set(enabledCarriers);
  if (enabled.size > 0 && plan.selectedCarrier !== undefined) enabled.add(plan.selectedCarrier);
  return (stringId) => !off.has(stringId) && (enabled.size === 0 || enabled.has(stringId));
}

export function chooseCarriers(
  plan: QuotePlan,
  all: readonly LiveCarrier[],
  isWanted: (stringId: string) => boolean,
): ChosenCarriers {
  const live = liveAmong(all, isWanted);
  const cards = plan.carriers.on(plan.day).filter(({ service }) => isWanted(service.stringId));
  if (live.length === 0) return { services: cards, live, standIns: new Map() };
  const asked = new Set(live.map(({ stringId }) => stringId));
  const isAsked = ({ service }: DayService): boolean => asked.has(service.stringId);
  return {
    services: cards.filter((one) => !isAsked(one)),
    live,
    standIns: new Map(cards.filter(isAsked).map((one) => [one.service.stringId, one])),
  };
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

/** A list is short; a document that somebody else has written may hold anything. */
const mostNamed = 20;

/** The names in a key's list, where none of them can be asked: it would be silent without a reason. */
export function unaskedCarriers(plan: QuotePlan, live: readonly LiveCarrier[]): QuoteFailure[] {
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
