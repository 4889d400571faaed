import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aQuote } from '../../../test/support/bookings/quotes.ts';
import type { Market, Quote } from '../../domain/quotes/quote.ts';
import { type CarrierNames, presentFailure, presentQuotes } from '../../wording/quotes.ts';
import { marketEnding } from './market-text.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 12 });
const cents = fc.oneof(fc.nat(1_000), fc.nat(100_000_00));

const quote: fc.Arbitrary<Quote> = fc
  .record({
    carrier: anyText,
    mode: anyText,
    priceCents: cents,
    feeCents: cents,
    insuredCents: cents,
    text: anyText,
    pickupDates: fc.array(anyText, { maxLength: 5 }),
    from: anyText,
    code: anyText,
    tiers: fc.array(
      fc.record({
        identifier: fc.nat(9),
        description: anyText,
        priceCents: cents,
        feeCents: cents,
        totalCents: cents,
      }),
      { maxLength: 2 },
    ),
    isEstimate: fc.boolean(),
    // Undefined if the shop's rules do not lower the price.
    loweredCents: fc.option(cents, { nil: undefined }),
  })
  .map(({ text, from, code, isEstimate, loweredCents, ...rest }) => ({
    ...aQuote(),
    ...rest,
    waterfall: {
      ...aQuote().waterfall,
      adjustments: [
        ...(isEstimate ? [{ kind: 'estimate' as const, name: 'Estimated', cents: 0 }] : []),
        ...(loweredCents === undefined
          ? []
          : [
              { kind: 'rule' as const, name: 'Free', cents: -loweredCents },
              { kind: 'shops_own' as const, name: 'Lowered', cents: 0 },
            ]),
      ],
    },
    totalCents: rest.priceCents + rest.feeCents,
    transit: { text, minDays: 1, maxDays: 2 },
    pickupTime: { from, to: '17:00' },
    rateCard: { code, version: '1' },
  }));

const failure = fc.record({
  carrier: anyText,
  code: anyText,
  serviceability: fc.constantFrom('no_route' as const, 'timeout' as const),
  isRetryable: fc.boolean(),
  message: anyText,
});

const fieldsOf = (market: Market, names?: CarrierNames) =>
  JSON.parse(`{${marketEnding(market, names).toString()}`) as {
    quotes: unknown;
    quote_errors: unknown;
  };

test('the fast JSON of quotes and failures equals their presented form', () => {
  fc.assert(
    fc.property(fc.array(quote, { maxLength: 4 }), fc.array(failure, { maxLength: 4 }), (q, f) => {
      const named = new Map(q.slice(1).map(({ carrier, mode }) => [carrier, mode]));
      const fields = fieldsOf({ quotes: q, failures: f }, named);
      const presented = JSON.parse(JSON.stringify(presentQuotes(q, named)));
      assert.equal(JSON.stringify(fields.quotes), JSON.stringify(presented));
      assert.equal(JSON.stringify(fields.quote_errors), JSON.stringify(f.map(presentFailure)));
    }),
  );
});

test('the JSON of equal quotes is not reused with other failures', () => {
  const quotes = Object.freeze([aQuote()]);
  const failed = Object.freeze([
    { carrier: 'a', code: 'b', serviceability: 'error' as const, isRetryable: true, message: 'c' },
  ]);
  const none = fieldsOf({ quotes, failures: Object.freeze([]) });
  const one = fieldsOf({ quotes, failures: failed });
  assert.deepEqual(none.quote_errors, []);
  assert.deepEqual(one.quote_errors, failed.map(presentFailure));
});
