import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transitOf } from '../connectors/carrier-answer.ts';
import { promisedDays } from './transit-promise.ts';

test('reads the promised days from a transit time that states them', () => {
  for (const [text, maxDays, promised] of [
    ['', 0, undefined],
    ['On application', 0, undefined],
    ['2-4 business days', 4, 4],
    ['Same day', 0, 0],
    ['SAME-DAY', 0, 0],
    ['0 business days', 0, 0],
    // Stored before wordings were understood.
    ['Overnight', 0, 1],
    ['Next business day', 0, 1],
    ['next day by 9 am', 9, 9],
  ] as const) {
    assert.equal(promisedDays({ text, minDays: 0, maxDays }), promised, text);
  }
});

test("reads a carrier's wording as business days", () => {
  for (const [text, days] of [
    ['Overnight', 1],
    ['Next day', 1],
    ['Same day', 0],
    ['3', 3],
    ['1-2', 2],
    ['', 0],
  ] as const) {
    assert.equal(transitOf(text).maxDays, days, text);
  }
});
