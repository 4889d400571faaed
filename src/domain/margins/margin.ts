// A margin is what the operator adds to a carrier's price: a percentage, a fixed amount, and at least a minimum. Its
// scope says for which customers, services and lanes it holds, and its days when. One margin prices a quote: the most
// specific one, by customer first, then carrier, then lane. Of equally specific ones, the one that begins latest wins,
// so that a new margin from tomorrow replaces today's without ending it.
import type { MemberId } from '../members/member.ts';
import type { Cents } from '../money.ts';
import type { AustralianState } from '../places/australian-state.ts';
import type { Issue } from '../refusal.ts';
import type { DayNumber } from '../time/calendar.ts';

export type MarginId = number & { readonly brand: 'MarginId' };

export const marginId = (id: number): MarginId => id as MarginId;

/** Every part that is undefined holds for all. */
export type MarginScope = {
  customer: { memberId: MemberId } | { group: string } | undefined;
  /** One service by its string_id, or every service of a carrier by its folder. */
  carrier: { service: string } | { carrier: string } | undefined;
  fromState: AustralianState | undefined;
  toState: AustralianState | undefined;
};

export type MarginAmount = {
  /** Hundredths of a percent of the carrier's price. */
  basisPoints: number;
  fixedCents: Cents;
  minimumCents: Cents;
};

export type NewMargin = MarginScope &
  MarginAmount & {
    fromDay: DayNumber;
    /** The last day; undefined while it has no end. */
    untilDay: DayNumber | undefined;
  };

export type Margin = NewMargin & { id: MarginId };

export const mostGroupLetters = 60;

/** Groups are compared without case. */
function groupKey(group: string): string {
  return group.trim().toLowerCase();
}

export function holdsOn({ fromDay, untilDay }: NewMargin, day: DayNumber): boolean {
  return fromDay <= day && (untilDay === undefined || day <= untilDay);
}

export function marginIssues({ fromDay, untilDay }: NewMargin): Issue[] {
  return untilDay !== undefined && untilDay < fromDay
    ? [{ path: ['until'], problem: 'until_before_from' }]
    : [];
}

const everyone = '';

function customerKey(customer: MarginScope['customer']): string {
  if (customer === undefined) return everyone;
  return 'group' in customer ? `group ${groupKey(customer.group)}` : `member ${customer.memberId}`;
}

/** The shipment's facts that margins depend on. A state is undefined abroad, and then matches no lane of margins. */
export type MarginFacts = {
  memberId: MemberId | undefined;
  group: string;
  fromState: AustralianState | undefined;
  toState: AustralianState | undefined;
};

/** The margin of one service, for one shipment; `carrier` is the service's folder, if it has one. */
export type FindMargin = (service: string, carrier: string | undefined) => Margin | undefined;

/** Tables are numbered in this process, as part of the keys of cached quotes. */
let lastNumber = 0;

/** The margins in force on one day. */
export class MarginTable {
  readonly number: number;
  /** The most specific first. By customer, because there may be margins for thousands of them. */
  readonly #byCustomer: ReadonlyMap<string, readonly Margin[]>;

  constructor(margins: readonly Margin[], day: DayNumber) {
    lastNumber += 1;
    this.number = lastNumber;
    const inForce = margins.filter((margin) => holdsOn(margin, day)).toSorted(bySpecificity);
    this.#byCustomer = Map.groupBy(inForce, ({ customer }) => customerKey(customer));
  }

  /** Undefined if no margin can hold for the shipment with any carrier. */
  finderFor({ memberId, group, fromState, toState }: MarginFacts): FindMargin | undefined {
    const customers = [
      ...(memberId === undefined ? [] : [customerKey({ memberId })]),
      ...(group === '' ? [] : [customerKey({ group })]),
      everyone,
    ];
    const margins = customers
      .flatMap((customer) => this.#byCustomer.get(customer) ?? [])
      .filter(
        (margin) =>
          (margin.fromState === undefined || margin.fromState === fromState) &&
          (margin.toState === undefined || margin.toState === toState),
      );
    if (margins.length === 0) return undefined;
    return (service, folder) =>
      margins.find(
        ({ carrier }) =>
          carrier === undefined ||
          ('service' in carrier ? carrier.service === service : carrier.carrier === folder),
      );
  }
}

/** The next day on which another set of margins is in force; undefined if that is never. */
export function nextChange(margins: readonly Margin[], day: DayNumber): DayNumber | undefined {
  const changes = margins
    .flatMap(({ fromDay, untilDay }) => [
      fromDay,
      ...(untilDay === undefined ? [] : [untilDay + 1]),
    ])
    .filter((change) => change > day);
  return changes.length === 0 ? undefined : Math.min(...changes);
}

/** The most specific first, as they apply; then the latest. */
export function bySpecificity(one: Margin, other: Margin): number {
  const left = rank(one);
  const right = rank(other);
  return right - left || other.fromDay - one.fromDay || other.id - one.id;
}

function rank({ customer, carrier, fromState, toState }: MarginScope): number {
  const ofCustomer = customer === undefined ? 0 : 'group' in customer ? 1 : 2;
  const ofCarrier = carrier === undefined ? 0 : 'carrier' in carrier ? 1 : 2;
  const ofLane = (toState === undefined ? 0 : 2) + (fromState === undefined ? 0 : 1);
  return ofCustomer * 100 + ofCarrier * 10 + ofLane;
}
