// A stored booking reads back as it was written, for any content, and stays small.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sydneyToMelbourne } from '../../../../test/support/bookings/quote-bodies.ts';
import { setups } from '../../../../test/support/setups.ts';
import { startTestApp, type TestApp } from '../../../../test/support/test-app.ts';
import type { NewBooking } from '../../../application/ports.ts';
import type { BookingItem } from '../../../domain/bookings/booking.ts';
import { keyId } from '../../../domain/keys/api-key.ts';
import { memberId } from '../../../domain/members/member.ts';
import type { Address } from '../../../domain/places/address.ts';
import { freightPartKinds, isFlatCharge, numbersOf } from '../../../domain/quotes/freight-part.ts';
import type { Quote, QuoteFailure } from '../../../domain/quotes/quote.ts';
import { writeMarket } from '../quotes/stored-market.ts';
import {
  readBookingDetails,
  readBookingDocument,
  writeBookingDocument,
} from './booking-document.ts';

const cents = fc.nat(100_000_00);
const anyText = fc.string({ unit: 'grapheme', maxLength: 12 });
/** Few values, so that quotes often share a value, which the document stores once. */
const few = (...values: string[]) => fc.constantFrom(...values);
const days = fc.subarray(['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']);

const address: fc.Arbitrary<Address> = fc.record({
  type: fc.constantFrom('business' as const, 'residential' as const),
  country: few('AU', 'NZ'),
  postcode: anyText,
  suburb: anyText,
  state: anyText,
  coordinates: fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
  localityKind: fc.constantFrom('delivery' as const, 'po_box' as const),
  name: anyText,
  companyName: anyText,
  email: anyText,
  phone: anyText,
  street: anyText,
});

const tier = fc
  .record({ identifier: fc.nat(9), description: anyText, priceCents: cents, feeCents: cents })
  .map((one) => ({ ...one, totalCents: one.priceCents + one.feeCents }));

const working = fc.record({
  basis4: fc.nat(),
  unit: few('%', 'kg', 'consignment'),
  rate4: fc.oneof(fc.integer(), fc.constant(12_500)),
  note: few('', 'minimum charge'),
});
const part = fc
  .record({
    kind: fc.constantFrom(...freightPartKinds),
    basis4: fc.nat(),
    unit: few('kg', 'consignment'),
    rate4: fc.nat(),
    numbers: fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()),
    counts: few('kg', 'm3'),
  })
  .map(({ numbers, ...rest }) => {
    const [first4, second4, times, step4] = numbers;
    const count = numbersOf[rest.kind];
    return {
      ...rest,
      counts: isFlatCharge(rest.kind) ? rest.counts : rest.unit,
      first4: count > 0 ? first4 : 0,
      second4: count > 1 ? second4 : 0,
      times: count > 2 ? times : 1,
      step4: count > 3 ? step4 : 0,
    };
  });

const waterfall = fc.record(
  {
    fromZone: anyText,
    toZone: anyText,
    cubicKg4: fc.nat(),
    chargeKg4: fc.nat(),
    freight: fc.record({ cents, parts: fc.array(part, { maxLength: 3 }) }),
    charges: fc.array(
      fc.record({
        code: anyText,
        label: anyText,
        basis4: fc.nat(),
        unit: few('%', 'item'),
        rate4: fc.nat(),
        cents,
        note: anyText,
      }),
      { maxLength: 3 },
    ),
    fuel: fc.record({ percent4: fc.nat(), cents, baseCents: cents }),
    exCents: cents,
    gstCents: cents,
    gstPercent4: fc.constantFrom(0, 100_000),
    warranty: working,
    adjustments: fc.array(
      fc.record(
        {
          kind: fc.constantFrom(
            'discount' as const,
            'rule' as const,
            'surcharge' as const,
            'tier' as const,
          ),
          name: anyText,
          cents: fc.integer(),
          working,
        },
        { requiredKeys: ['kind', 'name', 'cents'] },
      ),
      { maxLength: 3 },
    ),
  },
  {
    requiredKeys: [
      'fromZone',
      'toZone',
      'cubicKg4',
      'chargeKg4',
      'freight',
      'charges',
      'fuel',
      'exCents',
      'gstCents',
      'adjustments',
    ],
  },
);

/** The carrier's price is the price without GST plus the GST. The price adds every adjustment to it. */
const quote: fc.Arbitrary<Quote> = fc
  .record({
    carrier: anyText,
    mode: few('road', 'air'),
    feeCents: cents,
    insuredCents: cents,
    transit: fc.record({ text: anyText, minDays: fc.nat(9), maxDays: fc.nat(20) }),
    pickupDates: days,
    pickupTime: fc.record({ from: few('09:00', '9'), to: few('17:00', '00 17:00') }),
    rateCard: fc.record({ code: few('A', 'A B', 'A B C'), version: few('C', 'B C', '1') }),
    tiers: fc.array(tier, { maxLength: 2 }),
    waterfall,
  })
  .map((one) => {
    const { exCents, gstCents, adjustments } = one.waterfall;
    const carrierPriceCents = exCents + gstCents;
    const priceCents = adjustments.reduce((sum, step) => sum + step.cents, carrierPriceCents);
    const totalCents = priceCents + one.feeCents;
    return { ...one, priceCents, totalCents, waterfall: { ...one.waterfall, carrierPriceCents } };
  });

const failure: fc.Arbitrary<QuoteFailure> = fc.record({
  carrier: anyText,
  code: anyText,
  serviceability: fc.constantFrom('no_route' as const, 'timeout' as const),
  isRetryable: fc.boolean(),
  message: anyText,
});

const item: fc.Arbitrary<BookingItem> = fc.record({
  line: fc.integer({ min: 1, max: 200 }),
  packaging: fc.nat(24),
  quantity: fc.integer({ min: 1, max: 1000 }),
  weightGrams: fc.nat(),
  lengthTenthMm: fc.nat(),
  widthTenthMm: fc.nat(),
  heightTenthMm: fc.nat(),
});

const booking: fc.Arbitrary<NewBooking> = fc.record({
  memberId: fc.constant(memberId(1)),
  keyId: fc.constant(keyId(2)),
  status: fc.constant('new' as const),
  createdAtMs: fc.nat(),
  bookedBy: anyText,
  lastLine: fc.nat(999),
  quotedAtMs: fc.nat(),
  pricedBy: fc.option(fc.constant(keyId(2)), { nil: undefined }),
  sender: address,
  receiver: address,
  items: fc.array(
    fc.oneof(
      item,
      fc.tuple(item, anyText).map(([line, spelling]) => ({ ...line, spelling })),
    ),
    { maxLength: 3 },
  ),
  declaredCents: cents,
  includesWarranty: fc.boolean(),
  tailgatePickup: fc.boolean(),
  tailgateDelivery: fc.boolean(),
  authorityToLeave: fc.boolean(),
  usesCache: fc.boolean(),
  description: anyText,
  customerReference: anyText,
  specialInstructions: anyText,
  pickupInstructions: anyText,
  notifications: fc.record({ email: fc.boolean(), sms: fc.boolean() }),
  referrer: anyText,
  requestingSite: anyText,
  quotes: fc.array(quote, { maxLength: 6 }),
  failures: fc.array(failure, { maxLength: 3 }),
});

function readTogether(...stored: Parameters<typeof readBookingDocument>) {
  const { details, market } = readBookingDocument(...stored);
  return { ...details, ...market };
}

describe("a booking's document", () => {
  test('reads back as it was written', () => {
    fc.assert(
      fc.property(booking, (one) => {
        // Searched fields have columns of their own outside the document.
        const { memberId: _m, keyId: _k, status: _s, createdAtMs: _c, ...kept } = one;
        // JSON has no negative zero, so the expected value goes through JSON as well.
        assert.deepEqual(
          readTogether(writeBookingDocument(one, writeMarket(one)), null),
          JSON.parse(JSON.stringify(kept)),
        );
      }),
    );
  });

  test('is the same when its quotes are stored separately', () => {
    fc.assert(
      fc.property(booking, (one) => {
        assert.deepEqual(
          readTogether(writeBookingDocument(one), writeMarket(one)),
          readTogether(writeBookingDocument(one, writeMarket(one)), null),
        );
      }),
    );
  });

  test('returns its details without its quotes, even where a text looks like the quotes', () => {
    const looksAlike = fc.constantFrom('","m":[', ',"m":', '\\",\\"m\\":');
    fc.assert(
      fc.property(booking, looksAlike, (one, text) => {
        const misleading = { ...one, description: text, receiver: { ...one.receiver, name: text } };
        const written = writeBookingDocument(misleading, writeMarket(misleading));
        const { quotes: _q, failures: _f, ...details } = readTogether(written, null);
        assert.deepEqual(readBookingDetails(written), details);
      }),
    );
  });

  test('returns the quote of one carrier, or all quotes if that carrier did not quote', () => {
    const carriers = ['toll', 'toll road', '"],[["', '\\', ''];
    // Texts that look like the end of the JSON around them.
    const misleading = fc.constantFrom(
      '"',
      '\\"',
      '"],[[',
      '],[1',
      '","toll","',
      '\\\\',
      '[[]]',
      '\u2028',
    );
    const named = fc.tuple(booking, misleading).map(([one, text]) => ({
      ...one,
      quotes: one.quotes.flatMap((two, n) => {
        const carrier = carriers[n];
        const transit = { ...two.transit, text };
        const waterfall = { ...two.waterfall, toZone: `${text}${two.waterfall.toZone}` };
        return carrier === undefined ? [] : [{ ...two, carrier, transit, waterfall }];
      }),
      failures: one.failures.map((two, n) => ({ ...two, carrier: carriers[n + 2] ?? 'toll' })),
    }));
    fc.assert(
      fc.property(named, fc.constantFrom(...carriers, 'unknown'), (one, carrier) => {
        const text = writeBookingDocument(one, writeMarket(one));
        const whole = readTogether(text, null);
        const quoted = whole.quotes.filter((two) => two.carrier === carrier);
        const expected = quoted.length === 0 ? whole : { ...whole, quotes: quoted, failures: [] };
        assert.deepEqual(readTogether(text, null, carrier), expected);
        const apart = readTogether(writeBookingDocument(one), writeMarket(one), carrier);
        assert.deepEqual(apart, expected);
      }),
    );
  });

  test('carriers with the same first and last pickup day keep their own days in between', () => {
    const [fromMonday, notFriday] = [
      ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-23'],
      ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-21', '2026-11-23'],
    ];
    fc.assert(
      fc.property(booking, quote, (one, two) => {
        const quotes = [
          { ...two, pickupDates: fromMonday },
          { ...two, pickupDates: notFriday },
        ];
        const both = { ...one, quotes };
        const read = readTogether(writeBookingDocument(both, writeMarket(both)), null);
        assert.deepEqual(
          read.quotes.map(({ pickupDates }) => pickupDates),
          [fromMonday, notFriday],
        );
      }),
      { numRuns: 5 },
    );
  });

  describe('with a whole market', () => {
    const [embedded] = setups;
    assert.ok(embedded);
    let t: TestApp;
    before(async () => {
      t = await startTestApp(embedded);
    });
    after(() => t.close());

    test('stays under 10 KB for a carton from Sydney to Melbourne', async () => {
      const jane = await t.addMember();
      const { id } = (
        await t.inject({
          method: 'POST',
          url: '/api/v5/bookings',
          headers: { 'api-key': jane.key },
          payload: sydneyToMelbourne({ declared_value: 1000 }),
        })
      ).json<{ id: number }>();
      const [stored] = await t.app.store.bookings.list({
        memberId: jane.id,
        sinceMs: undefined,
        text: String(id),
        isAscending: false,
        limit: 1,
        skip: 0,
      });
      assert.ok(stored);
      const { id: _id, version: _version, ...rest } = stored;
      assert.ok(stored.quotes.length >= 25);
      const bytes = Buffer.byteLength(writeBookingDocument(rest, writeMarket(rest)));
      assert.ok(bytes < 10 * 1024, `${bytes} bytes`);
    });
  });
});
