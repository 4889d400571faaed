import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventStage } from './stage.ts';
import { findStage, isException, stageCode, trackingStages } from './stage.ts';
import { type StageRule, stageOfWords } from './stage-rules.ts';

const check = (text: string, expected: EventStage, rules: readonly StageRule[] = []): void =>
  assert.equal(stageOfWords([text], rules), expected, text);

test('the fall-back recognises words without a carrier rule', () => {
  const cases: [string, EventStage][] = [
    ['Delivered', 'delivered'],
    ['DELIVERED IN FULL', 'delivered'],
    ['Item has been delivered. Signed for by: J SMITH', 'delivered'],
    ['POD available', 'delivered'],
    ['Delivered - carton damaged', 'delivered'],
    ['Damaged in transit', 'damaged'],
    ['Carton damage reported at depot', 'damaged'],
    ['Incorrect address', 'check_address'],
    ['Unable to deliver: insufficient address', 'check_address'],
    ['Card left', 'futile'],
    ['Attempted to deliver parcel', 'futile'],
    ['Refused by receiver', 'futile'],
    ['Return to sender', 'futile'],
    ['Held at depot', 'futile'],
    ['On board for delivery', 'out_for_delivery'],
    ['Onboard - your parcel is ready for delivery.', 'out_for_delivery'],
    ['On-board with driver', 'out_for_delivery'],
    ['Out for delivery', 'out_for_delivery'],
    ['Picked up', 'picked_up'],
    ['PICKED-UP', 'picked_up'],
    ['Collected from sender', 'picked_up'],
    ['Received by Australia Post', 'picked_up'],
    ['In transit', 'in_transit'],
    ['Arrived at Sydney depot', 'in_transit'],
    ['Departed facility', 'in_transit'],
    ['Sorted', 'in_transit'],
    ['Linehaul to Perth', 'in_transit'],
    ['Manifested - Pending Arrival', 'in_transit'],
    ['Shipping information received', 'pending'],
    ['Label created', 'pending'],
    ['Manifest', 'pending'],
    ['Booked', 'pending'],
    ['Zorp', 'unknown'],
    ['', 'unknown'],
    ['  ', 'unknown'],
  ];
  for (const [text, expected] of cases) check(text, expected);
});

test('a denied or announced delivery does not count as delivered', () => {
  const cases: [string, EventStage][] = [
    ['Not delivered', 'futile'],
    ['NOT YET DELIVERED', 'futile'],
    ['Could not be delivered', 'futile'],
    ['Cannot be delivered', 'futile'],
    ['Undelivered', 'futile'],
    ['To be re-delivered', 'futile'],
    ['To be redelivered tomorrow', 'futile'],
    ['Will be delivered tomorrow', 'in_transit'],
    ['To be delivered', 'in_transit'],
    ['Driver unassigned', 'unknown'],
    ['To be collected', 'pending'],
    ['Not collected', 'futile'],
    ['Tripod left behind', 'unknown'],
  ];
  for (const [text, expected] of cases) check(text, expected);
  const eager: StageRule[] = [
    { status: 'delivered', stage: 'delivered' },
    { status: 'signed', stage: 'delivered' },
  ];
  check('Not delivered, card left', 'futile', eager);
  check('has been delivered', 'delivered', eager);
  check('Driver assigned', 'unknown', eager);
});

test('a carrier’s own rules come before the fall-back, in order, over all its texts', () => {
  const rules: StageRule[] = [
    { status: 'awaiting collection', stage: 'in_transit' },
    { status: 'on-board', stage: 'out_for_delivery' },
    { code: 'OK', stage: 'delivered' },
    { code: 'PU', stage: 'picked_up' },
  ];
  check('Awaiting collection at Post Office', 'in_transit', rules);
  check('ON  BOARD', 'out_for_delivery', rules);
  check('ok', 'delivered', rules);
  check('OK to leave', 'unknown', rules);
  check('PUT AWAY', 'unknown', rules);
  // The fall-back would match the status; the carrier's own phrase is in the description.
  assert.equal(stageOfWords(['Processed', 'Parcel is on board'], rules), 'out_for_delivery');
  assert.equal(stageOfWords(['Scan 17', 'Arrived at depot'], rules), 'in_transit');
});

test('codes after the last phrase apply only when no phrase matches', () => {
  const rules: StageRule[] = [
    { status: 'onboard', stage: 'out_for_delivery' },
    { status: 'attempted to deliver', stage: 'futile' },
    { code: 'T', stage: 'in_transit' },
    { code: 'D', stage: 'delivered' },
  ];
  const check = (texts: string[], expected: EventStage): void =>
    assert.equal(stageOfWords(texts, rules), expected, texts.join(' | '));
  check(['T', 'Onboard - your parcel is ready for delivery.'], 'out_for_delivery');
  check(['D', 'Attempted to deliver parcel'], 'futile');
  check(['T', 'Scanned'], 'in_transit');
  check(['D', 'Left in a safe place'], 'delivered');
  check(['D'], 'delivered');
  // Trouble found by the fall-back still counts.
  check(['D', 'Not delivered: closed'], 'futile');
  check(['T', 'Incorrect address'], 'check_address');
  check(['T', 'Damaged at the depot'], 'damaged');
  // The carrier's own code beats any other reading of the words.
  check(['D', 'Arrived'], 'delivered');
  // A code before the phrases beats them.
  const exact: StageRule[] = [
    { code: 'PL', stage: 'picked_up' },
    { status: 'processed at', stage: 'in_transit' },
  ];
  assert.equal(stageOfWords(['PL', 'Processed at Sydney'], exact), 'picked_up');
});

test('every stage has its public number and is found by number or name', () => {
  assert.deepEqual(
    trackingStages.map((stage) => stageCode(stage)),
    [0, 1, 2, 3, 4, -1, -2, -3],
  );
  assert.equal(stageCode('unknown'), undefined);
  for (const stage of trackingStages) {
    const code = stageCode(stage) ?? Number.NaN;
    assert.equal(findStage(String(code)), stage);
    assert.equal(findStage(` ${stage.toUpperCase().replaceAll('_', ' ')} `), stage);
    assert.equal(isException(stage), code < 0);
  }
  for (const text of ['', '5', '-4', '1.5', 'lost', 'unknown', 'toString']) {
    assert.equal(findStage(text), undefined, text);
  }
});
