// The closed list of reasons why a card does not price a shipment, and the serviceability that each implies. Figures
// stay numbers; describeFailure builds the sentence when it is shown.

import { formatDecimal4 } from '../decimal.ts';

/** The carrier does not serve the place, accept the goods or offer the service. */
export type Absence = 'no_route' | 'no_items' | 'no_service';

const failures = {
  no_rate_card: ['no_service', 'no rate card is in force for this service'],
  item_too_heavy: ['no_items', 'an item weighs {actual} kg, at most {limit} kg is carried'],
  item_cubic_too_heavy: [
    'no_items',
    'an item has a cubic weight of {actual} kg, at most {limit} kg is carried',
  ],
  item_too_long: ['no_items', 'the longest side is {actual} cm, at most {limit} cm is carried'],
  item_too_wide: ['no_items', 'the second side is {actual} cm, at most {limit} cm is carried'],
  item_too_high: ['no_items', 'an item is {actual} cm high, at most {limit} cm is carried'],
  item_girth_too_large: ['no_items', 'the girth is {actual} cm, at most {limit} cm is carried'],
  item_length_and_girth_too_large: [
    'no_items',
    'length and girth together are {actual} cm, at most {limit} cm is carried',
  ],
  item_too_bulky: ['no_items', 'an item takes {actual} m³, at most {limit} m³ is carried'],
  packaging_not_carried: ['no_items', 'this packaging type is not carried'],
  too_many_pieces: ['no_items', '{actual} pieces, at most {limit} are carried'],
  consignment_too_heavy: [
    'no_items',
    'the consignment weighs {actual} kg, at most {limit} kg is carried',
  ],
  consignment_too_bulky: [
    'no_items',
    'the consignment takes {actual} m³, at most {limit} m³ is carried',
  ],
  above_last_break: ['no_items', 'the rate table ends below {actual} {unit}'],
  dangerous_goods_not_carried: ['no_items', 'dangerous goods are not carried'],
  declared_value_too_high: [
    'no_items',
    'the declared value is {actual}, at most {limit} is carried',
  ],
  tailgate_not_offered: ['no_service', 'tailgate vehicles are not offered'],
  tailgate_too_heavy: [
    'no_service',
    'tailgates lift at most {limit} kg, an item weighs {actual} kg',
  ],
  po_box_not_served: ['no_route', 'post office boxes are not served'],
  pickup_not_served: ['no_route', 'the pickup address is not served'],
  delivery_not_served: ['no_route', 'the delivery address is not served'],
  route_not_served: ['no_route', 'this route is not served'],
  ambiguous_zone: ['no_route', 'the address lies in several zones of this rate card'],
  distance_unknown: ['no_route', 'the distance is not known'],
  price_on_application: ['no_service', 'price on application'],
  price_out_of_range: ['no_service', 'the price is beyond what this service can quote'],
} as const satisfies Record<string, readonly [Absence, string]>;

export type FailureCode = keyof typeof failures;

/**
 * Reasons that a carrier's live price does not overrule. Its service judges sizes, weights and places, but it receives only two
 * suburbs, without a street. It does not receive a tailgate either; the card prices that (`tailgateCents`).
 */
export const firmRefusals: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'dangerous_goods_not_carried',
  'po_box_not_served',
]);

export type RatingFailure = {
  readonly isPriced: false;
  readonly code: FailureCode;
  /** Position of the item line that fails, or -1. */
  readonly line: number;
  /** The requested and the allowed amount, as decimals times ten thousand. */
  readonly actual: number;
  readonly limit: number;
  /** For `above_last_break`: the unit; for `price_on_application`: the rule's label. */
  readonly note: string;
};

export function fail(
  code: FailureCode,
  facts: { line?: number; actual?: number; limit?: number; note?: string } = {},
): RatingFailure {
  return {
    isPriced: false,
    code,
    line: facts.line ?? -1,
    actual: facts.actual ?? 0,
    limit: facts.limit ?? 0,
    note: facts.note ?? '',
  };
}

export function serviceabilityOf(code: FailureCode): Absence {
  return failures[code][0];
}

export function describeFailure(failure: RatingFailure): string {
  const template = failures[failure.code][1];
  // Most say no figure, and every quote asks for dozens of them.
  if (failure.note === '' && !template.includes('{')) return template;
  const sentence = template
    .replace('{actual}', formatDecimal4(failure.actual))
    .replace('{limit}', formatDecimal4(failure.limit))
    .replace('{unit}', failure.note);
  const note = failure.code === 'price_on_application' && failure.note !== '';
  return note ? `${sentence}: ${failure.note}` : sentence;
}
