// Compares a carrier's prices with the quotes in its examples.json.

import { findPackagingType } from '../../../domain/bookings/item.ts';
import { type Decimal4, formatDecimal4, one4 } from '../../../domain/decimal.ts';
import {
  createShipment,
  type Shipment,
  type ShipmentEndInput,
} from '../../../domain/quotes/shipment.ts';
import { findChargeCode } from '../../../domain/rate-cards/breakdown.ts';
import { chooseCard } from '../../../domain/rate-cards/card-choice.ts';
import type { Day } from '../../../domain/rate-cards/card-day.ts';
import {
  type Rating,
  rateShipment,
  rateShipmentWarranty,
} from '../../../domain/rate-cards/rating.ts';
import { transitOf } from '../../../domain/rate-cards/transit-table.ts';
import { type Example, type Expected, examplesFormat } from './examples-format.ts';
import { readFile } from './fields.ts';
import { JsonDocument } from './json-document.ts';
import type { LoadedCarrier } from './load-carriers.ts';
import type { Problems } from './problem.ts';

const dollars4PerCent = 100;

/** Reports every difference; returns how many examples there are. */
export function runExamples(
  carrier: LoadedCarrier,
  text: string,
  path: string,
  problems: Problems,
): number {
  const document = JsonDocument.parse(text, path, problems);
  const { examples = [], date } = readFile(examplesFormat, document, problems);
  for (const { at, example } of examples) {
    const day = example.date ?? date;
    if (day === undefined) continue;
    for (const difference of runExample(carrier, example, day))
      at.error('example', difference, example.name);
  }
  return examples.length;
}

/** The differences between the example and the carrier's price, as sentences. */
function runExample(carrier: LoadedCarrier, example: Example, day: Day): string[] {
  const shipment = shipmentOf(example);
  const service = carrier.terms.services.find(({ stringId }) => stringId === example.service);
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
  expect: Expected,
  rating: Rating,
  shipment: Shipment,
): string[] {
  const declared = shipment.declaredValueCents;
  const warranty = rateShipmentWarranty(rating, shipment, declared, example.include_warranty);
  const { codes } = rating.card.zones;
  const found = {
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
  const differences = Object.entries(found).flatMap(([key, value]) =>
    compareDecimal(key, expect[key as keyof typeof found], value),
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

function compareSurcharges(expect: Expected, rating: Rating): string[] {
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

function compareTiers(expect: Expected, rating: Rating, feeCents: number): string[] {
  return expect.tiers.flatMap(({ identifier, price, total }) => {
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

function compareDecimal(key: string, stated: Decimal4 | undefined, found: Decimal4): string[] {
  if (stated === undefined || stated === found) return [];
  return [`${key} is ${formatDecimal4(found, 2)}, expected ${formatDecimal4(stated, 2)}`];
}

function compareText(key: string, stated: string, found: string): string[] {
  return stated === found ? [] : [`${key} is ${found}, expected ${stated}`];
}

/** The shipment, or a sentence about its mistake. */
function shipmentOf(example: Example): Shipment | string {
  const items = example.items.map(({ type, quantity, kg, cm: [length, width, height] }) => ({
    packaging: findPackagingType(type) ?? -1,
    quantity,
    weightGrams: unitsOf(kg, 1000),
    lengthMm: unitsOf(length, 10),
    widthMm: unitsOf(width, 10),
    heightMm: unitsOf(height, 10),
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
    declaredValueCents: unitsOf(example.declared, 100),
    tailgatePickup: example.tailgate_pickup,
    tailgateDelivery: example.tailgate_delivery,
    isDangerous: example.dangerous,
    authorityToLeave: example.authority_to_leave,
    ...(example.km === undefined ? {} : { distanceMetres: unitsOf(example.km, 1000) }),
  });
}

function unitsOf(amount: Decimal4 | undefined, perWhole: number): number {
  return ((amount ?? 0) * perWhole) / one4;
}

function endOf({ po_box: isPoBox, ...end }: Example['from']): ShipmentEndInput {
  return { ...end, isPoBox };
}
