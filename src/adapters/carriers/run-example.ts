// Holds a carrier's prices against its own examples.json: shipment in, every stated figure out. Used by the test of
// the shipped carriers and by the check of an operator's own, so that a price cannot drift unseen.

import { findPackagingType } from '../../domain/bookings/item.ts';
import { formatDecimal4, one4, parseDecimal4 } from '../../domain/decimal.ts';
import {
  createShipment,
  type Shipment,
  type ShipmentEndInput,
} from '../../domain/quotes/shipment.ts';
import { findChargeCode } from '../../domain/rate-cards/breakdown.ts';
import { chooseCard } from '../../domain/rate-cards/card-choice.ts';
import { findDay } from '../../domain/rate-cards/card-day.ts';
import { type Rating, rateShipment, rateShipmentWarranty } from '../../domain/rate-cards/rating.ts';
import { transitOf } from '../../domain/rate-cards/transit-table.ts';
import { checkShape } from './check-shape.ts';
import { type Example, ExamplesSchema } from './examples-schema.ts';
import { JsonDocument } from './json-document.ts';
import type { LoadedCarrier } from './load-carriers.ts';
import type { Problems } from './problem.ts';

const dollars4PerCent = 100;

/** Reports every example of the file that the carrier does not reproduce; returns how many there are. */
export function runExamples(
  carrier: LoadedCarrier,
  text: string,
  path: string,
  problems: Problems,
): number {
  const document = JsonDocument.parse(text, path, problems);
  const file = checkShape(ExamplesSchema, document, problems);
  const examples = file.examples ?? [];
  examples.forEach((example, index) => {
    if (example === undefined || file.date === undefined) return;
    const place = document.place(['examples', index]);
    for (const difference of runExample(carrier, example, example.date ?? file.date)) {
      problems.error('example', place, example.name, difference);
    }
  });
  return examples.length;
}

/** What differs between the example and the carrier's price, as sentences. */
function runExample(carrier: LoadedCarrier, example: Example, date: string): string[] {
  const day = findDay(date);
  const shipment = shipmentOf(example);
  const service = carrier.terms.services.find(({ stringId }) => stringId === example.service);
  if (day === undefined) return [`${date} is not a day`];
  if (typeof shipment === 'string') return [shipment];
  if (service === undefined) return [`the carrier has no service ${example.service}`];
  if ((example.expect === undefined) === (example.refused === undefined)) {
    return ['an example has either "expect" or "refused"'];
  }
  const chosen = chooseCard(
    carrier.cards.map(({ card }) => card),
    service.id,
    day,
  );
  if (chosen === undefined) return compareRefusal(example, 'no_rate_card');
  const outcome = rateShipment(chosen.card, chosen.service, shipment, day);
  if (!outcome.isPriced) return compareRefusal(example, outcome.code);
  if (example.expect === undefined) {
    const price = formatDecimal4(outcome.priceCents * dollars4PerCent, 2);
    return [`expected to be refused as ${example.refused}, but costs ${price}`];
  }
  return comparePrice(example, example.expect, outcome, shipment);
}

function compareRefusal(example: Example, code: string): string[] {
  if (example.refused === code) return [];
  if (example.refused === undefined) return [`expected a price, but it is refused as ${code}`];
  return [`expected to be refused as ${example.refused}, but it is refused as ${code}`];
}

function comparePrice(
  example: Example,
  expect: NonNullable<Example['expect']>,
  rating: Rating,
  shipment: Shipment,
): string[] {
  const included = example.include_warranty ?? true;
  const declared = shipment.declaredValueCents;
  const warranty = rateShipmentWarranty(rating, shipment, declared, included);
  const { codes } = rating.card.zones;
  const found: Record<string, number> = {
    charge_kg: rating.chargeKg,
    freight: rating.freightCents * dollars4PerCent,
    fuel: rating.fuelCents * dollars4PerCent,
    ex: rating.exCents * dollars4PerCent,
    gst: rating.gstCents * dollars4PerCent,
    price: rating.priceCents * dollars4PerCent,
    fee: warranty.feeCents * dollars4PerCent,
    insured: warranty.insuredCents * dollars4PerCent,
    total: (rating.priceCents + warranty.feeCents) * dollars4PerCent,
  };
  const stated = new Map(Object.entries(expect));
  const differences = Object.entries(found).flatMap(([key, value]) =>
    compareDecimal(key, stated.get(key), value),
  );
  if (expect.zones !== undefined) {
    const zones = `${codes[rating.fromZone]} to ${codes[rating.toZone]}`;
    differences.push(...compareText('zones', expect.zones.join(' to '), zones));
  }
  if (expect.transit !== undefined) {
    const transit = transitOf(rating, shipment);
    differences.push(...compareText('transit', expect.transit, transit?.text ?? ''));
  }
  return [
    ...differences,
    ...compareSurcharges(expect, rating),
    ...compareTiers(expect, rating, warranty.feeCents),
  ];
}

function compareSurcharges(expect: NonNullable<Example['expect']>, rating: Rating): string[] {
  if (expect.surcharges === undefined) return [];
  const charged = new Map<string, number>();
  for (const charge of rating.charges) {
    const code = findChargeCode(rating.card, charge);
    charged.set(code, (charged.get(code) ?? 0) + charge.cents * dollars4PerCent);
  }
  const stated = Object.entries(expect.surcharges);
  const extra = [...charged.keys()].filter((code) => expect.surcharges?.[code] === undefined);
  return [
    ...stated.flatMap(([code, amount]) => compareDecimal(code, amount, charged.get(code) ?? 0)),
    ...extra.map((code) => `surcharge ${code} is charged but not expected`),
  ];
}

function compareTiers(
  expect: NonNullable<Example['expect']>,
  rating: Rating,
  feeCents: number,
): string[] {
  return (expect.tiers ?? []).flatMap(({ identifier, price, total }) => {
    const tier = rating.tiers.find((candidate) => candidate.identifier === identifier);
    if (tier === undefined) return [`tier ${identifier} is not offered`];
    const priceDollars4 = tier.priceCents * dollars4PerCent;
    return [
      ...compareDecimal(`price of tier ${identifier}`, price, priceDollars4),
      ...compareDecimal(
        `total of tier ${identifier}`,
        total,
        priceDollars4 + feeCents * dollars4PerCent,
      ),
    ];
  });
}

function compareDecimal(key: string, stated: unknown, found: number): string[] {
  if (stated === undefined) return [];
  return parseDecimal4(String(stated)) === found
    ? []
    : [`${key} is ${formatDecimal4(found)}, expected ${String(stated)}`];
}

function compareText(key: string, stated: string, found: string): string[] {
  return stated === found ? [] : [`${key} is ${found}, expected ${stated}`];
}

/** The shipment, or what is wrong with it. */
function shipmentOf(example: Example): Shipment | string {
  const whole = (value: string | number | undefined, perUnit: number): number =>
    ((parseDecimal4(String(value ?? 0)) ?? 0) * perUnit) / one4;
  const items = example.items.map(({ type, quantity, kg, cm }) => ({
    packaging: findPackagingType(type) ?? -1,
    quantity: quantity ?? 1,
    weightGrams: whole(kg, 1000),
    lengthMm: whole(cm[0], 10),
    widthMm: whole(cm[1], 10),
    heightMm: whole(cm[2], 10),
  }));
  for (const [index, item] of items.entries()) {
    if (item.packaging < 0) return `no packaging type is called ${example.items[index]?.type}`;
    const isWhole = Object.values(item).every(Number.isSafeInteger);
    if (!isWhole) return 'weights are whole grams and sides whole millimetres';
  }
  return createShipment({
    sender: endOf(example.from),
    receiver: endOf(example.to),
    items,
    declaredValueCents: whole(example.declared, 100),
    tailgatePickup: example.tailgate_pickup ?? false,
    tailgateDelivery: example.tailgate_delivery ?? false,
    isDangerous: example.dangerous ?? false,
    authorityToLeave: example.authority_to_leave ?? false,
    ...(example.km === undefined ? {} : { distanceMetres: whole(example.km, 1000) }),
  });
}

function endOf(party: Example['from']): ShipmentEndInput {
  return {
    country: party.country ?? 'AU',
    postcode: party.postcode,
    suburb: party.suburb,
    state: party.state ?? '',
    type: party.type ?? 'business',
    isPoBox: party.po_box ?? false,
  };
}
