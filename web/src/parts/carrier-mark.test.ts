// The marks of carriers: their letters, and their contrast on light and dark pages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { markOf } from './carrier-mark.ts';

test('a mark has the first letters of two words, or two letters of one, and the same hue each time', () => {
  const letters = (name: string): string => markOf(name).letters;
  assert.deepEqual(
    ['Australia Post', 'TNT', 'Team Global Express', 'toll', 'Étoile & Co', ''].map(letters),
    ['AP', 'TN', 'TG', 'TO', 'ÉC', ''],
  );
  assert.deepEqual(markOf('Australia Post'), markOf('Australia Post'));
  const names = ['Australia Post', 'TNT', 'Toll', 'Aramex', 'Hunter Express', 'StarTrack'];
  assert.ok(new Set(names.map((name) => markOf(name).hue)).size >= names.length - 1);
});

/** Of a colour in HSL, as WCAG defines it. */
function luminance(hue: number, saturation: number, lightness: number): number {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number): number => {
    const at = (n + hue / 30) % 12;
    const value = lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4);
}

test('the letters of a mark have a contrast of at least 4.5 in every hue, light and dark', () => {
  const css = readFileSync(join(import.meta.dirname, 'marked-carrier.module.css'), 'utf8');
  const fills = [...css.matchAll(/hsl\(var\(--mark-hue\) (\d+)% (\d+)%\)/g)];
  const inks = [1, luminance(0, 0, 17 / 255)];
  assert.equal(fills.length, inks.length);
  for (const [n, [, saturation, lightness]] of fills.entries())
    for (let hue = 0; hue < 360; hue += 1) {
      const fill = luminance(hue, Number(saturation) / 100, Number(lightness) / 100);
      const [dark = 0, bright = 0] = [fill, inks[n] ?? 0].toSorted((a, b) => a - b);
      assert.ok((bright + 0.05) / (dark + 0.05) >= 4.5, `hue ${hue} of ${css.length}`);
    }
});
