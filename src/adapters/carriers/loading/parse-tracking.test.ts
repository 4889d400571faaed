// The stages that the shipped carriers' phrases map to, and mistakes in the tracking section of carrier.json.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { changed, problemsOf } from '../../../../test/support/rate-cards/packs.ts';
import type { EventStage } from '../../../domain/tracking/stage.ts';
import { stageOfWords } from '../../../domain/tracking/stage-rules.ts';
import { readCarrierFiles } from './carrier-files.ts';
import { loadCarriers } from './load-carriers.ts';

const folders = loadCarriers(
  await readCarrierFiles(join(import.meta.dirname, '../../../../carriers')),
);

/** Australia Post and StarTrack share one API and its phrases. */
const bothOfAustraliaPost: [EventStage, ...string[]][] = [
  ['pending', 'Shipping information received by Australia Post'],
  ['pending', 'Shipping information approved by Australia Post'],
  ['picked_up', 'Received by Australia Post', 'Picked up'],
  ['in_transit', 'In transit', 'Processed through Australia Post facility', 'Departed facility'],
  ['in_transit', 'Cleared and awaiting international departure', 'Processed by air carrier'],
  ['in_transit', 'Awaiting collection', 'Ready for Pickup'],
  ['out_for_delivery', 'On Board for Delivery', 'With Australia Post for delivery today'],
  ['delivered', 'Delivered', 'Delivered in Full'],
  ['futile', 'Unsuccessful Delivery', 'To be Re-Delivered', 'Held by courier'],
  ['futile', 'Possible delay', 'Cannot be delivered', 'Cancelled'],
  ['damaged', 'Article damaged'],
  ['check_address', 'Incorrect address'],
];

const phrases: Record<string, [EventStage, ...string[]][]> = {
  auspost: bothOfAustraliaPost,
  startrack: bothOfAustraliaPost,
  allied: [
    ['in_transit', 'IN TRANSIT TO MELBOURNE', 'IN AGENT'],
    ['out_for_delivery', "It's on board with driver"],
    ['delivered', 'Freight has been delivered'],
    ['futile', 'CARD LEFT', 'RETURN TO DEPOT', 'LEFT IN DEPOT', 'RETURN TO SENDER'],
    ['damaged', 'DAMAGED'],
  ],
  couriers_please: [
    ['picked_up', 'Your Parcel Has been Picked Up'],
    ['in_transit', 'Your parcel is in transit from Sydney to Perth'],
    ['in_transit', 'Your parcel(s) have arrived in Brisbane depot.'],
    ['out_for_delivery', 'Your parcel is on-board for delivery'],
    ['delivered', 'The item has been delivered. Signed for by: JO'],
    ['futile', 'Attempted to deliver parcel'],
  ],
  aramex: [
    ['picked_up', 'P', 'Your parcel was picked up.'],
    ['in_transit', 'T', 'Parcel is currently in transit between Sydney and Melbourne'],
    ['in_transit', 'Your parcel was passed onto a local delivery agent'],
    ['out_for_delivery', 'Onboard - your parcel is ready for delivery.'],
    ['delivered', 'D', 'Signature Obtained'],
    ['futile', 'Attempted to deliver parcel'],
  ],
  hi_trans: [
    ['pending', 'Awaiting Pickup Allocation', 'Pickup Allocated', 'Arrived at Sender'],
    ['picked_up', 'Departed Sender'],
    ['in_transit', 'Unshipped', 'Manifested - Pending Arrival', 'Arrived at Receiving Depot'],
    ['out_for_delivery', 'Delivery Allocated', 'Arrived at Receiver'],
    ['delivered', 'Departed Receiver'],
    ['futile', 'Futile Pickup', 'Futile Delivery'],
  ],
  zoom2u: [
    ['pending', 'Unassigned', 'Accepted', 'On Route to Pickup'],
    ['picked_up', 'Picked up'],
    ['out_for_delivery', 'On Route to Dropoff'],
    ['delivered', 'Dropped Off'],
    ['futile', 'Tried to deliver', 'On Hold - With Courier', 'Cancelled', 'Returning', 'Returned'],
  ],
  dhl_express: [
    ['picked_up', 'PU'],
    ['in_transit', 'AF', 'CC', 'DF'],
    ['out_for_delivery', 'WC'],
    ['delivered', 'OK', 'DL'],
    ['futile', 'OH'],
  ],
  fedex: [
    ['pending', 'OC'],
    ['picked_up', 'PU'],
    ['in_transit', 'IT', 'DP'],
    ['out_for_delivery', 'OD'],
    ['delivered', 'DL'],
  ],
  ups: [
    ['pending', 'M'],
    ['picked_up', 'OR'],
    ['in_transit', 'I'],
    ['out_for_delivery', 'OT'],
    ['delivered', 'D'],
    ['futile', 'X'],
  ],
};

describe('the words of the shipped carriers', () => {
  for (const [id, meant] of Object.entries(phrases)) {
    it(`${id}: each phrase gives its stage`, () => {
      const rules = folders.get(id)?.carrier?.terms.tracking ?? [];
      assert.ok(rules.length > 0);
      for (const [stage, ...texts] of meant) {
        for (const text of texts) assert.equal(stageOfWords([text], rules), stage, text);
      }
    });
  }

  it('aramex: the description of a scan decides before its type', () => {
    const rules = folders.get('aramex')?.carrier?.terms.tracking ?? [];
    for (const [type, description, stage] of [
      ['P', 'Your parcel was picked up.', 'picked_up'],
      ['T', 'Your parcel is currently in transit between depots', 'in_transit'],
      ['T', 'Onboard - your parcel is ready for delivery.', 'out_for_delivery'],
      ['T', 'Attempted to deliver parcel', 'futile'],
      ['D', 'Attempted to deliver parcel', 'futile'],
      ['T', 'Incorrect address', 'check_address'],
      ['T', 'Your parcel was damaged', 'damaged'],
      ['D', 'Signature Obtained', 'delivered'],
      ['D', 'Left as instructed', 'delivered'],
    ] as const) {
      assert.equal(stageOfWords([type, description], rules), stage, `${type} ${description}`);
    }
  });

  it('no carrier’s rules read a failed delivery as delivered', () => {
    for (const [id, { carrier }] of folders) {
      for (const text of ['Not delivered', 'Could not be delivered', 'Undelivered - card left']) {
        assert.notEqual(
          stageOfWords([text], carrier?.terms.tracking ?? []),
          'delivered',
          `${id}: ${text}`,
        );
      }
    }
  });
});

describe('the tracking section of carrier.json', () => {
  const check = (entries: string, code: string, value: string): void => {
    const { problems, mark } = problemsOf(
      changed('carrier', '"pickup":', `"tracking": [${entries}],\n  "pickup":`),
    );
    const [problem, ...more] = problems;
    assert.ok(problem !== undefined && mark !== undefined);
    assert.deepEqual(more, []);
    const { file, line, column } = problem;
    assert.deepEqual(
      { code: problem.code, value: problem.value, file, line, column },
      { code, value, ...mark },
    );
  };

  it('reports an entry without words, with both kinds of words, or with an unknown stage', () => {
    check('¦{ "stage": "delivered" }', 'tracking_words', '');
    check('¦{ "status": "a", "code": "b", "stage": "delivered" }', 'tracking_words', 'a');
    check('{ "status": "a", "stage": ¦"lost" }', 'shape', 'lost');
  });

  it('reports an entry that an earlier entry always overrides', () => {
    check(
      '{ "status": "depot", "stage": "in_transit" }, ¦{ "status": "held at depot", "stage": "futile" }',
      'tracking_hidden',
      'held at depot',
    );
  });

  it('accepts a denial after the phrase that it denies', () => {
    const { problems } = problemsOf(
      changed(
        'carrier',
        '"pickup":',
        '"tracking": [{ "status": "delivered", "stage": "delivered" }, { "status": "not delivered", "stage": "futile" }],\n  "pickup":',
      ),
    );
    assert.deepEqual(problems, []);
  });
});
