// Connectors and simulated carriers, written independently of each other, over real connections from a price to a
// delivery. Faults are in simulated-faults.test.ts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connectors } from '../../carriers/connectors.ts';
import type { CarrierLabel, Connector, ServiceOffers } from '../../src/application/ports.ts';
import { openSimulatedConnection, type SimulatedConnection } from './simulated-connection.ts';

for (const connector of connectors) describe(connector.carrier, () => suite(connector));

function suite(connector: Connector): void {
  let line: SimulatedConnection;
  before(async () => {
    line = await openSimulatedConnection(connector);
  });
  after(() => line.close());

  test('the simulated carrier accepts the account', async () => {
    assert.ok(String(await line.perform('check', undefined)).length > 10);
  });

  const { quote, book, label, track, manifest, cancel } = connector;
  if (quote !== undefined) {
    test('the simulated carrier quotes a price', async () => {
      const offers = (await line.perform('quote', undefined)) as ServiceOffers;
      const offer = offers.get(line.stringId);
      assert.ok(offer && 'priceCents' in offer, JSON.stringify([...offers]));
      assert.ok(offer.priceCents > 500);
    });
  }

  if (label !== undefined) {
    test('the simulated carrier prints a label for a consignment', async () => {
      const answer = await line.perform('label', await line.consignment());
      const labels = (Array.isArray(answer) ? answer : [answer]) as CarrierLabel[];
      for (const { bytes } of labels)
        assert.equal(Buffer.from(bytes.subarray(0, 5)).toString(), '%PDF-');
    });
  }

  if (manifest !== undefined) {
    test('the simulated carrier accepts a consignment on a manifest', async () => {
      const made = await line.perform('manifest', await line.consignment());
      assert.notEqual((made as { manifestId: string }).manifestId, '');
    });
  }

  // A carrier that prices but takes no bookings has no consignment to track.
  if (track !== undefined && (book !== undefined || connector.quote === undefined)) {
    test('the simulated carrier tracks a consignment to its delivery', async () => {
      const consignment = await line.consignment();
      await line.perform('track', consignment);
      await line.simulator.advance(700);
      const scans = (await line.perform('track', consignment)) as { raw: object }[];
      assert.ok(scans.length > 0);
      assert.match(JSON.stringify(scans), /deliver|departed receiver|dropped off|signed/i);
    });
  }

  if (cancel !== undefined) {
    test('the simulated carrier cancels a booking', async () => {
      assert.equal(await line.perform('cancel', await line.consignment()), 'cancelled');
    });
  }
}
