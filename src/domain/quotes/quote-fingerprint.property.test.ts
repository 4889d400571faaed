// The cache of carriers' answers relies on fingerprints: a collision would sell one shipment at another's price.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { packagingTypes } from '../bookings/item.ts';
import { fingerprintOf } from './quote-fingerprint.ts';
import { createShipment, type ShipmentInput } from './shipment.ts';

const item = fc.record({
  packaging: fc.integer({ min: 0, max: packagingTypes.length - 1 }),
  quantity: fc.integer({ min: 1, max: 1000 }),
  weightGrams: fc.integer({ min: 1, max: 22_000_000 }),
  lengthMm: fc.integer({ min: 1, max: 14_000 }),
  widthMm: fc.integer({ min: 1, max: 14_000 }),
  heightMm: fc.integer({ min: 1, max: 14_000 }),
});

/** Foreign addresses are free text, so these may contain the separators that the fingerprint uses. */
const word = fc.string({
  unit: fc.constantFrom('A', 'B', '1', ',', '|', '+', '"', '\\', ' ', ''),
  maxLength: 4,
});
const end = fc.record({
  country: fc.constantFrom('AU', 'NZ', 'US'),
  postcode: word,
  suburb: word,
  state: word,
  type: fc.constantFrom('business' as const, 'residential' as const),
  isPoBox: fc.boolean(),
});

const input: fc.Arbitrary<ShipmentInput> = fc.record(
  {
    sender: end,
    receiver: end,
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
    declaredValueCents: fc.nat(100),
    tailgatePickup: fc.boolean(),
    tailgateDelivery: fc.boolean(),
    isDangerous: fc.boolean(),
    authorityToLeave: fc.boolean(),
    distanceMetres: fc.nat(100),
  },
  { requiredKeys: ['sender', 'receiver', 'items'] },
);

const nameOf = (one: ShipmentInput): string => fingerprintOf(createShipment(one), 'v1', 20_261_116);

/** The parts of a shipment that a carrier sees, without the order of items. */
function essence(one: ShipmentInput): unknown {
  const { lines, sender, receiver, ...rest } = createShipment(one);
  const items = lines.map((line) => JSON.stringify(line)).sort();
  // Totals follow from the lines.
  const { packagings: _p, pieces: _n, weightGrams: _w, volumeMm3: _v, ...terms } = rest;
  const { longestMm: _l, heaviestGrams: _h, ...own } = terms;
  return { items, sender, receiver, ...own };
}

describe("a shipment's fingerprint", () => {
  test('ignores the order of the items', () => {
    fc.assert(
      fc.property(
        input.chain((one) =>
          fc.tuple(
            fc.constant(one),
            fc.shuffledSubarray([...one.items], { minLength: one.items.length }),
          ),
        ),
        ([one, items]) => assert.equal(nameOf({ ...one, items }), nameOf(one)),
      ),
    );
  });

  test('is equal for two shipments only when carriers see no difference', () => {
    fc.assert(
      fc.property(input, input, (one, other) => {
        // Two random shipments rarely resemble each other, so mix their fields.
        const mixed = { ...one, sender: { ...one.sender, suburb: other.sender.suburb } };
        const turned = {
          ...one,
          receiver: {
            ...one.receiver,
            suburb: one.receiver.state ?? '',
            state: one.receiver.suburb,
          },
        };
        for (const [left, right] of [
          [one, other],
          [one, mixed],
          [one, turned],
        ] as const) {
          assert.equal(
            nameOf(left) === nameOf(right),
            JSON.stringify(essence(left)) === JSON.stringify(essence(right)),
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  test('changes with every change to the shipment', () => {
    fc.assert(
      fc.property(input, (one) => {
        const [first, ...others] = one.items;
        assert.ok(first);
        const changed: ShipmentInput[] = [
          { ...one, declaredValueCents: (one.declaredValueCents ?? 0) + 1 },
          { ...one, tailgatePickup: !(one.tailgatePickup ?? false) },
          { ...one, tailgateDelivery: !(one.tailgateDelivery ?? false) },
          { ...one, isDangerous: !(one.isDangerous ?? false) },
          { ...one, authorityToLeave: !(one.authorityToLeave ?? false) },
          { ...one, distanceMetres: (one.distanceMetres ?? 0) + 1 },
          { ...one, items: [...one.items, first] },
          { ...one, items: [{ ...first, quantity: first.quantity + 1 }, ...others] },
          { ...one, items: [{ ...first, weightGrams: first.weightGrams + 1 }, ...others] },
          { ...one, items: [{ ...first, heightMm: first.heightMm + 1 }, ...others] },
          { ...one, receiver: { ...one.receiver, suburb: `${one.receiver.suburb}X` } },
          { ...one, receiver: { ...one.receiver, postcode: `${one.receiver.postcode}9` } },
        ];
        for (const other of changed) assert.notEqual(nameOf(other), nameOf(one));
      }),
    );
  });

  test('differs for a pallet on its side', () => {
    const pallet = {
      packaging: 21,
      quantity: 1,
      weightGrams: 1,
      lengthMm: 1,
      widthMm: 2,
      heightMm: 3,
    };
    const base = {
      sender: { postcode: '2000', suburb: 'SYDNEY', type: 'business' as const },
      receiver: { postcode: '3000', suburb: 'MELBOURNE', type: 'business' as const },
    };
    assert.notEqual(
      nameOf({ ...base, items: [pallet] }),
      nameOf({ ...base, items: [{ ...pallet, lengthMm: 3, heightMm: 1 }] }),
    );
  });

  test('differs for other rate cards or another day', () => {
    fc.assert(
      fc.property(input, (one) => {
        const shipment = createShipment(one);
        const name = fingerprintOf(shipment, 'v1', 20_261_116);
        assert.notEqual(fingerprintOf(shipment, 'v2', 20_261_116), name);
        assert.notEqual(fingerprintOf(shipment, 'v1', 20_261_117), name);
      }),
    );
  });
});
