// Chooses the carriers of a quote: cards that price by themselves, live carriers, and the cards behind live carriers.
// If no carrier is left, says why.
import { noCarrierCodes, type QuoteFailure } from '../../domain/quotes/quote.ts';
import type { DayService } from '../../domain/rate-cards/carrier-snapshot.ts';
import type { App, LiveCarrier } from '../ports.ts';
import { isQuoting, type QuotingCarrier } from './live-carriers.ts';
import type { QuotePlan } from './plan-quote.ts';

export type ChosenCarriers = {
  services: readonly DayService[];
  live: readonly QuotingCarrier[];
  /** Cards of live carriers by carrier, for estimates and extra terms. */
  cardsOfLive: ReadonlyMap<string, DayService>;
};

/**
 * Skips carriers that the operator has switched off or the key has not enabled. The carrier chosen by an order's buyer
 * counts as enabled.
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
  const live = quotingCarriersOf(all, isWanted);
  const cards = plan.carriers.on(plan.day).filter(({ service }) => isWanted(service.stringId));
  if (live.length === 0) return { services: cards, live, cardsOfLive: new Map() };
  const asked = new Set(live.map(({ stringId }) => stringId));
  const isAsked = ({ service }: DayService): boolean => asked.has(service.stringId);
  return {
    services: cards.filter((one) => !isAsked(one)),
    live,
    cardsOfLive: new Map(cards.filter(isAsked).map((one) => [one.service.stringId, one])),
  };
}

const noCarriers: readonly QuotingCarrier[] = [];

/**
 * Returns one shared empty list when there are no live carriers: V8 represents other empty lists differently, and the
 * mix makes it discard compiled code under load.
 */
function quotingCarriersOf(
  all: readonly LiveCarrier[],
  isWanted: (stringId: string) => boolean,
): readonly QuotingCarrier[] {
  if (all.length === 0) return noCarriers;
  return all.filter(
    (carrier): carrier is QuotingCarrier => isQuoting(carrier) && isWanted(carrier.stringId),
  );
}

/** Imported settings may name any number of carriers. */
const mostListed = 20;

/** Explains a quote without carriers: each name in the key's list that cannot be asked. */
export function explainNoCarriers(plan: QuotePlan, live: readonly LiveCarrier[]): QuoteFailure[] {
  const named = plan.settings.module.enabledCarriers.slice(0, mostListed);
  return named.map((name) => {
    const isKnown =
      plan.carriers.find(name) !== undefined || live.some(({ stringId }) => stringId === name);
    return {
      carrier: name,
      code: isKnown ? noCarrierCodes.off : noCarrierCodes.unknown,
      serviceability: 'error',
      isRetryable: false,
      message: isKnown
        ? `enabled_courier in the settings of this key names "${name}", which the operator has switched off, and no other carrier is left to ask`
        : `enabled_courier in the settings of this key names "${name}", which is not a carrier here, so no carrier was asked. Use the string_id of a carrier`,
    };
  });
}
