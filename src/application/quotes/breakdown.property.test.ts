import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readCarrierFiles } from '../../adapters/carriers/loading/carrier-files.ts';
import { loadCarriers } from '../../adapters/carriers/loading/load-carriers.ts';
import { findPackagingType, type Item } from '../../domain/bookings/item.ts';
import type { KeySettings, MarginRule } from '../../domain/keys/key-settings.ts';
import { freightWorkings } from '../../domain/quotes/freight-part.ts';
import { writtenPriceLines } from '../../domain/quotes/price-lines.ts';
import { priceForCaller, pricingTerms } from '../../domain/quotes/pricing.ts';
import type { Quote, Waterfall } from '../../domain/quotes/quote.ts';
import { createShipment, type Shipment } from '../../domain/quotes/shipment.ts';
import { workedCents } from '../../domain/quotes/working.ts';
import { chooseCard } from '../../domain/rate-cards/card-choice.ts';
import { type Rating, rateShipment, rateShipmentWarranty } from '../../domain/rate-cards/rating.ts';
import { waterfallOf } from './waterfall-of.ts';

const day = 20_260_302;
const shipped = loadCarriers(
  await readCarrierFiles(join(import.meta.dirname, '../../../carriers')),
);
const services = [...shipped.values()].flatMap(({ carrier }) =>
  (carrier?.terms.services ?? []).flatMap(({ id, stringId }) => {
    const cards = carrier?.cards.map(({ card }) => card) ?? [];
    const chosen = chooseCard(cards, id, day);
    return chosen === undefined ? [] : [{ stringId, ...chosen }];
  }),
);

const places = (
  [
    ['2000', 'SYDNEY', 'NSW'],
    ['2010', 'SURRY HILLS', 'NSW'],
    ['3000', 'MELBOURNE', 'VIC'],
    ['3550', 'BENDIGO', 'VIC'],
    ['2640', 'ALBURY', 'NSW'],
    ['4000', 'BRISBANE CITY', 'QLD'],
    ['4825', 'MOUNT ISA', 'QLD'],
    ['4870', 'CAIRNS CITY', 'QLD'],
    ['5000', 'ADELAIDE', 'SA'],
    ['6000', 'PERTH', 'WA'],
    ['6725', 'BROOME', 'WA'],
    ['7000', 'HOBART', 'TAS'],
    ['0800', 'DARWIN', 'NT'],
  ] as const
).map(([postcode, suburb, state]) => ({ country: 'AU', postcode, suburb, state }));
const abroad = { country: 'NZ', postcode: '1010', suburb: 'AUCKLAND', state: '' };
const place = fc.record({
  at: fc.constantFrom(...places, abroad, abroad, abroad),
  type: fc.constantFrom('business' as const, 'residential' as const),
});
const packagings = [
  'Carton',
  'Satchel',
  'Tube',
  'Pallet',
  'Skid',
  'Crate',
  'Envelope',
  'Document',
].map((name) => findPackagingType(name) ?? assert.fail(name));
const item: fc.Arbitrary<Item> = fc.record({
  packaging: fc.constantFrom(...packagings),
  quantity: fc.integer({ min: 1, max: 7 }),
  weightGrams: fc.oneof(
    fc.integer({ min: 100, max: 5_000 }),
    fc.integer({ min: 100, max: 22_000 }),
    fc.integer({ min: 22_000, max: 600_000 }),
  ),
  lengthMm: fc.oneof(fc.integer({ min: 50, max: 400 }), fc.integer({ min: 50, max: 1400 })),
  widthMm: fc.oneof(fc.integer({ min: 50, max: 300 }), fc.integer({ min: 50, max: 1200 })),
  heightMm: fc.oneof(fc.integer({ min: 10, max: 200 }), fc.integer({ min: 20, max: 1500 })),
});
const shipment: fc.Arbitrary<Shipment> = fc
  .record({
    sender: place,
    receiver: place,
    items: fc.oneof(fc.tuple(item), fc.array(item, { minLength: 1, maxLength: 3 })),
    declaredValueCents: fc.nat({ max: 3_000_000 }),
    tailgatePickup: fc.boolean(),
    tailgateDelivery: fc.boolean(),
    authorityToLeave: fc.boolean(),
    distanceMetres: fc.integer({ min: 500, max: 60_000 }),
  })
  .map(({ sender, receiver, ...rest }) =>
    createShipment({
      ...rest,
      sender: { ...sender.at, type: sender.type },
      receiver: { ...receiver.at, type: receiver.type },
    }),
  );

const percentRule: MarginRule = {
  id: 1,
  name: 'Seven and a half percent off',
  priority: 1,
  isEnabled: true,
  carriers: new Set(),
  conditions: [],
  action: { type: 'discount', by: { unit: 'percent', basisPoints: 750 } },
} as MarginRule;
const terms = pricingTerms(
  {
    rules: [percentRule],
    isAgreed: true,
    module: { carrierSurcharges: new Map(), surchargeCents: 125 },
  } as unknown as KeySettings,
  500,
  { receiverPostcode: '', receiverState: '', weightKg4: 0, pieces4: 0, skus: [] },
);

function quoted(stringId: string, rating: Rating, sent: Shipment, frequent: boolean): Quote {
  const warranty = rateShipmentWarranty(rating, sent, sent.declaredValueCents, true);
  const tier = frequent ? rating.tiers[0] : undefined;
  const priced = priceForCaller(terms, stringId, tier?.priceCents ?? rating.priceCents);
  assert.ok(priced);
  return {
    carrier: stringId,
    mode: 'road',
    priceCents: priced.priceCents,
    feeCents: warranty.feeCents,
    insuredCents: warranty.insuredCents,
    totalCents: priced.priceCents + warranty.feeCents,
    transit: { text: '', minDays: 0, maxDays: 0 },
    pickupDates: [],
    pickupTime: { from: '', to: '' },
    rateCard: { code: '', version: '' },
    tiers: [],
    waterfall: waterfallOf(rating, tier, priced.steps, warranty),
  };
}

/** The arithmetic for readers of the interface: exact decimals, half a cent up, away from zero. */
function amountByHand({
  basis,
  unit,
  rate,
}: {
  basis: number;
  unit: string;
  rate: number;
}): number {
  // Volumes have nine decimals and rates four.
  const exact = BigInt(Math.round(basis * 1e9)) * BigInt(Math.round(rate * 1e4));
  const scale = unit === '%' ? 10n ** 13n : 10n ** 11n;
  const size = exact < 0n ? -exact : exact;
  const cents = Number((size * 2n + scale) / (scale * 2n));
  return exact < 0n && cents !== 0 ? -cents : cents;
}

/** Each amount needs a working of its own: none may fall back to a flat amount. */
function assertWhole(waterfall: Waterfall, what: string): void {
  const { freight, charges, fuel, gstPercent4, adjustments } = waterfall;
  for (const charge of charges) assert.equal(workedCents(charge), charge.cents, what);
  for (const { working, cents } of adjustments)
    assert.equal(working && workedCents(working), cents, what);
  const levy = { basis4: fuel.baseCents * 100, unit: '%', rate4: fuel.percent4 };
  assert.equal(workedCents(levy), fuel.cents, what);
  assert.notEqual(gstPercent4, undefined, what);
  const workings = freightWorkings(freight.parts, freight.cents);
  const last = workings.at(-1);
  // The exact sum is rounded once, so it differs from the sum of the lines by less than a cent per line.
  if (last?.note.startsWith('rounding') === true)
    assert.ok(Math.abs(workedCents(last)) < workings.length, `${what}: ${JSON.stringify(last)}`);
}

describe('breakdowns of every shipped card', () => {
  it('reproduce each amount from basis and rate, and the total from the lines', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(shipment, fc.boolean(), (sent, frequent) => {
        for (const { stringId, card, service } of services) {
          const rating = rateShipment(card, service, sent, day);
          if (!rating.isPriced) continue;
          seen.add(stringId);
          const quote = quoted(stringId, rating, sent, frequent);
          const lines = writtenPriceLines(quote);
          assertWhole(quote.waterfall, stringId);
          let sum = 0;
          let freight = 0;
          for (const line of lines) {
            const cents = Math.round(line.amount * 100);
            assert.equal(amountByHand(line), cents, `${stringId}: ${JSON.stringify(line)}`);
            assert.notEqual(line.label, '');
            sum += cents;
            if (line.code === 'FREIGHT') freight += cents;
          }
          assert.equal(sum, quote.totalCents, stringId);
          assert.equal(freight, rating.freightCents, stringId);
        }
      }),
      { numRuns: 2500 },
    );
    const unseen = services.filter(({ stringId }) => !seen.has(stringId));
    // A few serve only rare shipments, which not every run draws.
    assert.ok(unseen.length < services.length / 5, unseen.map((one) => one.stringId).join());
  });
});
