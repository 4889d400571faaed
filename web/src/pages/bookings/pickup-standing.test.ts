import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tracking } from '../../api/wire.ts';
import { pickupStanding } from './pickup-standing.ts';

type Said = Tracking['items'][number]['events'][number]['stage'];

const booked = {
  updated_at: '2026-11-17T16:59:00+1100',
  pickup_window: ['2026-11-17T09:00:00+1100', '2026-11-17T17:00:00+1100'],
};
const over = { ...booked, updated_at: '2026-11-17T17:00:00+1100' };

/** Tracking with the stages reported for each piece. */
function tracked(pieces: Said[][], change: Partial<Tracking> = {}) {
  return {
    state: 'pending' as Tracking['state'],
    checkedAt: '2026-11-17T16:59:00+11:00',
    items: pieces.map((events) => ({ events: events.map((stage) => ({ stage })) })),
    ...change,
  };
}

test('a pickup is ahead until its hours are over, unless the carrier has the parcel', () => {
  assert.equal(pickupStanding(booked, tracked([[]])), 'ahead');
  assert.equal(pickupStanding(booked, tracked([['pending'], ['unknown']])), 'ahead');
  for (const stage of ['picked_up', 'in_transit', 'out_for_delivery', 'delivered'] as const) {
    assert.equal(pickupStanding(booked, tracked([['pending', stage]])), 'collected', stage);
    // One of two pieces is enough, because the driver has been there.
    assert.equal(pickupStanding(booked, tracked([['pending'], [stage]])), 'collected', stage);
  }
});

test('does not count a pickup as done when its hours pass without a carrier event', () => {
  const late = { checkedAt: '2026-11-17T17:00:00+11:00' };
  assert.equal(pickupStanding(over, tracked([[]], late)), 'missed');
  assert.equal(pickupStanding(over, tracked([['pending'], ['unknown']], late)), 'missed');
  assert.equal(pickupStanding(over, tracked([['picked_up']], late)), 'collected');
});

test('a page that stays open uses the clock of the newest answer', () => {
  assert.equal(
    pickupStanding(booked, tracked([[]], { checkedAt: '2026-11-18T09:00:00+11:00' })),
    'missed',
  );
});

test('reports a delivered shipment as arrived and one in trouble as uncertain', () => {
  assert.equal(pickupStanding(over, tracked([['delivered']], { state: 'delivered' })), 'arrived');
  const held = { state: 'attention' } as const;
  assert.equal(pickupStanding(booked, tracked([['exception']], held)), 'uncertain');
  assert.equal(pickupStanding(over, tracked([['exception', 'in_transit']], held)), 'collected');
});

test('without tracking, does not claim that the carrier came', () => {
  assert.equal(pickupStanding(booked, undefined), 'ahead');
  assert.equal(pickupStanding(over, undefined), 'uncertain');
  assert.equal(pickupStanding({ ...booked, pickup_window: [] }, undefined), 'ahead');
});
