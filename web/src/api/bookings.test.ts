import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asDescription } from './bookings.ts';

test('shortens a long description with an ellipsis', () => {
  const fitting = 'x'.repeat(255);
  assert.equal(asDescription(fitting), fitting);
  assert.equal(asDescription(''), '');
  assert.equal(asDescription(`${fitting}y`), `${'x'.repeat(254)}…`);
  assert.equal(asDescription(`${'x'.repeat(250)}, 2 × Grout`), `${'x'.repeat(250)}, 2…`);
  const half = asDescription(`${'x'.repeat(253)}🧱 and more`);
  assert.equal(half, `${'x'.repeat(253)}…`);
});
