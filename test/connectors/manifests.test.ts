// Manifests that fail halfway: consignments that the carrier has on a manifest are recorded, and later bookings are
// still lodged. Against the simulated carrier, on both engines.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import { lodgeManifest } from '../../src/application/manifests/lodge-manifest.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { melbourne, sydney, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { refusedAs } from '../support/refused-as.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const body = sydneyToMelbourne({
  sender: { ...sydney, name: 'Jane', address: '21 Bourke Road', phone: '02 9876 5432' },
  receiver: { ...melbourne, name: 'Mel', address: '8 Queen Street', phone: '03 9876 5432' },
  options: { disable_cache: true },
});
const parcel = 'auspost_regular_eparcel';
const house = { carrier: 'auspost' };

for (const setup of setups) {
  describe(`manifests on ${setup.name}`, () => {
    let t: TestApp;
    let shop: Checkout;
    let simulator: TestSimulator;
    before(async () => {
      simulator = await openSimulator('auspost');
      t = await startTestApp(setup, { connectors: [auspost], limits: { v5PerMinute: 0 } });
      shop = new Checkout(t, await t.addMember());
      await shop.giveCredit(100_000);
      const [listed] = simulator.carriers;
      assert.ok(listed);
      const account = simulatedAccount(auspost, listed);
      await connectAccount(t.app, undefined, {
        ...house,
        account,
        policy: 'live',
        isUntested: false,
      });
      await until('the carrier is connected', () => t.app.carriers.live.length > 0);
    });
    after(async () => {
      await t.close();
      await simulator.close();
    });
    beforeEach(async () => {
      await lodgeManifest(t.app, house);
    });

    const book = async (): Promise<string> => {
      const quoted = await shop.quote(body);
      const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, parcel));
      assert.equal(answer.statusCode, 200, answer.body);
      return String(quoted.id);
    };
    const manifestOf = async (reference: string): Promise<string | undefined> =>
      (await t.app.store.sentConsignments.find(reference))?.manifestId;
    /** The order that the carrier itself has the shipment in. */
    const orderOf = (reference: string): string | undefined =>
      simulator.simulation.find('auspost')?.desk.shipments.withReference(reference)[0]?.orderId;

    test('lodges a manifest even when its document cannot be fetched', async () => {
      const reference = await book();
      // The connector gives up after two attempts.
      await simulator.fault('auspost:summary:server-error=503:2');
      const { consignments, document } = await lodgeManifest(t.app, house);
      assert.deepEqual([consignments, document], [1, undefined]);
      assert.equal(await manifestOf(reference), orderOf(reference));

      const next = await book();
      const lodged = await lodgeManifest(t.app, house);
      assert.equal(lodged.consignments, 1);
      assert.ok(lodged.document);
      assert.equal(await manifestOf(next), lodged.manifestId);
      assert.equal(await manifestOf(next), orderOf(next));
    });

    test('finds consignments on a manifest whose answer was lost, and lodges later ones', async () => {
      const lost = await book();
      await simulator.fault('auspost:manifest:accepted-but-answer-lost:1');
      await assert.rejects(lodgeManifest(t.app, house), refusedAs('manifest_refused'));
      assert.equal(await manifestOf(lost), '');

      const next = await book();
      const lodged = await lodgeManifest(t.app, house);
      assert.equal(lodged.consignments, 2);
      assert.equal(await manifestOf(lost), orderOf(lost));
      assert.equal(await manifestOf(next), lodged.manifestId);
      assert.equal(await manifestOf(next), orderOf(next));
      assert.notEqual(orderOf(lost), orderOf(next));
      assert.equal((await lodgeManifest(t.app, house)).consignments, 0);
    });

    test('recovers a manifest whose answer was lost when nothing was booked since', async () => {
      const lost = await book();
      await simulator.fault('auspost:manifest:accepted-but-answer-lost:1');
      await assert.rejects(lodgeManifest(t.app, house), refusedAs('manifest_refused'));
      const { manifestId, consignments, document } = await lodgeManifest(t.app, house);
      assert.deepEqual([manifestId, consignments], [orderOf(lost), 1]);
      assert.ok(document);
    });

    /** Deletes a shipment as a person can on the carrier's own page. */
    const deleteThere = (reference: string): void => {
      const shipments = simulator.simulation.find('auspost')?.desk.shipments;
      const [shipment] = shipments?.withReference(reference) ?? [];
      assert.ok(shipments && shipment);
      shipments.remove(shipment.id);
    };

    test('names a consignment unknown to the carrier and lodges the others', async () => {
      const lost = await book();
      await simulator.fault('auspost:manifest:accepted-but-answer-lost:1');
      await assert.rejects(lodgeManifest(t.app, house), refusedAs('manifest_refused'));
      const before = await book();
      const deleted = await book();
      const next = await book();
      deleteThere(deleted);
      const { manifestId, consignments, unknown } = await lodgeManifest(t.app, house);
      assert.equal(consignments, 3);
      assert.deepEqual(
        unknown.map(({ reference }) => reference),
        [deleted],
      );
      assert.equal(await manifestOf(lost), orderOf(lost));
      for (const reference of [before, next]) {
        assert.equal(await manifestOf(reference), manifestId);
        assert.equal(orderOf(reference), manifestId);
      }
      assert.equal(await manifestOf(deleted), '');
      await t.app.store.sentConsignments.markCancelling(deleted);
    });

    test('names a consignment unknown to the carrier even when no others wait', async () => {
      const deleted = await book();
      deleteThere(deleted);
      const { manifestId, consignments, unknown } = await lodgeManifest(t.app, house);
      assert.deepEqual([manifestId, consignments], ['', 0]);
      assert.deepEqual(
        unknown.map(({ reference }) => reference),
        [deleted],
      );
      await t.app.store.sentConsignments.markCancelling(deleted);
    });
  });
}
