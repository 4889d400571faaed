// Manifests in a real browser: a rejected manifest is lodged again from the issues and listed with its document; a
// consignment that the carrier does not know is settled by hand.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import { lodgeManifest } from '../../src/application/manifests/lodge-manifest.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { doorToDoor } from '../support/bookings/quote-bodies.ts';
import { openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import { refusedAs } from '../support/refused-as.ts';
import type { TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';

describe('manifests in the operator area', () => {
  let area: MembersArea;
  let olga: TestMember;
  let simulator: TestSimulator;
  let shop: Checkout;
  before(async () => {
    simulator = await openSimulator('auspost');
    area = await MembersArea.open({ connectors: [auspost] });
    const { app } = area.t;
    olga = await area.t.addMember('olga@example.com');
    await changeMember(app, olga.email, { isOperator: true });
    shop = new Checkout(area.t, area.jane);
    await shop.giveCredit(100_000);
    const [listed] = simulator.carriers;
    assert.ok(listed);
    const account = simulatedAccount(auspost, listed);
    await connectAccount(app, undefined, {
      ...{ carrier: 'auspost', account, policy: 'live', isUntested: false },
    });
    await until('the carrier is connected', () => app.carriers.live.length > 0);
  });
  after(async () => {
    await area.close();
    await simulator.close();
  });

  const book = async (): Promise<string> => {
    const quoted = await shop.quote({ ...doorToDoor(), options: { disable_cache: true } });
    const answer = await shop.confirm(
      quoted.id,
      shop.confirmRequest(quoted, 'auspost_regular_eparcel'),
    );
    assert.equal(answer.statusCode, 200, answer.body);
    return String(quoted.id);
  };

  test('lodges a rejected manifest again from the issues and offers its document', async () => {
    await book();
    await simulator.fault('auspost:manifest:server-error=503');
    await assert.rejects(
      lodgeManifest(area.t.app, { carrier: 'auspost' }),
      refusedAs('manifest_refused'),
    );
    await simulator.control('DELETE', '/faults');
    const page = await area.visit('/operator/attention', { as: olga });
    await page.getByText('Refused manifests').waitFor();
    await page.getByRole('button', { name: 'Lodge manifest: Australia Post' }).click();
    await page.getByText('1 consignment is on manifest').waitFor();
    await page.getByText('No issues').waitFor();
    await page.getByRole('link', { name: 'Manifests', exact: true }).click();
    await page.getByText('Nothing waiting').waitFor();
    const href = await page.getByRole('link', { name: /^PDF of manifest/ }).getAttribute('href');
    const document = await page.request.get(href ?? '');
    assert.equal(document.headers()['content-type'], 'application/pdf');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('says when a list is cut short, and fetches a missing document', async () => {
    const page = await area.visit('/operator/attention', { as: olga });
    const lodged = Array.from({ length: 200 }, (_, at) => ({
      ...{ id: at + 1, carrier: 'auspost', member: null, manifest_id: `AP${at + 1000}` },
      ...{ lodged_at: '2026-11-15T17:00:00+11:00', consignments: 1, has_document: at > 0 },
    }));
    const waiting = [{ carrier: 'auspost', member: null, consignments: 1_000 }];
    await page.route('**/operator/manifests', (route) =>
      route.request().resourceType() === 'document'
        ? route.continue()
        : route.fulfill({ json: { waiting, lodged } }),
    );
    await page.getByRole('link', { name: 'Manifests', exact: true }).click();
    await page.getByText('These are the 200 newest manifests.').waitFor();
    await page.getByText('1,000', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Request PDF from carrier of manifest AP1000' }).waitFor();
    await page.getByRole('link', { name: 'PDF of manifest AP1001', exact: true }).waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('resolves a consignment that the carrier does not know', async () => {
    const deleted = await book();
    const shipments = simulator.simulation.find('auspost')?.desk.shipments;
    const [shipment] = shipments?.withReference(deleted) ?? [];
    assert.ok(shipments && shipment);
    shipments.remove(shipment.id);
    const page = await area.visit('/operator/manifests', { as: olga });
    await page.getByRole('button', { name: 'Lodge manifest: Australia Post' }).click();
    await page.getByText(/No manifest was lodged\. The carrier does not know/).waitFor();
    await page.getByRole('link', { name: /^Issues/ }).click();
    await page.getByRole('button', { name: /^Mark as settled: consignment/ }).click();
    await page.getByRole('button', { name: 'Mark as settled', exact: true }).click();
    await page.getByText('No issues').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
