import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FontMetrics } from './layout.ts';
import { fitBlock, fitLine } from './text-fit.ts';

/** Latin characters are half as wide as high; Chinese ones are as wide as high. */
const metrics: FontMetrics = {
  capHeight: 0.7,
  descent: 0.25,
  widthOf: (text) =>
    Array.from(text).reduce((sum, sign) => sum + (sign.charCodeAt(0) > 0x2e80 ? 1 : 0.5), 0),
};

const anyText = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  fc.string({ unit: fc.constantFrom('東', '京', ' ', 'a', '-'), maxLength: 120 }),
  fc.constant('W'.repeat(500)),
);
const mm = fc.double({ min: 6, max: 100, noNaN: true });

test('a line never exceeds its width or falls below the minimum size', () => {
  fc.assert(
    fc.property(anyText, mm, (text, widthMm) => {
      const line = fitLine(metrics, { text, weight: 'bold', sizeMm: 5, leastMm: 2, widthMm });
      assert.ok(line.widthMm <= widthMm + 1e-6, `${line.widthMm} > ${widthMm}`);
      assert.ok(line.sizeMm >= 2 && line.sizeMm <= 5);
      assert.equal(line.widthMm, metrics.widthOf(line.text, 'bold') * line.sizeMm);
      const isWhole = line.text === text;
      assert.ok(isWhole || line.text.endsWith('…'));
    }),
  );
});

test('a block never leaves its box and loses text only with an ellipsis', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 12 }), mm, mm, (paragraphs, widthMm, heightMm) => {
      const input = { paragraphs, weight: 'regular' as const, sizeMm: 4, leastMm: 2, leading: 1.2 };
      const block = fitBlock(metrics, { ...input, widthMm, heightMm });
      assert.ok(block.lines.length * block.sizeMm * 1.2 <= heightMm + 1e-6);
      for (const line of block.lines) assert.ok(line.widthMm <= widthMm + 1e-6);
      const letters = (texts: readonly string[]): string => texts.join('').replaceAll(/\s/g, '');
      const printed = letters(block.lines.map(({ text }) => text));
      if (block.isCut) assert.ok(printed.endsWith('…'));
      else assert.equal(printed, letters(paragraphs));
    }),
  );
});

test('a block that fits at its preferred size keeps it', () => {
  const block = fitBlock(metrics, {
    paragraphs: ['Ring the bell', '', 'Mind the dog'],
    weight: 'regular',
    sizeMm: 3,
    leastMm: 2,
    widthMm: 80,
    heightMm: 12,
    leading: 1.2,
  });
  assert.deepEqual(
    block.lines.map(({ text }) => text),
    ['Ring the bell', 'Mind the dog'],
  );
  assert.equal(block.sizeMm, 3);
});

test('joins paragraphs before it cuts any of them off', () => {
  const input = {
    paragraphs: ['Ring the bell', 'Mind the dog', 'Side gate'],
    weight: 'regular' as const,
    sizeMm: 2,
    leastMm: 2,
    widthMm: 30,
    heightMm: 4,
    leading: 1,
  };
  const lines = (runOn?: string): string[] =>
    fitBlock(metrics, runOn === undefined ? input : { ...input, runOn }).lines.map(
      ({ text }) => text,
    );
  assert.deepEqual(lines(), ['Ring the bell', 'Mind the dog…']);
  assert.deepEqual(lines('; '), ['Ring the bell; Mind the dog;', 'Side gate']);
});

test('breaks words only when they are longer than a line', () => {
  const lines = (text: string): string[] =>
    fitBlock(metrics, {
      paragraphs: [text],
      weight: 'regular',
      sizeMm: 2,
      leastMm: 2,
      widthMm: 10,
      heightMm: 50,
      leading: 1,
    }).lines.map((line) => line.text);
  assert.deepEqual(lines('side gate, please'), ['side gate,', 'please']);
  assert.deepEqual(lines('Featherstonehaugh'), ['Feathersto', 'nehaugh']);
  assert.deepEqual(lines('東京都千代田区丸の内'), ['東京都千代', '田区丸の内']);
  assert.deepEqual(lines('Cholmondeley-Smythe'), ['Cholmondel', 'ey-Smythe']);
});

test('ends shortened text with an ellipsis that fits', () => {
  const line = { text: 'Melbourne', weight: 'regular', sizeMm: 1, leastMm: 1 } as const;
  assert.equal(fitLine(metrics, { ...line, widthMm: 3 }).text, 'Melbo…');
  assert.equal(fitLine(metrics, { ...line, widthMm: 4.5 }).text, 'Melbourne');
});
