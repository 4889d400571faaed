// The pickup hours that a person can choose, and the resulting request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyTime, choicesOf, notBefore, pickupTimeOf } from './pickup-hours.ts';

const hours = { from: '13:00', to: '15:15' };

test("offers every half hour inside the carrier's hours, with the end after the beginning", () => {
  assert.deepEqual(choicesOf(hours, anyTime), {
    notBefore: ['13:30', '14:00', '14:30', '15:00'],
    notAfter: ['13:30', '14:00', '14:30', '15:00'],
  });
  const late = choicesOf(hours, { notBefore: '14:30', notAfter: '' });
  assert.deepEqual(late.notAfter, ['15:00']);
});

test('offers no choice of hours that are too short', () => {
  const { notBefore: begins, notAfter: ends } = choicesOf({ from: '09:10', to: '09:30' }, anyTime);
  assert.deepEqual([begins, ends], [[], []]);
});

test('clears an end that is not after a new beginning', () => {
  const choice = { notBefore: '13:30', notAfter: '14:00' };
  assert.deepEqual(notBefore(choice, '14:00'), { notBefore: '14:00', notAfter: '' });
  assert.deepEqual(notBefore(choice, ''), { notBefore: '', notAfter: '14:00' });
});

test("requests no hours without a choice, and completes one end with the carrier's other", () => {
  assert.equal(pickupTimeOf(hours, anyTime), undefined);
  assert.equal(pickupTimeOf(hours, { notBefore: '14:00', notAfter: '' }), '14:00-15:15');
  assert.equal(pickupTimeOf(hours, { notBefore: '', notAfter: '14:00' }), '13:00-14:00');
});
