// The text that is written by hand says exactly what the presenters say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aQuote } from '../../../test/support/quotes.ts';
import type { Quote } from '../../domain/quotes/quote.ts';
import { marketText } from './market-text.ts';
import { presentFailure, presentQuotes } from './quote.ts';

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
  })
  .map(({ text, from, code, ...rest }) => ({
    ...aQuote(),
    ...rest,
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

test('quotes and failures are written as they are presented', () => {
  fc.assert(
    fc.property(fc.array(quote, { maxLength: 4 }), fc.array(failure, { maxLength: 4 }), (q, f) => {
      const text = marketText({ quotes: q, failures: f });
      assert.equal(
        JSON.stringify(JSON.parse(text.quotes)),
        JSON.stringify(JSON.parse(JSON.stringify(presentQuotes(q)))),
      );
      assert.equal(text.failures, JSON.stringify(f.map(presentFailure)));
    }),
  );
});

test('the same quotes with other failures are another text', () => {
  const quotes = [aQuote()];
  const none = marketText({ quotes, failures: [] });
  const one = marketText({
    quotes,
    failures: [
      { carrier: 'a', code: 'b', serviceability: 'error', isRetryable: true, message: 'c' },
    ],
  });
  assert.equal(none.failures, '[]');
  assert.notEqual(one.failures, '[]');
});
