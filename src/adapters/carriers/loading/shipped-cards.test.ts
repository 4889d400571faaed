// Promises of the shipped cards beyond the format: cover on every quote, prices that do not depend on the declared
// value, and a service from and to every postcode with deliveries.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pickupOfCard } from '../../../application/quotes/card-pickup.ts';
import { findPackagingType } from '../../../domain/bookings/item.ts';
import type { Locality } from '../../../domain/places/locality.ts';
import {
  createShipment,
  type Shipment,
  type ShipmentEndInput,
  type ShipmentInput,
} from '../../../domain/quotes/shipment.ts';
import { chooseCard } from '../../../domain/rate-cards/card-choice.ts';
import {
  type Rating,
  rateShipment,
  rateShipmentWarranty,
} from '../../../domain/rate-cards/rating.ts';
import { type Holidays, makePickupCalendar, pickupMoment } from '../../../domain/time/pickup.ts';
import { readShippedLocalities } from '../../places/shipped-localities.ts';
import { readCarrierFiles } from './carrier-files.ts';
import { loadCarriers } from './load-carriers.ts';

const day = 20_260_302;
const carriers = [
  ...loadCarriers(await readCarrierFiles(join(import.meta.dirname, '../../../../carriers'))),
].flatMap(([, { carrier }]) => (carrier === undefined ? [] : [carrier]));
const services = carriers.flatMap(({ terms, cards }) =>
  terms.services.flatMap(({ id, stringId }) => {
    const chosen = chooseCard(
      cards.map(({ card }) => card),
      id,
      day,
    );
    return chosen === undefined ? [] : [{ stringId, ...chosen }];
  }),
);

const business = (postcode: string, suburb: string, state: string): ShipmentEndInput => ({
  postcode,
  suburb,
  state,
  type: 'business',
});
const sydney = business('2000', 'SYDNEY', 'NSW');
const melbourne = business('3000', 'MELBOURNE', 'VIC');
const abroad: ShipmentEndInput = {
  country: 'NZ',
  postcode: '1010',
  suburb: 'AUCKLAND',
  type: 'business',
};
const ends = [
  sydney,
  melbourne,
  abroad,
  business('2010', 'SURRY HILLS', 'NSW'),
  business('2640', 'ALBURY', 'NSW'),
  business('3550', 'BENDIGO', 'VIC'),
  business('4000', 'BRISBANE CITY', 'QLD'),
  business('4870', 'CAIRNS CITY', 'QLD'),
  business('5000', 'ADELAIDE', 'SA'),
  business('6000', 'PERTH', 'WA'),
  business('6714', 'KARRATHA', 'WA'),
];
const itemOf = (packaging: string, kg: number, cm: readonly [number, number, number]) => ({
  packaging: findPackagingType(packaging) ?? assert.fail(packaging),
  quantity: 1,
  weightGrams: kg * 1000,
  lengthMm: cm[0] * 10,
  widthMm: cm[1] * 10,
  heightMm: cm[2] * 10,
});
const carton = itemOf('Carton', 4, [30, 20, 20]);
const pallet = itemOf('Pallet', 220, [116, 116, 100]);
const envelope = itemOf('Document', 0.4, [30, 22, 1]);

/** The first of the sample shipments that the service prices. */
function pricedBy(
  service: (typeof services)[number],
  change: Partial<ShipmentInput> = {},
): { shipment: Shipment; rating: Rating } | undefined {
  for (const item of [carton, pallet, envelope])
    for (const sender of ends)
      for (const receiver of ends) {
        const shipment = createShipment({
          sender,
          receiver,
          items: [item],
          distanceMetres: 12_000,
          ...change,
        });
        const rating = rateShipment(service.card, service.service, shipment, day);
        if (rating.isPriced) return { shipment, rating };
      }
  return undefined;
}

const cards = carriers.flatMap((carrier) => carrier.cards.map(({ card }) => card.definition));

describe('the warranty of every shipped card', () => {
  it('covers the declared value up to the cap, with or without authority to leave', () => {
    for (const service of services) {
      const { warranty } = service.card;
      for (const authorityToLeave of [false, true])
        for (const type of ['business', 'residential'] as const) {
          const priced = pricedBy(service, { authorityToLeave });
          assert.ok(priced, `${service.stringId} prices nothing`);
          const receiver = { ...priced.shipment.receiver, type };
          for (const declared of [1, 9_900, 100_000, 99_999_900]) {
            const shipment = { ...priced.shipment, receiver };
            const { insuredCents } = rateShipmentWarranty(priced.rating, shipment, declared, true);
            const expected = Math.min(declared, warranty.capCents);
            assert.equal(insuredCents, expected, `${service.stringId}, ${declared} cents declared`);
          }
        }
    }
  });

  it('is never void', () => {
    for (const { code, warranty } of cards) assert.equal(warranty.voidWhen, undefined, code);
  });

  it('is free or has a fee for each bracket of the declared value', () => {
    for (const { code, warranty } of cards)
      assert.ok(['free', 'tiered'].includes(warranty.kind), `${code}: ${warranty.kind}`);
  });

  it('never asks less for a higher bracket, and has a cap', () => {
    for (const { code, warranty } of cards) {
      assert.ok(warranty.capCents !== undefined && warranty.capCents > 0, code);
      const fees = warranty.tiers.map(({ fee }) => fee);
      assert.deepEqual(
        fees,
        fees.toSorted((one, other) => one - other),
        code,
      );
      const last = warranty.tiers.at(-1)?.upToCents;
      if (last !== undefined) assert.equal(last, warranty.capCents, code);
    }
  });
});

describe("every shipped card's price", () => {
  const asksForDeclared = /\bdeclared\b/;

  it('is the same for every declared value', () => {
    for (const service of services) {
      const priced = pricedBy(service);
      assert.ok(priced, `${service.stringId} prices nothing`);
      for (const declaredValueCents of [100, 50_000, 100_100, 200_100, 600_000, 2_000_000]) {
        const shipment = { ...priced.shipment, declaredValueCents };
        const rating = rateShipment(service.card, service.service, shipment, day);
        // Some carriers refuse goods above a declared value.
        if (!rating.isPriced) continue;
        assert.equal(rating.priceCents, priced.rating.priceCents, service.stringId);
      }
    }
  });

  it('has no charge, fuel levy or cubic factor that depends on the declared value', () => {
    for (const { code, surcharges, fuel, weight } of cards) {
      for (const { code: rule, when = '', charge } of surcharges) {
        assert.ok(!(charge.kind === 'percent' && charge.of === 'declared'), `${code} ${rule}`);
        if (charge.kind !== 'price_on_application')
          assert.doesNotMatch(when, asksForDeclared, `${code} ${rule}`);
      }
      for (const { when = '' } of [...fuel, ...weight.cubicRules])
        assert.doesNotMatch(when, asksForDeclared, code);
    }
  });
});

describe('the shipped services together', () => {
  const none = new Map<number, string>();
  const holidays: Holidays = {
    NSW: none,
    VIC: none,
    QLD: none,
    SA: none,
    WA: none,
    TAS: none,
    NT: none,
    ACT: none,
  };
  const monday = Date.parse('2026-03-02T09:30:00+11:00');
  const inSydney = { state: 'NSW', postcode: '2000' } as const;
  const moment = { pickup: pickupMoment(makePickupCalendar(holidays), inSydney, monday) };
  const carry = (sender: ShipmentEndInput, receiver: ShipmentEndInput): boolean => {
    const shipment = createShipment({ sender, receiver, items: [carton] });
    return services.some(({ card, service }) => {
      const rating = rateShipment(card, service, shipment, day);
      return rating.isPriced && pickupOfCard(moment, rating) !== undefined;
    });
  };

  it('carry a parcel from and to every postcode that has deliveries', async () => {
    const antarctica = '7151';
    const byPostcode = new Map<string, Locality>();
    for (const locality of await readShippedLocalities())
      if (locality.kind === 'delivery') byPostcode.set(locality.postcode, locality);
    byPostcode.delete(antarctica);
    assert.ok(byPostcode.size > 2500);
    const places = [...byPostcode.values()].map(({ postcode, name, state }) =>
      business(postcode, name, state),
    );
    const unserved: string[] = [];
    let before = places.at(-1) ?? sydney;
    for (const place of places) {
      for (const other of [sydney, melbourne, before]) {
        if (!carry(place, other)) unserved.push(`${place.postcode} to ${other.postcode}`);
        if (!carry(other, place)) unserved.push(`${other.postcode} to ${place.postcode}`);
      }
      before = place;
    }
    assert.deepEqual(unserved, []);
  });
});
