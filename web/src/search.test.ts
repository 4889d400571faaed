import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingsSearch, ownPath, quoteSearch, returnSearch } from './search.ts';

test('follows only links within this site after signing in', () => {
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

test('returns undefined for every invalid value of an address', () => {
  assert.deepEqual(quoteSearch({ booking: 'abc' }), {
    booking: undefined,
    again: undefined,
    back: undefined,
    order: undefined,
  });
  assert.deepEqual(quoteSearch({ booking: 7 }), {
    booking: 7,
    again: undefined,
    back: undefined,
    order: undefined,
  });
  const nothing = {
    q: undefined,
    page: undefined,
    show: undefined,
    carrier: undefined,
    status: undefined,
    from: undefined,
    to: undefined,
    member: undefined,
    sort: undefined,
  };
  assert.deepEqual(bookingsSearch({ q: 623634, page: '1' }), { ...nothing, q: '623634' });
  assert.deepEqual(bookingsSearch({ q: '', page: 3 }), { ...nothing, page: 3 });
  assert.deepEqual(bookingsSearch({ status: 'lost', from: 'yesterday', to: 20261118 }), nothing);
  const narrowed = { carrier: 'toll', status: 'cancelled', from: '2026-11-01', to: '2026-11-18' };
  assert.deepEqual(bookingsSearch(narrowed), { ...nothing, ...narrowed });
});
