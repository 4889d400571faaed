// The operator's manifests against the simulated carrier, including a document that could not be fetched, a rejected
// manifest, and a consignment that the carrier does not know.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import { countIssues } from '../../src/application/issues/list-issues.ts';
import { lodgeManifests } from '../../src/application/jobs/lodge-manifests.ts';
import { forgetDocuments } from '../../src/application/manifests/kept-manifests.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { dayMs, hourMs } from '../../src/domain/time/durations.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { melbourne, sydney, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const body = sydneyToMelbourne({
  sender: { ...sydney, name: 'Jane', address: '21 Bourke Road', phone: '02 9876 5432' },
  receiver: { ...melbourne, name: 'Mel', address: '8 Queen Street', phone: '03 9876 5432' },
  options: { disable_cache: true },
});

for (const setup of setups) {
  describe(`the operator's manifests on ${setup.name}`, () => {
    let t: TestApp;
    let shop: Checkout;
    let olga: Visitor;
    let simulator: TestSimulator;
    before(async () => {
      simulator = await openSimulator('auspost');
      t = await startTestApp(setup, {
        connectors: [auspost],
        limits: { v5PerMinute: 0, membersPerMinute: 0 },
      });
      shop = new Checkout(t, await t.addMember());
      await shop.giveCredit(100_000);
      const [listed] = simulator.carriers;
      assert.ok(listed);
      const account = simulatedAccount(auspost, listed);
      await connectAccount(t.app, undefined, {
        ...{ carrier: 'auspost', account, policy: 'live', isUntested: false },
      });
      await until('the carrier is connected', () => t.app.carriers.live.length > 0);
      const operator = await t.addMember('olga@example.com');
      await changeMember(t.app, operator.email, { isOperator: true });
      olga = await new Visitor(t).signIn(operator);
    });
    after(async () => {
      await t.close();
      await simulator.close();
    });

    const book = async (): Promise<string> => {
      const quoted = await shop.quote(body);
      const answer = await shop.confirm(
        quoted.id,
        shop.confirmRequest(quoted, 'auspost_regular_eparcel'),
      );
      assert.equal(answer.statusCode, 200, answer.body);
      return String(quoted.id);
    };
    const clearFaults = () => simulator.control('DELETE', '/faults');
    const shown = async () => (await olga.get('/operator/manifests')).json();
    const attention = async () => (await olga.get('/operator/attention')).json();
    const lodge = (account: object = { carrier: 'auspost' }) =>
      olga.send('POST', '/operator/manifests', account);
    const documentOf = async (id: number) => await olga.get(`/operator/manifests/${id}/document`);

    test("lists the evening's manifest with its document without asking the carrier again", async () => {
      await book();
      await book();
      assert.deepEqual((await shown()).waiting, [
        { carrier: 'auspost', member: null, consignments: 2 },
      ]);
      const evening = (() => {
        for (let hours = 0; ; hours += 1) {
          const at = new Date(t.app.clock.nowMs() + hours * hourMs);
          // 17:00 in Sydney is 06:00 or 07:00 by UTC.
          if (at.getUTCHours() === 8 && at.getUTCDay() >= 1 && at.getUTCDay() <= 5) return hours;
        }
      })();
      t.advanceClock(evening * hourMs);
      assert.equal(await lodgeManifests(t.app), 2);
      t.advanceClock(-evening * hourMs);
      const { waiting, lodged } = await shown();
      assert.equal(waiting[0].consignments, 0);
      const [manifest] = lodged;
      assert.deepEqual(
        [
          lodged.length,
          manifest.carrier,
          manifest.member,
          manifest.consignments,
          manifest.has_document,
        ],
        [1, 'auspost', null, 2, true],
      );
      assert.notEqual(manifest.manifest_id, '');
      await simulator.fault('auspost:summary:server-error=503');
      const document = await documentOf(manifest.id);
      assert.deepEqual(
        [document.statusCode, document.headers['content-type']],
        [200, 'application/pdf'],
      );
      assert.ok(document.rawPayload.subarray(0, 5).equals(Buffer.from('%PDF-')));
      assert.match(
        String(document.headers['content-disposition']),
        new RegExp(`manifest-${manifest.manifest_id}\\.pdf`),
      );
      await clearFaults();
    });

    test('fetches a missing manifest document again on request', async () => {
      await book();
      await simulator.fault('auspost:summary:server-error=503');
      const lodged = await lodge();
      assert.deepEqual([lodged.statusCode, lodged.json().consignments], [200, 1]);
      const [manifest] = (await shown()).lodged;
      assert.deepEqual(
        [[manifest.manifest_id], manifest.has_document],
        [lodged.json().manifest_ids, false],
      );
      const early = await documentOf(manifest.id);
      assert.deepEqual([early.statusCode, early.json().error], [404, 'manifest_not_ready']);
      assert.match(early.json().message, /Try again later/);
      await clearFaults();
      assert.equal((await documentOf(manifest.id)).statusCode, 200);
      assert.equal((await shown()).lodged[0].has_document, true);
    });

    test('lists a refused manifest as an issue until it is lodged', async () => {
      await book();
      await simulator.fault('auspost:manifest:server-error=503');
      const refused = await lodge();
      assert.deepEqual([refused.statusCode, refused.json().error], [422, 'manifest_refused']);
      const [manifest] = (await attention()).refused_manifests;
      assert.deepEqual([manifest.carrier, manifest.member], ['auspost', null]);
      assert.match(manifest.reason, /503/);
      assert.equal((await countIssues(t.app)).refused_manifests, 1);
      await clearFaults();
      assert.equal((await lodge()).json().consignments, 1);
      assert.deepEqual((await attention()).refused_manifests, []);
      assert.equal((await countIssues(t.app)).refused_manifests, 0);
    });

    test('drops a refused manifest from the issues once its only booking is cancelled', async () => {
      const booked = await book();
      await simulator.fault('auspost:manifest:server-error=503');
      assert.equal((await lodge()).statusCode, 422);
      await clearFaults();
      assert.equal((await attention()).refused_manifests.length, 1);
      const cancelled = await olga.send('POST', `/operator/bookings/${booked}/cancel`);
      assert.equal(cancelled.statusCode, 200, cancelled.body);
      assert.deepEqual((await attention()).refused_manifests, []);
      assert.equal((await countIssues(t.app)).refused_manifests, 0);
    });

    test('deletes the document of an old manifest and fetches it again on request', async () => {
      await book();
      assert.equal((await lodge()).statusCode, 200);
      const newest = async () => (await shown()).lodged[0];
      assert.equal((await newest()).has_document, true);
      const forgetAfter = async (days: number) => {
        t.advanceClock(days * dayMs);
        assert.equal(await forgetDocuments(t.app), false, 'one batch deletes all old documents');
        t.advanceClock(-days * dayMs);
      };
      await forgetAfter(89);
      assert.equal((await newest()).has_document, true);
      await forgetAfter(91);
      assert.equal((await newest()).has_document, false);
      assert.equal((await documentOf((await newest()).id)).statusCode, 200);
      assert.equal((await newest()).has_document, true);
    });

    test('lists a consignment unknown to the carrier under issues until the operator resolves it', async () => {
      const deleted = await book();
      const shipments = simulator.simulation.find('auspost')?.desk.shipments;
      const [shipment] = shipments?.withReference(deleted) ?? [];
      assert.ok(shipments && shipment);
      shipments.remove(shipment.id);
      const { connote } = (await t.app.store.sentConsignments.find(deleted)) ?? {};
      assert.deepEqual((await lodge()).json(), {
        manifest_ids: [],
        consignments: 0,
        left_out: [connote],
      });
      const leftOut = async () =>
        (await attention()).left_out.map((consignment: { reference: string; connote: string }) => [
          consignment.reference,
          consignment.connote,
        ]);
      assert.deepEqual(await leftOut(), [[deleted, connote]]);
      assert.equal((await countIssues(t.app)).left_out, 1);
      for (let n = 0; n < 2; n += 1)
        assert.equal((await olga.send('PUT', `/operator/left-out/${deleted}`)).statusCode, 200);
      assert.deepEqual(await leftOut(), []);
      assert.equal((await shown()).waiting[0].consignments, 0);
      for (const reference of ['999999', '999999-2']) {
        const unknown = await olga.send('PUT', `/operator/left-out/${reference}`);
        assert.deepEqual([unknown.statusCode, unknown.json().error], [404, 'left_out_not_found']);
        assert.match(unknown.json().message, /left off a manifest/);
      }
    });

    test('answers 404 for an unknown manifest and 422 for a carrier without manifests', async () => {
      for (const id of ['999999', '0', 'x']) {
        const answer = await olga.get(`/operator/manifests/${id}/document`);
        assert.deepEqual([answer.statusCode, answer.json().error], [404, 'not_found']);
      }
      const refused = await lodge({ carrier: 'toll' });
      assert.deepEqual([refused.statusCode, refused.json().error], [422, 'manifests_not_taken']);
      assert.equal((await lodge({ carrier: 'auspost\u0000' })).statusCode, 400);
      for (const member of [0, 1.5, 2 ** 64, 'x'])
        assert.equal((await lodge({ carrier: 'auspost', member })).statusCode, 400);
      assert.equal((await lodge({})).statusCode, 400);
      const unconnected = await lodge({ carrier: 'auspost', member: 999_999 });
      assert.deepEqual(
        [unconnected.statusCode, unconnected.json().error],
        [422, 'manifest_refused'],
      );
      assert.match(unconnected.json().message, /is not connected/);
      assert.deepEqual((await attention()).refused_manifests, []);
    });
  });
}
