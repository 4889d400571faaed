// A member's own carrier account in a real browser: connecting, quoting and booking without a payment method, and
// disconnecting.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const parcel = 'auspost_regular_eparcel';

describe("members' own carrier accounts", () => {
  let area: MembersArea;
  let simulator: TestSimulator;
  let olga: TestMember;
  let account: Record<string, string>;
  before(async () => {
    simulator = await openSimulator('auspost');
    area = await MembersArea.open({ connectors: [auspost] });
    olga = await area.t.addMember('olga@example.com');
    await changeMember(area.t.app, olga.email, { isOperator: true });
    const [listed] = simulator.carriers;
    assert.ok(listed);
    account = simulatedAccount(auspost, listed);
    await connectAccount(area.t.app, undefined, {
      carrier: 'auspost',
      account,
      policy: 'live',
      isUntested: true,
    });
    await until('the house account is connected', () => area.t.app.carriers.live.length > 0);
  });
  after(async () => {
    await area.close();
    await simulator.close();
  });
  beforeEach(() => {
    area.complaints.length = 0;
  });

  /** `SCREENSHOTS=folder` saves pictures for review. */
  const picture = async (page: Page, name: string): Promise<void> => {
    const folder = process.env.SCREENSHOTS;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  };

  test('links to own carrier accounts only once an operator allows them', async () => {
    const early = await area.visit('/quote', { as: area.jane });
    await early.getByRole('link', { name: 'API keys' }).waitFor();
    assert.equal(await early.getByRole('link', { name: 'Carrier accounts' }).count(), 0);
    await early.context().close();

    const page = await area.visit(`/operator/members/${area.jane.id}`, { as: olga });
    await page.getByRole('switch', { name: 'Own accounts with carriers' }).click({ force: true });
    await page.getByText('Saved.').waitFor();
    await picture(page, 'operator-member');
    assert.equal((await area.t.app.store.members.find(area.jane.id))?.mayConnectCarriers, true);
    await page.context().close();
  });

  test('an own carrier account is tested, connected, booked with and disconnected', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await page.getByRole('link', { name: 'Carrier accounts' }).click();
    await page.getByText('Not connected').waitFor();
    await page.getByRole('button', { name: 'Connect Australia Post' }).click();
    await page.getByLabel('API key').waitFor();
    assert.equal(await page.getByLabel('Another address').count(), 0);
    await page.getByLabel('API key').fill(' ');
    await page.getByLabel('account number').fill(account.account_number ?? '');
    await page.getByLabel('password').fill(account.password ?? '');
    await page.getByRole('button', { name: 'Test and connect' }).click();
    await page.getByText(/is missing\.$/).waitFor();
    await page.getByLabel('API key').and(page.locator(':focus')).waitFor();
    await page.getByLabel('API key').fill(account.api_key ?? '');
    await page.getByLabel('account number').fill(account.account_number ?? '');
    await page.getByLabel('password').fill('wrong-one');
    await page.getByRole('button', { name: 'Test and connect' }).click();
    await page.getByText(/does not accept these credentials/).waitFor();
    await picture(page, 'refused');
    await page.getByLabel('password').fill(account.password ?? '');
    await page.getByRole('button', { name: 'Test and connect' }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await picture(page, 'connected');
    assert.ok(!(await page.content()).includes(account.password ?? '?'));
    await page.getByRole('button', { name: 'Test Australia Post' }).click();
    await page
      .getByText(/may use/)
      .first()
      .waitFor();

    const quoted = await area.t.inject({
      method: 'POST',
      url: '/api/v5/bookings',
      headers: { 'api-key': area.jane.key },
      payload: sydneyToMelbourne(),
    });
    const { id, quotes } = quoted.json();
    assert.ok(quotes[parcel], quoted.body);
    await page.goto(`/bookings/${id}/book?carrier=${parcel}`);
    await page.getByText('Your own account').waitFor();
    await picture(page, 'book');
    assert.equal(await page.getByLabel('Your own account').isChecked(), true);
    await page.goto('/carrier-accounts');
    await page.getByRole('button', { name: 'Disconnect Australia Post' }).click();
    await picture(page, 'disconnect');
    await page.getByRole('button', { name: 'Disconnect account' }).click();
    await page.getByText('Not connected').waitFor();
    assert.deepEqual(await area.t.app.store.carrierAccounts.list(area.jane.id), []);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test("an operator sees members' carrier accounts and their calls", async () => {
    await area.t.app.store.carrierAccounts.put({
      memberId: area.jane.id,
      carrier: 'auspost',
      sealed: 'x',
      policy: 'live',
      connectedAtMs: area.t.app.clock.nowMs(),
    });
    const page = await area.visit('/operator/members', { as: olga });
    await page.getByText('Own account', { exact: true }).waitFor();
    await page.getByRole('link', { name: area.jane.email }).click();
    await page.getByText('Their own accounts with carriers').waitFor();
    await page.getByText(/^since /).waitFor();
    await area.t.app.connections.writeCalls();
    await page.goto('/operator/calls');
    await page
      .getByRole('row', { name: `Member ${area.jane.id}` })
      .first()
      .waitFor();
    await picture(page, 'calls');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
