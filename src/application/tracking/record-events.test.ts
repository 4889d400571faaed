// Two simultaneous reports about different pieces of one shipment. PostgreSQL runs their transactions in parallel;
// SQLite has a single writer.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  aCarton,
  melbourne,
  sydneyToMelbourne,
} from '../../../test/support/bookings/quote-bodies.ts';
import { aShipmentOf, report } from '../../../test/support/bookings/shipments.ts';
import { setups } from '../../../test/support/setups.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import type { Store } from '../ports.ts';

/** Holds each report after it stores its events until this many reports have done so. */
function meetingAfterEvents(t: TestApp, reports: number): TestApp {
  const met = Promise.withResolvers<void>();
  let arrived = 0;
  const within = (store: Store): Store => ({
    ...store,
    trackingEvents: {
      ...store.trackingEvents,
      add: async (events) => {
        const added = await store.trackingEvents.add(events);
        arrived += 1;
        if (arrived === reports) met.resolve();
        await met.promise;
        return added;
      },
    },
  });
  const { store } = t.app;
  const transaction: Store['transaction'] = (work) =>
    store.transaction((inside) => work(within(inside)));
  return { ...t, app: { ...t.app, store: { ...store, transaction } } };
}

for (const setup of setups.filter(({ engine }) => engine === 'postgres')) {
  describe(`simultaneous tracking reports on ${setup.engine}`, () => {
    test('two reports of the last two pieces deliver the shipment and e-mail its receiver', async () => {
      const t = await startTestApp(setup);
      try {
        const jane = await t.addMember();
        const body = sydneyToMelbourne({
          items: [aCarton({ quantity: 2 })],
          receiver: { ...melbourne, email: 'receiver@example.com' },
          notifications: { email: true },
        });
        const shipment = await aShipmentOf(t, jane, { body });
        const both = meetingAfterEvents(t, 2);
        await Promise.all(
          [1, 2].map((piece) => report(both, shipment, { status: 'Delivered', piece })),
        );
        assert.equal((await t.app.store.shipments.find(shipment.id))?.stage, 'delivered');
        const mails = await t.app.store.mails.list(shipment.id);
        assert.deepEqual(mails.map(({ kind }) => kind).toSorted(), ['confirmed', 'delivered']);
      } finally {
        await t.close();
      }
    });
  });
}
