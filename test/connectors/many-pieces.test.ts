// Consignments with more pieces than one tracking request takes: each piece is requested by its own number and kept
// apart from the other pieces and the whole consignment.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aramex } from '../../carriers/aramex/connector/aramex.ts';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { fedex } from '../../carriers/fedex/connector/fedex.ts';
import type { CarrierConnection } from '../../src/adapters/connectors/carrier-connection.ts';
import { liveServices, type ServiceParts } from '../../src/adapters/connectors/live-service.ts';
import type { CarrierRequest, Connector, Conversation } from '../../src/application/ports.ts';
import type { CarrierEvent } from '../../src/domain/tracking/carrier-event.ts';
import { progressOf } from '../../src/domain/tracking/progress.ts';

type Delivered = (request: CarrierRequest) => { numbers: string[]; json: unknown };

/** Each carrier's tracking request, and an answer that says that all its pieces are delivered. */
const carriers: readonly { connector: Connector; count: number; delivered: Delivered }[] = [
  {
    connector: auspost,
    count: 21,
    delivered: ({ path }) => {
      const numbers = path.replace(/.*=/, '').split(',');
      const events = [{ date: '2026-11-17T10:00:00+11:00', description: 'Delivered' }];
      const tracking_results = numbers.map((id) => ({
        tracking_id: id,
        trackable_items: [{ article_id: id, events }],
      }));
      return { numbers, json: { tracking_results } };
    },
  },
  {
    connector: aramex,
    count: 11,
    delivered: ({ path }) => {
      const scan = { scanType: 'D', description: 'Signature Obtained' };
      const data = [{ ...scan, scannedDateTime: '2026-11-17T10:00:00' }];
      return { numbers: [path.replace(/.*\//, '')], json: { data } };
    },
  },
  {
    connector: fedex,
    count: 31,
    delivered: ({ body }) => {
      const { trackingInfo } = (body as { json: { trackingInfo: FedexNumber[] } }).json;
      const numbers = trackingInfo.map((piece) => piece.trackingNumberInfo.trackingNumber);
      const scan = { eventType: 'DL', eventDescription: 'Delivered' };
      const completeTrackResults = numbers.map((trackingNumber) => ({
        trackingNumber,
        trackResults: [{ scanEvents: [{ ...scan, date: '2026-11-17T10:00:00+11:00' }] }],
      }));
      return { numbers, json: { output: { completeTrackResults } } };
    },
  },
];
type FedexNumber = { trackingNumberInfo: { trackingNumber: string } };

for (const { connector, count, delivered } of carriers) {
  describe(connector.carrier, () => {
    const pieces = Array.from({ length: count }, (_, n) => `N${String(n + 1).padStart(3, '0')}`);

    test(`a booking of ${count} pieces is delivered once each piece is`, async () => {
      const requests: string[] = [];
      const connection = {
        connector,
        owner: undefined,
        converse: async (_asking: unknown, begin: Begin) => {
          const conversation = begin(connector, {});
          let turn = conversation.next();
          while (turn.done !== true) {
            const { numbers, json } = delivered(turn.value);
            assert.ok(numbers.length <= (connector.trackBatch ?? 0));
            requests.push(...numbers);
            const bytes = new TextEncoder().encode(JSON.stringify(json));
            turn = conversation.next({ status: 200, contentType: 'application/json', bytes });
          }
          return turn.value;
        },
      } as unknown as CarrierConnection;
      const [service] = connector.services;
      const consignment = { reference: '4711', connote: pieces[0], carrierId: '1', pieces };
      const parts = {
        clock: { nowMs: () => Date.UTC(2026, 10, 17) },
        modeOf: () => 'parcel',
        sent: { findByConnote: async () => consignment },
      } as unknown as ServiceParts;
      const live = liveServices(connection, 'live', parts).find(
        ({ stringId }) => stringId === service?.stringId,
      );
      const scans = (await live?.track?.('N001', new AbortController().signal)) ?? [];
      assert.deepEqual(requests, pieces);
      const events: CarrierEvent[] = scans.map((scan) => ({ ...scan, givenStage: undefined }));
      assert.deepEqual(
        events.map(({ piece }) => piece),
        pieces.map((_piece, n) => n + 1),
      );
      const signed = [{ status: 'signature obtained', stage: 'delivered' }] as const;
      assert.equal(progressOf(events, signed, count).stage, 'delivered');
    });
  });
}

type Begin = (connector: Connector, account: object) => Conversation<unknown>;
