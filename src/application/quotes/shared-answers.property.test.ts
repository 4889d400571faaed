import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { LiveAnswer } from '../ports.ts';
import { isOffer } from './live-answer.ts';
import { readAnswer, writeAnswer } from './shared-answers.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 60 });
const days = fc.integer({ min: 0, max: 365 });
const lasting: fc.Arbitrary<LiveAnswer> = fc.oneof(
  fc
    .tuple(
      fc.integer({ min: 1, max: 100_000_000 }),
      text,
      days,
      days,
      fc.option(fc.integer({ min: 1, max: 1_440 }), { nil: undefined }),
    )
    .map(([priceCents, words, minDays, maxDays, cutoffMinute]) => ({
      offer: {
        priceCents,
        transit: { text: words, minDays, maxDays },
        ...(cutoffMinute === undefined ? {} : { cutoffMinute }),
      },
      isLasting: true,
    })),
  fc
    .tuple(
      fc.string({ minLength: 1, maxLength: 60 }),
      fc.constantFrom('no_route' as const, 'no_items' as const, 'no_service' as const),
      text,
    )
    .map(([code, serviceability, message]) => ({
      failure: { carrier: 'toll', code, serviceability, isRetryable: false, message },
      isLasting: true,
    })),
);

test('a shared answer survives a round trip', () => {
  fc.assert(
    fc.property(lasting, (answer) => {
      assert.deepEqual(readAnswer(writeAnswer(answer), 'toll'), answer);
    }),
  );
});

test('never shares a failure', () => {
  const failure = { code: 'x', serviceability: 'timeout', isRetryable: true, message: '' } as const;
  const failed = { failure: { carrier: 'toll', ...failure }, isLasting: false };
  assert.equal(writeAnswer(failed), undefined);
});

test('reads junk as no answer', () => {
  const part = fc.oneof(fc.jsonValue(), fc.constantFrom('no_route', 'timeout', 1, -1, 1e308, ''));
  const junk = fc.oneof(
    fc.string(),
    fc.json(),
    fc.array(part, { minLength: 3, maxLength: 5 }).map((parts) => JSON.stringify(parts)),
  );
  fc.assert(
    fc.property(junk, (given) => {
      const answer = readAnswer(given, 'toll');
      if (answer === undefined) return;
      assert.equal(answer.isLasting, true);
      if (answer.offer !== undefined) assert.ok(isOffer(answer.offer));
      else assert.match(answer.failure?.serviceability ?? '', /^no_(route|items|service)$/);
    }),
    { numRuns: 1_000 },
  );
  for (const given of [
    undefined,
    '',
    '[]',
    '[1,2,3,4]',
    '["x","timeout","m"]',
    '[0,"1 day",1,1]',
    '[9,"1 day",1,1,1441]',
  ])
    assert.equal(readAnswer(given, 'toll'), undefined, given);
});
