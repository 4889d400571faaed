import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingStatuses } from './booking.ts';
import {
  isCarrierAwaited,
  isPaid,
  isSettled,
  isUnderWay,
  isUnsettled,
  isWithCarrier,
  mayMove,
  mayMoveByHand,
  statusTitle,
  troubledStatuses,
} from './booking-status.ts';

test('shows every status but new in capitalised words', () => {
  assert.deepEqual(bookingStatuses.map(statusTitle), [
    'new',
    'Pending Payment',
    'Paid',
    'Pending Review',
    'Request Sent',
    'Request Failed',
    'Reviewed',
    'Confirmed',
    'Cancelled',
    'Booked Manually',
  ]);
});

test('a booking is paid from the status pending_payment on', () => {
  assert.deepEqual(
    bookingStatuses.filter((status) => !isPaid(status)),
    ['new'],
  );
});

test('confirmation ends in confirmed or new, and leaves settled statuses unchanged', () => {
  for (const from of bookingStatuses) {
    const next = bookingStatuses.filter((to) => mayMove(from, to));
    assert.equal(next.length > 0, from === 'new' || isUnsettled(from), from);
    assert.ok(!next.includes(from));
    if (isUnsettled(from)) assert.ok(next.includes('confirmed') && next.includes('new'));
  }
  assert.deepEqual(bookingStatuses.filter(isUnsettled), ['pending_payment', 'request_sent']);
});

test('the operator moves nothing to new or into a payment, and nothing out of cancelled', () => {
  for (const from of bookingStatuses) {
    assert.ok(!mayMoveByHand(from, 'new'));
    assert.ok(!mayMoveByHand(from, 'pending_payment'));
    assert.ok(!mayMoveByHand('cancelled', from));
    assert.ok(!mayMoveByHand(from, from));
  }
  assert.ok(mayMoveByHand('request_failed', 'booked_manually'));
  assert.ok(mayMoveByHand('confirmed', 'cancelled'));
});

test('a paid booking is either under way, settled or cancelled', () => {
  assert.deepEqual(bookingStatuses.filter(isUnderWay), [
    'pending_payment',
    'request_sent',
    'request_failed',
  ]);
  for (const status of bookingStatuses) {
    const claims = [
      status === 'new',
      isUnderWay(status),
      isSettled(status),
      status === 'cancelled',
    ];
    assert.equal(claims.filter(Boolean).length, 1, status);
  }
  assert.ok(!isSettled(undefined) && !isUnderWay(undefined));
});

test('counts bookings with a carrier as settled and awaited ones as under way', () => {
  assert.deepEqual(bookingStatuses.filter(isWithCarrier), ['confirmed', 'booked_manually']);
  assert.deepEqual(bookingStatuses.filter(isCarrierAwaited), ['request_sent', 'request_failed']);
  assert.ok(bookingStatuses.filter(isWithCarrier).every(isSettled));
  assert.ok(bookingStatuses.filter(isCarrierAwaited).every(isUnderWay));
});

test('the index of bookings that need attention has exactly these statuses', () => {
  assert.deepEqual(troubledStatuses, [
    'pending_payment',
    'pending_review',
    'request_sent',
    'request_failed',
  ]);
});
