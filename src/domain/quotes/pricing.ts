// Turns a carrier's price into the price this caller sees, in a fixed order: the operator's margin, member discount,
// first matching rule of the key, the key's carrier surcharge, the key's flat surcharge, then warranty. Each step is
// rounded to cents and kept, so that a breakdown adds up. A shop's own settings may lower the price its buyers see, but
// not the price the shop pays: such a quote carries a `bookingCents` of its own.

import { writtenAmount } from '../documents/written.ts';
import type {
  Adjustment,
  Condition,
  KeySettings,
  MarginRule,
  Order,
  QuoteDisplay,
  Sameness,
} from '../keys/key-settings.ts';
import type { Margin, MarginAmount } from '../margins/margin.ts';
import type { Cents } from '../money.ts';
import { type AdjustmentKind, isEstimate, type PriceStep, type Quote } from './quote.ts';
import {
  flatWorking,
  percentWorking,
  type Working,
  workedCents,
  writtenWorking,
} from './working.ts';

/** The margin of a service, by its string_id. */
export type MarginOf = (service: string) => Margin | undefined;

/** The settings that are the same for every carrier of one quote. */
export type PricingTerms = {
  /** Undefined where no margin can hold. */
  marginOf: MarginOf | undefined;
  discountBasisPoints: number;
  /** Rules that match the shipment, apart from their cost conditions, in order of priority. */
  rules: readonly MarginRule[];
  carrierSurcharges: ReadonlyMap<string, Adjustment>;
  surchargeCents: Cents;
  /** The operator agreed that the member may pay less than the price without these terms. */
  isAgreed: boolean;
  facts: RuleFacts;
};

/** The values that rule conditions compare, besides the carrier's price. Numbers are times ten thousand. */
export type RuleFacts = {
  receiverPostcode: string;
  receiverState: string;
  weightKg4: number;
  pieces4: number;
  skus: readonly string[];
};

/** `bookingCents`: the cost of a booking at this price. */
export type PricedSteps = {
  priceCents: Cents;
  bookingCents: Cents;
  steps: readonly PriceStep[];
};

/** Ten-thousandths of a percent. */
const percent4PerBasisPoint = 100;
const figuresPerDollarCent = 100;

export function pricingTerms(
  settings: KeySettings,
  discountBasisPoints: number,
  facts: RuleFacts,
  marginOf?: MarginOf,
): PricingTerms {
  return {
    marginOf,
    discountBasisPoints,
    rules: settings.rules
      .filter(({ isEnabled, conditions }) => isEnabled && conditions.every(isOf(facts)))
      .toSorted((left, right) => left.priority - right.priority || left.id - right.id),
    carrierSurcharges: settings.module.carrierSurcharges,
    surchargeCents: settings.module.surchargeCents,
    isAgreed: settings.isAgreed,
    facts,
  };
}

const noSteps: readonly PriceStep[] = Object.freeze([]);

/** Undefined when a rule hides the carrier. */
export function priceForCaller(
  terms: PricingTerms,
  carrier: string,
  carrierCents: Cents,
): PricedSteps | undefined {
  const { discountBasisPoints, rules, carrierSurcharges, surchargeCents } = terms;
  const margin = terms.marginOf?.(carrier);
  if (
    margin === undefined &&
    discountBasisPoints === 0 &&
    rules.length === 0 &&
    carrierSurcharges.size === 0 &&
    surchargeCents === 0
  ) {
    return { priceCents: carrierCents, bookingCents: carrierCents, steps: noSteps };
  }
  const steps: PriceStep[] = [];
  let price = carrierCents;
  const move = (kind: AdjustmentKind, name: string, working: Working): void => {
    const cents = workedCents(working);
    // A price never falls below zero.
    const bounded = Math.max(-price, cents);
    if (bounded === 0) return;
    const note = `no more than the price before it, instead of ${writtenWorking(working)}`;
    const shown = bounded === cents ? working : flatWorking(bounded, note);
    steps.push({ kind, name, cents: bounded, working: shown });
    price += bounded;
  };
  if (margin !== undefined) move('margin', marginName(margin), marginWorking(margin, price));
  move('discount', 'Member discount', percentOf(price, -discountBasisPoints));
  const memberCents = price;

  const holds = isAtPrice(price);
  for (const rule of rules) {
    const isListed = rule.carriers.size === 0 || rule.carriers.has(carrier);
    // "Show only" hides the carriers it does not list.
    if (!isListed && rule.action.type !== 'show_only') continue;
    if (!rule.conditions.every(holds)) continue;
    const ruled = applyRule(rule, isListed, price);
    if (ruled === undefined) return undefined;
    move('rule', rule.name, ruled);
    break;
  }
  const own = carrierSurcharges.get(carrier);
  if (own !== undefined) move('carrier_surcharge', 'Carrier surcharge', amountOf(own, price, 1));
  move('surcharge', 'Surcharge', flatWorking(surchargeCents));
  if (terms.isAgreed || price >= memberCents)
    return { priceCents: price, bookingCents: price, steps };
  steps.push({ kind: 'shops_own', name: 'Lowered by the shop for its buyers', cents: 0 });
  return { priceCents: price, bookingCents: memberCents, steps };
}

/** Names the margin and its scope, because it may be changed or deleted after it has priced a quote. */
function marginName({ id, customer, carrier, fromState, toState }: Margin): string {
  const scope = [
    ...(customer === undefined
      ? []
      : ['group' in customer ? `group ${customer.group}` : `member ${customer.memberId}`]),
    ...(carrier === undefined ? [] : ['service' in carrier ? carrier.service : carrier.carrier]),
    ...(fromState === undefined ? [] : [`from ${fromState}`]),
    ...(toState === undefined ? [] : [`to ${toState}`]),
  ];
  return `Margin ${id}${scope.length === 0 ? '' : ` (${scope.join(', ')})`}`;
}

function marginWorking(
  { basisPoints, fixedCents, minimumCents }: MarginAmount,
  price: Cents,
): Working {
  const percent = percentOf(price, basisPoints);
  const cents = workedCents(percent) + fixedCents;
  if (cents < minimumCents) {
    const note = `minimum of ${writtenAmount(minimumCents)}, above ${writtenAmount(cents)}`;
    return flatWorking(minimumCents, note);
  }
  if (fixedCents === 0) return percent;
  const note = `${writtenWorking(percent)}, and ${writtenAmount(fixedCents)}`;
  return flatWorking(cents, basisPoints === 0 ? '' : note);
}

/** The change to the price, or undefined when the rule hides the carrier. */
function applyRule({ action }: MarginRule, isListed: boolean, price: Cents): Working | undefined {
  switch (action.type) {
    case 'hide':
      return undefined;
    case 'show_only':
      return isListed ? flatWorking(0) : undefined;
    case 'free':
      return insteadOf(price, 0);
    case 'fixed_price':
      return insteadOf(price, action.cents);
    case 'surcharge':
      return amountOf(action.by, price, 1);
    case 'discount':
      return amountOf(action.by, price, -1);
  }
}

function insteadOf(price: Cents, fixed: Cents): Working {
  return flatWorking(fixed - price, `${writtenAmount(fixed)} in place of ${writtenAmount(price)}`);
}

function amountOf(adjustment: Adjustment, price: Cents, sign: 1 | -1): Working {
  return adjustment.unit === 'amount'
    ? flatWorking(adjustment.cents * sign)
    : percentOf(price, adjustment.basisPoints * sign);
}

function percentOf(cents: Cents, basisPoints: number): Working {
  return percentWorking(cents, basisPoints * percent4PerBasisPoint);
}

/** Every condition that is known before a carrier quotes. */
function isOf(facts: RuleFacts): (condition: Condition) => boolean {
  return (condition) => {
    switch (condition.field) {
      case 'sku':
        return facts.skus.some((sku) => condition.values.has(sku));
      case 'state':
        return condition.values.has(facts.receiverState);
      case 'postcode':
        // Foreign postcodes may have letters or be empty, so they match no range.
        return (
          fourDigits.test(facts.receiverPostcode) && compares(facts.receiverPostcode, condition)
        );
      case 'weight':
        return compares(facts.weightKg4, condition);
      case 'quantity':
        return compares(facts.pieces4, condition);
      case 'cost':
        return true;
    }
  };
}

function isAtPrice(price: Cents): (condition: Condition) => boolean {
  const figure = price * figuresPerDollarCent;
  return (condition) => condition.field !== 'cost' || compares(figure, condition);
}

const fourDigits = /^\d{4}$/;

function compares<Value extends string | number>(
  value: Value,
  to: Sameness<Value> | Order<Value>,
): boolean {
  const [first, second] = to.values;
  if (first === undefined) return false;
  switch (to.operator) {
    case 'in':
    case 'eq':
      return to.values.has(value);
    case 'between':
      return second !== undefined && value >= first && value <= second;
    case 'lt':
      return value < first;
    case 'lte':
      return value <= first;
    case 'gt':
      return value > first;
    case 'gte':
      return value >= first;
  }
}

/** Interface, "Frequent rates": only these two carriers. */
export const frequentRateCarriers: readonly string[] = ['aramex', 'couriers_please'];

export function offersFrequentRates(carrier: string): boolean {
  return frequentRateCarriers.includes(carrier);
}

const shopsSteps: ReadonlySet<AdjustmentKind> = new Set(['rule', 'carrier_surcharge', 'surcharge']);

/** The cost of booking this quote: its total, unless the shop's own settings lowered that. */
export function bookingCents({ totalCents, waterfall: { adjustments } }: Quote): Cents {
  if (!adjustments.some(({ kind }) => kind === 'shops_own')) return totalCents;
  return adjustments
    .filter(({ kind }) => shopsSteps.has(kind))
    .reduce((cents, step) => cents - step.cents, totalCents);
}

/**
 * The quotes that a shop shows: all, the cheapest, or the cheapest and the fastest. Always includes the chosen carrier.
 * Firm prices come before estimates. Ties go to the cheaper, then by name.
 */
export function chooseDisplayed(
  quotes: readonly Quote[],
  display: QuoteDisplay,
  chosenCarrier?: string,
): readonly Quote[] {
  const [cheapest] = quotes.toSorted(byPrice);
  if (display === 'all' || cheapest === undefined) return quotes;
  const displayed = new Set([cheapest]);
  if (display === 'cheapest_and_fastest') {
    const [fastest = cheapest] = quotes.toSorted(
      (one, other) => firmFirst(one, other) || speedOf(one) - speedOf(other) || byPrice(one, other),
    );
    displayed.add(fastest);
  }
  const chosen = quotes.find(({ carrier }) => carrier === chosenCarrier);
  if (chosen !== undefined) displayed.add(chosen);
  return [...displayed];
}

/** Firm prices before estimates, then the cheaper, then by name. */
export function byPrice(one: Quote, other: Quote): number {
  return (
    firmFirst(one, other) ||
    one.totalCents - other.totalCents ||
    (one.carrier < other.carrier ? -1 : 1)
  );
}

function firmFirst(one: Quote, other: Quote): number {
  return Number(isEstimate(one)) - Number(isEstimate(other));
}

/** Latest day, then earliest. A carrier without a promise is the slowest. */
function speedOf({ transit }: Quote): number {
  return transit.text === '' ? Number.POSITIVE_INFINITY : transit.maxDays * 1000 + transit.minDays;
}
