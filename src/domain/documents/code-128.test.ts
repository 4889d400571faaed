import assert from 'node:assert/strict';
import { test } from 'node:test';
import bwip from 'bwip-js/node';
import fc from 'fast-check';
import { code128, code128Modules, fnc1 } from './code-128.ts';

/** The same symbol from an independent encoder: widths of bars and spaces. */
function widthsElsewhere(text: string, isGs1: boolean): number[] {
  const [symbol] = isGs1
    ? bwip.raw({ bcid: 'gs1-128', text })
    : bwip.raw({ bcid: 'code128', text });
  assert.ok(symbol !== undefined && 'sbs' in symbol);
  return [...symbol.sbs];
}

test('draws the same bars for an SSCC as another encoder', () => {
  const { widths, modules } = code128(`${fnc1}00093275103613941860`);
  assert.deepEqual(widths, widthsElsewhere('(00)093275103613941860', true));
  assert.equal(modules, 156);
  assert.equal(
    widths.reduce((sum, width) => sum + width, 0),
    modules,
  );
});

test("is no longer than another encoder's symbol for any text", () => {
  const printable = fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: 40,
  });
  const numbers = fc.string({
    unit: fc.constantFrom(...'0123456789AB-'),
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(fc.oneof(printable, numbers), (text) => {
      const theirs = widthsElsewhere(text, false).reduce((sum, width) => sum + width, 0);
      const { widths, modules } = code128(text);
      assert.equal(
        widths.reduce((sum, width) => sum + width, 0),
        modules,
      );
      assert.equal(code128Modules(text), modules);
      assert.ok(modules <= theirs, `${text}: ${modules} > ${theirs}`);
    }),
    { numRuns: 100 },
  );
});

test('rejects text that Code 128 cannot hold', () => {
  assert.throws(() => code128('Zürich'), /cannot hold/);
  assert.throws(() => code128(''), /1 to 80/);
  assert.throws(() => code128('1'.repeat(81)), /1 to 80/);
});
