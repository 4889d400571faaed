// Sorts the carriers' answers: firm prices before estimates, cheapest first, the fastest marked, carriers without a
// price grouped by reason.
import type { Quote, QuoteError } from '../../api/wire.ts';

export type Offer = { carrier: string; quote: Quote };
export type Market = { offers: readonly Offer[]; errors: readonly QuoteError[] };

/** Working days until the latest delivery; undefined for unreadable text. */
export function transitDays(text: string): number | undefined {
  if (/same.?day/i.test(text)) return 0;
  if (/overnight|next.?day/i.test(text)) return 1;
  const numbers = text.match(/\d+/g)?.map(Number) ?? [];
  return numbers.length === 0 || /hour/i.test(text) ? undefined : Math.max(...numbers);
}

/** Carriers write "1-2 Business Days", "2 to 5 days" or only "1-2"; shows them all in one form. */
export function transitWords(text: string): string {
  const filledIn = /^(\d+)(?:\s*(?:-|–|to)\s*(\d+))?\s*(business |working )?(?:days?)?$/i.exec(
    text.trim(),
  );
  if (filledIn === null) return text;
  const [, from = '', to = from, kind] = filledIn;
  const days = `${kind === undefined ? '' : 'business '}${to === '1' ? 'day' : 'days'}`;
  return from === to ? `${from} ${days}` : `${from} to ${to} ${days}`;
}

/** The cost of a booking. The shop's own rules may show its buyers less. */
export function bookingCost(quote: Quote, tier?: number): number {
  const chosen = quote.tiers?.find(({ identifier }) => identifier === tier);
  return chosen?.total ?? quote.booking_cost ?? quote.total;
}

/** Estimates last, because the carrier has not agreed to them. */
function firmFirst(left: Offer, right: Offer): number {
  return Number(left.quote.estimated === true) - Number(right.quote.estimated === true);
}

/** Cheapest first, then the faster, then by name, so that the order never depends on who answered first. */
export function byPrice(left: Offer, right: Offer): number {
  const late = Number.POSITIVE_INFINITY;
  return (
    firmFirst(left, right) ||
    bookingCost(left.quote) - bookingCost(right.quote) ||
    (transitDays(left.quote.transit_time) ?? late) -
      (transitDays(right.quote.transit_time) ?? late) ||
    left.carrier.localeCompare(right.carrier)
  );
}

export function byTransit(left: Offer, right: Offer): number {
  const late = Number.POSITIVE_INFINITY;
  const difference =
    firmFirst(left, right) ||
    (transitDays(left.quote.transit_time) ?? late) -
      (transitDays(right.quote.transit_time) ?? late);
  return Number.isNaN(difference) || difference === 0 ? byPrice(left, right) : difference;
}

export function cheapestOf(offers: readonly Offer[]): Offer | undefined {
  return offers.toSorted(byPrice)[0];
}

/** The fastest offer, cheapest on ties; undefined if no offer states a time. */
export function fastestOf(offers: readonly Offer[]): Offer | undefined {
  const [first] = offers.toSorted(byTransit);
  return first === undefined || transitDays(first.quote.transit_time) === undefined
    ? undefined
    : first;
}

const serviceNames: Readonly<Record<string, string>> = {
  road: 'Road',
  express: 'Express',
  air: 'Air',
  parcel: 'Parcel',
  sameday: 'Same day',
  international: 'International',
};

export function serviceName(service: string): string {
  return serviceNames[service] ?? service;
}

/** The services on offer and how many offers each has. */
export function servicesOf(offers: readonly Offer[]): { service: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { quote } of offers) counts.set(quote.service, (counts.get(quote.service) ?? 0) + 1);
  return [...counts].map(([service, count]) => ({ service, count }));
}

/** The carriers without a price. A carrier that failed may have an estimate. */
export function withoutPrice({ offers, errors }: Market): readonly QuoteError[] {
  const priced = new Set(offers.map(({ carrier }) => carrier));
  return errors.filter(({ courier }) => !priced.has(courier));
}

export type ErrorGroup = { title: string; isOurs: boolean; errors: QuoteError[] };

const groupTitles: readonly [
  test: (error: QuoteError) => boolean,
  title: string,
  isOurs: boolean,
][] = [
  [({ serviceability }) => serviceability === 'no_route', 'Do not serve this route', false],
  [({ serviceability }) => serviceability === 'no_items', 'Do not carry these items', false],
  [({ serviceability }) => serviceability === 'no_service', 'Do not offer this service', false],
  [({ serviceability }) => serviceability === 'timeout', 'Did not answer in time', true],
  [() => true, 'Could not give a price right now', true],
];

/**
 * Groups by reason, failures first. `abroadOnly` names the services that cannot take this shipment because it stays in
 * one country, in any words around it.
 */
export function groupErrors(
  errors: readonly QuoteError[],
  abroadOnly: ReadonlySet<string> = new Set(),
): ErrorGroup[] {
  const groups = groupTitles.map(
    ([, title, isOurs]): ErrorGroup => ({ title, isOurs, errors: [] }),
  );
  for (const error of errors) {
    if (abroadOnly.has(error.courier)) continue;
    const at = groupTitles.findIndex(([isSo]) => isSo(error));
    groups[at]?.errors.push(error);
  }
  const international = errors.filter(({ courier }) => abroadOnly.has(courier));
  return [...groups, { title: 'International only', isOurs: false, errors: international }]
    .filter((group) => group.errors.length > 0)
    .toSorted((left, right) => Number(right.isOurs) - Number(left.isOurs));
}
