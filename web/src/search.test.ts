// Addresses that somebody else may have written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingsSearch, ownPath, quoteSearch, returnSearch } from './search.ts';

test('only our own pages are gone to after signing in', () => {
  assert.equal(ownPath('/bookings?q=1#top'), '/bookings?q=1#top');
  for (const to of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/a\\b',
    'quote',
    '',
    7,
    null,
  ])
    assert.equal(ownPath(to), undefined, String(to));
  assert.deepEqual(returnSearch({ to: '//evil.example' }), { to: undefined });
});

test('what is not as it should be is stated as undefined, so that the raw value does not shine through', () => {
  assert.deepEqual(quoteSearch({ booking: 'abc' }), {
    booking: undefined,
    again: undefined,
    order: undefined,
  });
  assert.deepEqual(quoteSearch({ booking: 7 }), { booking: 7, again: undefined, order: undefined });
  assert.deepEqual(bookingsSearch({ q: 623634, page: '1' }), {
    q: '623634',
    page: undefined,
    show: undefined,
  });
  assert.deepEqual(bookingsSearch({ q: '', page: 3 }), { q: undefined, page: 3, show: undefined });
});
