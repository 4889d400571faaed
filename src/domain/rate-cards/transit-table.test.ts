import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aZone } from '../../../test/support/rate-cards/cards.ts';
import type { TransitDefinition, TransitRow } from './card-definition.ts';
import { compileTransit, findTransit } from './transit-table.ts';
import { compileZones } from './zone-table.ts';

const zones = compileZones({
  zones: [aZone('MEL', 3000, 3207, { parent: 'VIC' }), aZone('SYD', 2000, 2234)],
  lanes: [],
  defaultZone: undefined,
  onAmbiguousZone: 'error',
});

function row(from: string, to: string, min: number, max: number, service?: string): TransitRow {
  return { service, fromZone: from, toZone: to, minDays: min, maxDays: max };
}

/** From Melbourne to Sydney by the second service, `air`. */
function text(rows: readonly TransitRow[], more: Partial<TransitDefinition> = {}): string {
  const definition: TransitDefinition = {
    rows,
    text: '{min}-{max} business days',
    textSame: '{min} business days',
    ...more,
  };
  const table = compileTransit(definition, ['road', 'air'], zones);
  const number = (code: string): number => zones.numbers.get(code) ?? 0;
  return findTransit(table, 1, number('MEL'), number('SYD'))?.text ?? 'nothing';
}

describe('the transit time', () => {
  it('shows a span, a number of days or one day', () => {
    assert.equal(text([row('MEL', 'SYD', 1, 3)]), '1-3 business days');
    assert.equal(text([row('MEL', 'SYD', 2, 2)]), '2 business days');
    assert.equal(text([row('MEL', 'SYD', 1, 1)]), '1 business day');
    assert.equal(text([row('MEL', 'SYD', 0, 1)]), '0-1 business days');
  });

  it('comes from the closest row in any order', () => {
    const rows = [
      row('*', '*', 9, 10),
      row('VIC', '*', 7, 8),
      row('VIC', 'SYD', 5, 6),
      row('MEL', 'SYD', 3, 4),
    ];
    const expected = ['9-10', '7-8', '5-6', '3-4'];
    for (let count = 1; count <= rows.length; count += 1) {
      const some = rows.slice(0, count);
      assert.equal(text(some), `${expected[count - 1]} business days`);
      assert.equal(text(some.toReversed()), `${expected[count - 1]} business days`);
    }
  });

  it("prefers the service's own row to one for all services", () => {
    const rows = [row('MEL', 'SYD', 1, 2, 'air'), row('MEL', 'SYD', 3, 4)];
    assert.equal(text(rows), '1-2 business days');
    assert.equal(
      text([row('MEL', 'SYD', 1, 2, 'road'), row('MEL', 'SYD', 3, 4)]),
      '3-4 business days',
    );
  });

  it('may be a text without days', () => {
    assert.equal(text([], { text: 'Same day' }), 'Same day');
  });

  it('is not promised where no row applies', () => {
    assert.equal(text([row('SYD', 'MEL', 1, 2)]), 'nothing');
    assert.equal(text([]), 'nothing');
  });
});
