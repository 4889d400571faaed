// Tests of reading requests: route paths, fields of a body of any shape, and elements of a small XML document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, isTrueAt, listAt, missing, numberAt, textAt } from './body.ts';
import { json } from './exchange.ts';
import type { Route } from './protocol.ts';
import { findRoute } from './route-match.ts';
import { elementsOf, textOf } from './xml-text.ts';

const route = (method: string, path: string): Route => ({
  method,
  path,
  operation: 'find',
  answer: () => json({}),
});
const routes = [
  route('GET', '/shipments/:id'),
  route('GET', '/shipments/:id/label'),
  route('PUT', '/a'),
];

test('finds a route by method and whole segments in any case, with or without a final slash', () => {
  const find = (method: string, path: string) => findRoute(routes, method, path, '/v1');
  assert.deepEqual(find('GET', '/v1/Shipments/X%2F1/')?.params, { id: 'X/1' });
  assert.equal(find('GET', '/v1/shipments/1/label')?.route.path, '/shipments/:id/label');
  assert.equal(find('POST', '/v1/shipments/1'), undefined);
  assert.equal(find('GET', '/v1/shipments'), undefined);
  assert.equal(find('GET', '/shipments/1'), undefined);
  assert.deepEqual(find('GET', '/v1/shipments/%E0%A4%A')?.params, { id: '%E0%A4%A' });
});

test('reads fields from any shape without trusting it', () => {
  const body = { a: { b: [{ c: ' x ' }, { c: 7 }] }, n: '1.50', yes: 'Y', none: null, empty: '' };
  assert.equal(textAt(body, 'a.b.0.c'), 'x');
  assert.equal(textAt(body, 'a.b.1.c'), '7');
  assert.equal(textAt(body, 'a.b.2.c'), '');
  assert.equal(numberAt(body, 'n'), 1.5);
  assert.equal(numberAt(body, 'a'), undefined);
  assert.equal(numberAt({ n: '1e308' }, 'n'), undefined);
  assert.equal(isTrueAt(body, 'yes'), true);
  assert.equal(listAt(body, 'a.b').length, 2);
  assert.deepEqual(listAt(body, 'a'), [body.a]);
  assert.deepEqual(listAt(body, 'n'), []);
  assert.deepEqual(missing(body, ['a', 'n', 'none', 'empty', 'zzz']), ['none', 'empty', 'zzz']);
  for (const odd of [undefined, null, 5, 'text', [], true]) assert.equal(at(odd, 'a.b'), undefined);
  assert.equal(at({}, '__proto__.x'), undefined);
  assert.equal(at({}, 'constructor'), undefined);
});

test('finds XML elements by name, with prefixes, attributes and nesting', () => {
  const xml =
    '<ns:a x="1"><b>1 &amp; 2</b><weight unit="kg"><weight>5</weight></weight><b/></ns:a><bb>no</bb>';
  assert.deepEqual(elementsOf(xml, 'b'), ['1 &amp; 2', '']);
  assert.equal(textOf(xml, 'b'), '1 & 2');
  assert.deepEqual(elementsOf(xml, 'weight'), ['<weight>5</weight>']);
  assert.equal(elementsOf(xml, 'a').length, 1);
  assert.equal(textOf(xml, 'c'), '');
  assert.deepEqual(elementsOf('<a><a>', 'a'), []);
});
