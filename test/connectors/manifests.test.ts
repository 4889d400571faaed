// Manifests that fail halfway: consignments that the carrier has on a manifest are recorded, and later bookings are
// still lodged. Consignments that we number, and whose manifests name one pickup. Against simulated carriers, on both engines.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { teamGlobalExpress } from '../../carriers/toll/connector/team-global-express.ts';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import { lodgeManifest } from '../../src/application/manifests/lodge-manifest.ts';
import type { CarrierAccount, Connector } from '../../src/application/ports.ts';
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
const tge = { carrier: 'toll' };

for (const setup of setups) {
  describe(`manifests on ${setup.name}`, () => {
    let t: TestApp;
    let shop: Checkout;
    let simulator: TestSimulator;
    const connect = async (connector: Connector, change: CarrierAccount = {}) => {
      const { carrier } = connector;
      const listed = simulator.carriers.find((one) => one.carrier === carrier);
      assert.ok(listed);
      const account = { ...simulatedAccount(connector, listed), ...change };
      const connection = { carrier, account, policy: 'live', isUntested: false } as const;
      await connectAccount(t.app, undefined, connection);
    };
    before(async () => {
      simulator = await openSimulator('auspost', 'toll');
      const connectors = [auspost, teamGlobalExpress];
      t = await startTestApp(setup, { connectors, limits: { v5PerMinute: 0 } });
      shop = new Checkout(t, await t.addMember());
      await shop.giveCredit(100_000);
      for (const connector of connectors) await connect(connector);
      await until('the carriers are connected', () => t.app.carriers.live.length > 1);
    });
    after(async () => {
      await t.close();
      await simulator.close();
    });
    beforeEach(async () => {
      await lodgeManifest(t.app, house);
    });

    const confirm = async (service: string, change: object = {}) => {
      const quoted = await shop.quote({ ...body, ...change });
      const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, service));
      return { answer, reference: String(quoted.id) };
    };
    const book = async (service = parcel, change: object = {}): Promise<string> => {
      const { answer, reference } = await confirm(service, change);
      assert.equal(answer.statusCode, 200, answer.body);
      return reference;
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
      const { consignments, documents } = await lodgeManifest(t.app, house);
      assert.deepEqual([consignments, documents], [1, []]);
      assert.equal(await manifestOf(reference), orderOf(reference));

      const next = await book();
      const lodged = await lodgeManifest(t.app, house);
      assert.equal(lodged.consignments, 1);
      assert.equal(lodged.documents.length, 1);
      assert.deepEqual([await manifestOf(next)], lodged.manifestIds);
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
      assert.deepEqual([await manifestOf(next)], lodged.manifestIds);
      assert.equal(await manifestOf(next), orderOf(next));
      assert.notEqual(orderOf(lost), orderOf(next));
      assert.equal((await lodgeManifest(t.app, house)).consignments, 0);
    });

    test('recovers a manifest whose answer was lost when nothing was booked since', async () => {
      const lost = await book();
      await simulator.fault('auspost:manifest:accepted-but-answer-lost:1');
      await assert.rejects(lodgeManifest(t.app, house), refusedAs('manifest_refused'));
      const { manifestIds, consignments, documents } = await lodgeManifest(t.app, house);
      assert.deepEqual([manifestIds, consignments], [[orderOf(lost)], 1]);
      assert.equal(documents.length, 1);
    });

    /** The shipments that TGE has on a manifest, by its number. */
    const shipmentsOn = (manifestId: string): string[] =>
      (simulator.simulation.find('toll')?.desk.shipments.all() ?? [])
        .filter((shipment) => shipment.orderId === manifestId)
        .map(({ number }) => number);

    test('numbers consignments from the ranges of the account and prints their labels', async () => {
      const [one, other] = [await book('toll'), await book('toll')];
      const sent = await Promise.all(
        [one, other].map((reference) => t.app.store.sentConsignments.find(reference)),
      );
      const [first, second] = sent.map((consignment) => Number(consignment?.connote));
      assert.equal(second, (first ?? 0) + 1);
      const [piece = ''] = sent[0]?.pieces ?? [];
      assert.match(piece, /^000999041\d{11}$/);
      const label = await t.app.connections.label(one, 'pdf');
      assert.equal(label.outcome, 'label');
      await lodgeManifest(t.app, tge);
    });

    test('lodges one manifest for each pickup address', async () => {
      const sydneyside = await book('toll');
      const sender = { ...sydney, name: 'Jane', address: '5 Bridge Street', phone: '02 9876 5432' };
      const elsewhere = await book('toll', { sender });
      const { manifestIds, consignments, documents } = await lodgeManifest(t.app, tge);
      assert.deepEqual([manifestIds.length, consignments, documents.length], [2, 2, 2]);
      for (const reference of [sydneyside, elsewhere]) {
        const { connote = '' } = (await t.app.store.sentConsignments.find(reference)) ?? {};
        assert.deepEqual(shipmentsOn((await manifestOf(reference)) ?? ''), [connote]);
      }
    });

    test('sends a manifest whose answer was lost again under the same number', async () => {
      const lost = await book('toll');
      await simulator.fault('toll:manifest:accepted-but-answer-lost:1');
      await assert.rejects(lodgeManifest(t.app, tge), refusedAs('manifest_refused'));
      const next = await book('toll');
      const { manifestIds, consignments } = await lodgeManifest(t.app, tge);
      const { connote } = (await t.app.store.sentConsignments.find(lost)) ?? {};
      assert.deepEqual([manifestIds, consignments], [[connote], 2]);
      assert.equal(shipmentsOn(connote ?? '').length, 2);
      assert.deepEqual([await manifestOf(next)], manifestIds);
    });

    test('rejects a booking when the numbers of the account are used up', async () => {
      await book('toll');
      const taken = Number((await t.app.store.bookings.listNewest(1))[0]?.connote);
      await connect(teamGlobalExpress, { shipment_range: `${taken}-${taken}` });
      let { answer } = await confirm('toll');
      // On PostgreSQL the new account reaches this process a moment later.
      await until('the new range is in force', async () => {
        if (answer.statusCode === 200) ({ answer } = await confirm('toll'));
        return answer.statusCode !== 200;
      });
      assert.equal(answer.statusCode, 422, answer.body);
      assert.match(answer.body, /range of consignment numbers is used up/);
      await connect(teamGlobalExpress);
      await lodgeManifest(t.app, tge);
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
      const { manifestIds, consignments, unknown } = await lodgeManifest(t.app, house);
      assert.equal(consignments, 3);
      assert.deepEqual(
        unknown.map(({ reference }) => reference),
        [deleted],
      );
      assert.equal(await manifestOf(lost), orderOf(lost));
      for (const reference of [before, next]) {
        assert.deepEqual([await manifestOf(reference)], manifestIds);
        assert.deepEqual([orderOf(reference)], manifestIds);
      }
      assert.equal(await manifestOf(deleted), '');
      await t.app.store.sentConsignments.markCancelling(deleted);
    });

    test('names a consignment unknown to the carrier even when no others wait', async () => {
      const deleted = await book();
      deleteThere(deleted);
      const { manifestIds, consignments, unknown } = await lodgeManifest(t.app, house);
      assert.deepEqual([manifestIds, consignments], [[], 0]);
      assert.deepEqual(
        unknown.map(({ reference }) => reference),
        [deleted],
      );
      await t.app.store.sentConsignments.markCancelling(deleted);
    });
  });
}
