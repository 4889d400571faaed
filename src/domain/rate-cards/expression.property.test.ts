// Any text either compiles or is refused with a position inside it; nothing else is thrown.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { compileExpression } from './expression.ts';
import { ExpressionError } from './expression-syntax.ts';

const piece = fc.constantFrom(
  ...[
    'l',
    'kg',
    'type',
    'dangerous',
    'charge_kg',
    "'Tube'",
    '"x',
    '12.5',
    '0',
    '(',
    ')',
    '&&',
    '||',
    '!',
    '==',
  ],
  ...[
    '<',
    '>=',
    '+',
    '-',
    '*',
    '/',
    ' ',
    'true',
    'é',
    '\u0000',
    '🚚',
    '.',
    '=',
    '__proto__',
    'constructor',
  ],
);

it('any text compiles or is rejected with an offset inside it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join('')),
      ),
      (source) => {
        try {
          compileExpression(source, 'item', () => 0);
        } catch (error) {
          assert.ok(error instanceof ExpressionError, String(error));
          assert.ok(error.offset >= 0 && error.offset <= source.length);
        }
      },
    ),
    { numRuns: 3000 },
  );
});
