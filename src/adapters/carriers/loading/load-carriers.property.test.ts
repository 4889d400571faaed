// Loading returns carriers or problems for any files and never throws. A card without errors can price.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { aMonday, aShipment } from '../../../../test/support/rate-cards/cards.ts';
import { goodFiles } from '../../../../test/support/rate-cards/packs.ts';
import { rateShipment } from '../../../domain/rate-cards/rating.ts';
import { loadCarriers } from './load-carriers.ts';

const paths = [...goodFiles().keys()];
const scrap = fc.oneof(
  fc.constantFrom(
    '',
    '"',
    ',',
    '\n',
    '{',
    '}',
    '[',
    ']',
    ':',
    '|',
    '*',
    '!',
    '#',
    '\\',
    '/',
    '-1',
    '0',
    '1e9',
  ),
  fc.constantFrom(
    '99999999999',
    '0.00001',
    'null',
    'true',
    '__proto__',
    'MEL',
    'NSW2',
    "'",
    '(',
    '\u0000',
    'é',
    '🚚',
  ),
  fc.string({ maxLength: 6 }),
);

/** Replaces a random part of a random file by `scrap`. */
const mutation = fc.record({
  path: fc.constantFrom(...paths),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 12 }),
  scrap,
});

it('damaged files are loaded or reported, and loaded cards can price', () => {
  const shipments = [
    aShipment(['3 x Carton 60x40x40 14kg']),
    aShipment(['Pallet 120x120x100 300kg', 'Carton 10x10x10 1kg']),
  ];
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
      const files = goodFiles();
      for (const { path, at, length, scrap: text } of mutations) {
        const content = files.get(path) ?? '';
        const start = Math.floor(at * content.length);
        files.set(path, content.slice(0, start) + text + content.slice(start + length));
      }
      for (const { carrier, problems } of loadCarriers(files).values()) {
        for (const { line, column, message } of problems) {
          assert.ok(line >= 0 && column >= 0 && message !== '');
        }
        for (const loaded of carrier?.cards ?? []) {
          const card = loaded.card.compiled();
          for (const service of card.services) {
            for (const shipment of shipments) {
              const outcome = rateShipment(card, service, shipment, aMonday);
              if (outcome.isPriced) assert.ok(Number.isSafeInteger(outcome.priceCents));
            }
          }
        }
      }
    }),
    { numRuns: 1500 },
  );
});

it('reports a file of any content without throwing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...paths),
      fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.json()),
      (path, content) => {
        const files = goodFiles().set(path, content);
        for (const { carrier, problems } of loadCarriers(files).values()) {
          assert.ok(carrier !== undefined || problems.length > 0);
        }
      },
    ),
    { numRuns: 500 },
  );
});
