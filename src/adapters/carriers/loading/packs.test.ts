// Every shipped carrier: its files pass all checks, its prices equal the hand-calculated ones in examples.json, and every
// Australian postcode has a zone or is declared unserved.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isPoBoxPostcode } from '../../../domain/places/post-box.ts';
import { readCarrierFiles } from './carrier-files.ts';
import { type LoadedCard, loadCarriers } from './load-carriers.ts';
import { Problems } from './problem.ts';
import { runExamples } from './run-examples.ts';

const root = join(import.meta.dirname, '../../../../carriers');
const files = await readCarrierFiles(root);
const folders = loadCarriers(files);
const carriers = new Map(
  [...folders].flatMap(([id, { carrier }]) => (carrier === undefined ? [] : [[id, carrier]])),
);

const minExamples = 3;

describe('the shipped carriers', () => {
  it('pass every check of the format', () => {
    const problems = [...folders.values()].flatMap((folder) => folder.problems);
    assert.deepEqual(problems, []);
  });

  it('are loaded from every folder', () => {
    const names = readdirSync(root).filter(
      (name) => !/^[._]/.test(name) && statSync(join(root, name)).isDirectory(),
    );
    assert.deepEqual([...carriers.keys()].sort(), names.sort());
  });

  it('give each string_id to one service only', () => {
    const ids = [...carriers.values()].flatMap(({ terms }) =>
      terms.services.map(({ stringId }) => stringId),
    );
    assert.equal(new Set(ids).size, ids.length);
  });

  it('offer the next five pickup days', () => {
    for (const { cards } of carriers.values())
      for (const { card } of cards)
        assert.equal(card.definition.pickup?.offerDays ?? 5, 5, card.definition.code);
  });

  it('have a warranty for the declared value', () => {
    for (const { cards } of carriers.values())
      for (const { card } of cards)
        assert.notEqual(card.definition.warranty.kind, 'none', card.definition.code);
  });

  it('are marked as samples', () => {
    for (const { terms } of carriers.values()) assert.equal(terms.isSample, true, terms.id);
  });
});

for (const [id, carrier] of carriers) {
  describe(`the carrier ${id}`, () => {
    it('prices its examples to the cent', () => {
      const path = `${id}/examples.json`;
      const text = files.get(path);
      assert.ok(typeof text === 'string', `${path} is missing`);
      const problems = new Problems();
      const count = runExamples(carrier, text, path, problems);
      assert.deepEqual(problems.list, []);
      assert.ok(count >= minExamples, `${path} has ${count} examples`);
    });

    it('shows a refusal and a price for each of its services that has a card', () => {
      const text = readFileSync(join(root, id, 'examples.json'), 'utf8');
      assert.match(text, /"refused":/);
      for (const { card } of carrier.cards) {
        for (const { stringId, id: service } of card.definition.services) {
          assert.ok(text.includes(`"${stringId}"`), `no example of ${service}`);
        }
      }
    });

    for (const loadedCard of carrier.cards) {
      it(`gives every postcode a zone or declares it unserved (${loadedCard.folder})`, () => {
        assert.deepEqual(uncovered(loadedCard), []);
      });
    }
  });
}

/** No state uses 0000–0199 or 0300–0799. */
function isPostcode(postcode: number): boolean {
  return postcode >= 200 && (postcode < 300 || postcode >= 800);
}

/** Ranges of postcodes without a zone. International cards are not checked. */
function uncovered({ card, unserved }: LoadedCard): string[] {
  const { zones, limits } = card.compiled();
  if (unserved.isRest || zones.defaultZone !== 0 || zones.byCountry.size > 0) return [];
  const missing: string[] = [];
  let start = -1;
  for (let postcode = 0; postcode <= 10_000; postcode += 1) {
    const isMissing =
      postcode < 10_000 &&
      isPostcode(postcode) &&
      zones.byPostcode[postcode] === 0 &&
      !(isPoBoxPostcode(postcode) && !limits.poBox) &&
      !unserved.ranges.some(({ from, to }) => postcode >= from && postcode <= to);
    if (isMissing && start < 0) start = postcode;
    if (!isMissing && start >= 0) {
      missing.push(`${String(start).padStart(4, '0')}-${String(postcode - 1).padStart(4, '0')}`);
      start = -1;
    }
  }
  return missing;
}
