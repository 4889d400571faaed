// Properties of every locality in the real data, and of every text that a person may type.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Locality } from '../../domain/places/locality.ts';
import { localityKey } from '../../domain/places/locality-name.ts';
import { loadLocalities } from './load-localities.ts';

const localities = await loadLocalities();

/** A place on a state border has a twin in the other state, with the same name and postcode. */
function isTwin(left: Locality, right: Locality | undefined): boolean {
  return left.name === right?.name && left.postcode === right.postcode;
}

test('every locality is the first match for its suburb and postcode', () => {
  for (const locality of localities.all()) {
    const { name, postcode, state } = locality;
    const [found] = localities.search(`${name} ${postcode}`, 1);
    assert.ok(isTwin(locality, found), `${name} ${postcode} finds ${found?.name}`);
    const [stated] = localities.search(`${name} ${state} ${postcode}`, 1);
    assert.equal(stated, locality, `${name} ${state} ${postcode} finds ${stated?.name}`);
  }
});

test('every locality normalises to itself, in capitals or not', () => {
  for (const locality of localities.all()) {
    const { name, postcode, state } = locality;
    const found = localities.match({ suburb: name, postcode });
    assert.ok(found.kind === 'matched' && isTwin(locality, found.locality), `${name} ${postcode}`);
    assert.equal(found.isCorrected, false, `${name} ${postcode}`);
    const stated = localities.match({ suburb: name.toLowerCase(), postcode, state });
    assert.equal(stated.kind === 'matched' && stated.locality, locality, `${name} ${state}`);
  }
});

test('every full name finds a place of that name first', () => {
  for (const { name, kind } of localities.all()) {
    if (kind !== 'delivery') continue;
    const [found] = localities.search(name, 1);
    assert.equal(localityKey(found?.name ?? ''), localityKey(name));
  }
});

test('nineteen of twenty misspellings of the largest places still find them first', () => {
  const largest = localities
    .all()
    .toSorted((left, right) => right.priority - left.priority)
    .slice(0, 200);
  let slips = 0;
  let found = 0;
  for (const { name } of largest) {
    for (const slip of slipsOf(name)) {
      slips += 1;
      if (localities.search(slip, 1)[0]?.name === name) found += 1;
    }
  }
  assert.ok(slips > 4000, `only ${slips} slips were tried`);
  assert.ok(found / slips > 0.95, `${found} of ${slips}`);
});

/** The name with one letter after the first omitted, doubled or swapped with the next. */
function slipsOf(name: string): ReadonlySet<string> {
  const slips = new Set<string>();
  for (let at = 1; at < name.length; at++) {
    const [before, letter, after] = [name.slice(0, at), name.slice(at, at + 1), name.slice(at + 1)];
    slips.add(before + after);
    slips.add(before + letter + letter + after);
    slips.add(before + after.slice(0, 1) + letter + after.slice(1));
  }
  slips.delete(name);
  return slips;
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'abcdeiknorst 0238'), maxLength: 20 }),
);

test('finds at most the limit and no duplicates for any text', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 50 }), (text, limit) => {
      const found = localities.search(text, limit);
      assert.ok(found.length <= limit);
      assert.equal(new Set(found).size, found.length);
    }),
  );
});

test('a lower limit returns the beginning of the longer list', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 20 }), (text, limit) => {
      const more = localities.search(text, limit + 10);
      assert.deepEqual(localities.search(text, limit), more.slice(0, limit));
    }),
  );
});

test('matches any address or rejects it with the suburbs of its postcode', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 9999 }), (suburb, number) => {
      const postcode = String(number).padStart(4, '0');
      const found = localities.match({ suburb, postcode });
      const known = localities.byPostcode(postcode).map(({ name }) => name);
      if (found.kind === 'matched') assert.ok(known.includes(found.locality.name));
      else if (found.kind === 'unknown_postcode') assert.deepEqual(known, []);
      else assert.deepEqual([...found.suburbs].sort(), [...new Set(known)].sort());
    }),
  );
});
