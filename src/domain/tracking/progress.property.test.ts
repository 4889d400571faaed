import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CarrierEvent } from './carrier-event.ts';
import { progressOf } from './progress.ts';
import { trackingStages } from './stage.ts';
import { type StageRule, stageOfWords } from './stage-rules.ts';

const phrase = fc.constantFrom(
  'Booked',
  'Manifest received',
  'Picked up',
  'In transit',
  'Arrived at depot',
  'On board for delivery',
  'Card left',
  'Article damaged',
  'Incorrect address',
  'Delivered',
  'Not delivered',
  'Zorp',
);

const event: fc.Arbitrary<CarrierEvent> = fc.record({
  piece: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  occurredAtMs: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  givenStage: fc.option(fc.constantFrom(...trackingStages), { nil: undefined, freq: 8 }),
  raw: fc.record({ status: phrase }),
});

const rule: fc.Arbitrary<StageRule> = fc.record({
  status: fc.oneof(phrase, fc.string({ minLength: 1, maxLength: 12 })),
  stage: fc.constantFrom(...trackingStages),
});

test('gives any text exactly one stage in any case and spacing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), phrase)),
      fc.array(rule, { maxLength: 5 }),
      (texts, rules) => {
        const stage = stageOfWords(texts, rules);
        assert.ok([...trackingStages, 'unknown'].includes(stage));
        assert.equal(stageOfWords(texts, rules), stage);
      },
    ),
  );
  fc.assert(
    fc.property(phrase, fc.array(rule, { maxLength: 5 }), (text, rules) => {
      const shouted = `  ${text.toUpperCase().replaceAll(' ', ' \t ')}\n`;
      assert.equal(stageOfWords([shouted], rules), stageOfWords([text], rules));
    }),
  );
});

test("the order and repetition of events do not change a shipment's progress", () => {
  fc.assert(
    fc.property(
      fc
        .array(event, { maxLength: 12 })
        .chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
          ),
        ),
      fc.integer({ min: 1, max: 4 }),
      ([events, shuffled], pieces) => {
        const once = progressOf(events, [], pieces);
        const again = progressOf(shuffled, [], pieces);
        assert.equal(again.stage, once.stage);
        assert.deepEqual(
          again.pieces.map(({ piece, stage }) => [piece, stage]),
          once.pieces.map(({ piece, stage }) => [piece, stage]),
        );
      },
    ),
  );
});

test('delivered stays delivered after later reports and reports of earlier times', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 8 }),
      fc.array(event, { maxLength: 8 }),
      fc.integer({ min: 1, max: 3 }),
      (before, after, pieces) => {
        fc.pre(progressOf(before, [], pieces).stage === 'delivered');
        assert.equal(progressOf([...before, ...after], [], pieces).stage, 'delivered');
      },
    ),
    // Few random shipments are delivered, and only those count.
    { maxSkipsPerRun: 1000 },
  );
});

test('keeps a known stage after an event in unknown words', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 8 }), (events) => {
      const { stage } = progressOf(events, [], 1);
      fc.pre(stage !== 'unknown');
      const zorp = {
        piece: undefined,
        occurredAtMs: 9,
        givenStage: undefined,
        raw: { status: '?' },
      };
      assert.equal(progressOf([...events, zorp], [], 1).stage, stage);
    }),
  );
});
