import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionsOf, visualOrder } from './text-direction.ts';

/** The text as it is displayed. Capitals stand for right-to-left letters. */
function seen(text: string): string {
  const directionAt = directionsOf(text, (character) => /[A-Z]/.test(character));
  const parts = Array.from(text, (character, at) => ({
    text: character,
    direction: directionAt(at, character),
  }));
  const runs: typeof parts = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last?.direction === part.direction) last.text += part.text;
    else runs.push({ ...part });
  }
  return visualOrder(runs)
    .map(({ text: run, direction }) =>
      direction === 'rtl' ? Array.from(run).reverse().join('') : run,
    )
    .join('');
}

test('keeps left-to-right text as it is', () => {
  assert.equal(seen('unit 4, 12-14 (rear) george st'), 'unit 4, 12-14 (rear) george st');
});

test('sets a right-to-left line from the right, with numbers and names as they are read', () => {
  assert.equal(seen('ABC DEF'), 'FED CBA');
  assert.equal(seen('ABC, DEF 12'), '12 FED ,CBA');
  assert.equal(seen('ABC 12-14 DEF'), 'FED 12-14 CBA');
  assert.equal(seen('ABC 12 (ahmed)'), '(ahmed) 12 CBA');
  assert.equal(seen('ABC (DEF) GH'), 'HG (FED) CBA');
  assert.equal(seen('ABC new york DEF'), 'FED new york CBA');
});

test('reverses right-to-left words inside a left-to-right line among themselves only', () => {
  assert.equal(seen('attn ABC DEF, dock 3'), 'attn FED CBA, dock 3');
});
