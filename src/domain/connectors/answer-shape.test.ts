import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestTemplate, shapeDifferences, shapeOf } from './answer-shape.ts';

const recorded = [
  shapeOf({ id: 'A1', price: { total: 12.5, gst: 1.1 }, note: 'x' }),
  shapeOf({ id: 'A2', price: { total: 3 } }),
];

test('reports a field that every recorded answer has and this one lacks', () => {
  assert.deepEqual(shapeDifferences(shapeOf({ price: { total: 1 } }), recorded), [
    { path: 'id', difference: 'missing', detail: '' },
  ]);
});

test('reports a missing object once, without its fields', () => {
  assert.deepEqual(shapeDifferences(shapeOf({ id: 'A3' }), recorded), [
    { path: 'price', difference: 'missing', detail: '' },
  ]);
});

test('reports a new object once, without its fields', () => {
  const answer = { id: 'A3', price: { total: 1 }, levy: { fuel: 2, name: 'diesel' } };
  assert.deepEqual(shapeDifferences(shapeOf(answer), recorded), [
    { path: 'levy', difference: 'new', detail: 'object' },
  ]);
});

test('reports a number that is written as text', () => {
  assert.deepEqual(shapeDifferences(shapeOf({ id: 'A3', price: { total: '12.50' } }), recorded), [
    { path: 'price.total', difference: 'another type', detail: 'text, not number' },
  ]);
});

test('treats a list of one like its single entry, and an empty field as absent', () => {
  assert.deepEqual(
    shapeDifferences(shapeOf([{ id: 'A3', price: [{ total: 1 }], note: null }]), recorded),
    [],
  );
});

test('one template stands for a request about any consignment', () => {
  assert.equal(
    requestTemplate('GET /accounts/123/orders/TB7/summary?format=pdf'),
    requestTemplate('GET /accounts/9/orders/AP12/summary'),
  );
});
