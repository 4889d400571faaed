// Carriers in the operator area, in a real browser: switching off, connecting, and publishing new rate cards.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { hiTrans } from '../../carriers/hi_trans/connector/hi-trans.ts';
import { shippedCarriersDir } from '../../src/adapters/carriers/open-carriers.ts';
import { homeDay } from '../../src/domain/time/home-clock.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { openSimulator } from '../support/carriers/simulator.ts';
import type { MembersArea } from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';
import { book, openOperatorArea } from './operator-area.ts';

describe('carriers in the operator area', () => {
  let area: MembersArea;
  let olga: TestMember;
  const carriersDir = mkdtempSync(join(tmpdir(), 'linehaul-cards-'));
  before(async () => {
    ({ area, olga } = await openOperatorArea({ carriersDir }));
  });
  after(async () => {
    await area.close();
    rmSync(carriersDir, { recursive: true, force: true });
  });
  beforeEach(() => {
    area.complaints.length = 0;
  });

  test('a carrier is switched off and on', async () => {
    const page = await area.visit('/operator/carriers', { as: olga });
    await page.getByLabel('Search carriers').fill('zoom2u');
    const zoom = page.getByRole('switch', { name: /^Zoom2u/ });
    // A forced click does not wait until the other rows are gone.
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
    assert.equal(await zoom.isChecked(), true);
    await zoom.click({ force: true });
    await page.locator('td input:not(:checked)').waitFor({ state: 'attached' });
    assert.deepEqual(await area.t.app.store.carrierSwitches.listOff(), ['zoom2u']);
    await zoom.click({ force: true });
    await page.locator('td input:checked').waitFor({ state: 'attached' });
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a carrier account is connected, tested and disconnected', async () => {
    const simulator = await openSimulator('hi_trans');
    const [listed] = simulator.carriers;
    assert.ok(listed);
    const account: Record<string, string> = simulatedAccount(hiTrans, listed);
    const page = await area.visit('/operator/accounts', { as: olga });
    await page.getByRole('button', { name: 'Connect Hi-Trans Express' }).click();
    await page.getByLabel('user name').fill(account.username ?? '');
    await page.getByLabel('password').fill('wrong-one');
    await page.getByLabel('Another address').fill(listed.url);
    await page.getByRole('button', { name: 'Test and connect' }).click();
    await page.getByText(/does not accept these credentials/).waitFor();
    await page.getByLabel('password').fill(account.password ?? '');
    await page.getByRole('button', { name: 'Test and connect' }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
    assert.ok(!(await page.content()).includes(account.password ?? '?'));
    await page.getByText('Never certified').waitFor();
    const standing = (operation: string) =>
      page
        .getByRole('list', { name: 'What proves each operation' })
        .getByRole('listitem')
        .filter({ hasText: operation });
    await standing('track').getByText('Proven on recorded answers').waitFor();
    const { store, clock } = area.t.app;
    const result = { carrier: 'hi_trans', atMs: clock.nowMs() };
    const said = (words: string) => ({ finding: 'failed', words }) as const;
    await store.certifications.put([
      { ...result, operation: 'check', outcome: 'ok', reason: said('accepted') },
      { ...result, operation: 'track', outcome: 'failed', reason: said('no answer in time') },
    ]);
    await page.reload();
    await standing('check')
      .getByText(/^Certified \d+ \w+ \d{4}$/)
      .waitFor();
    await standing('track')
      .getByText(/^Failed \d+ \w+ \d{4}$/)
      .waitFor();
    await standing('track').getByText('no answer in time').waitFor();
    assert.equal(await page.getByText('Never certified').count(), 0);
    await page.getByRole('button', { name: 'Test Hi-Trans Express' }).click();
    await page.getByText('The account is accepted.').first().waitFor();
    await page.getByRole('button', { name: 'Disconnect Hi-Trans Express' }).click();
    await page.getByRole('button', { name: 'Disconnect account' }).click();
    await page.getByText('Not connected').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
    await simulator.close();
  });

  test("a carrier's new prices are checked, compared and published", async () => {
    // Recent quotes are used to compare new prices with the old ones.
    await book(area, 'toll');
    const place = 'direct_freight/cards/SAMPLE-DF-ROAD-2026/lanes.csv';
    const lanes = readFileSync(join(shippedCarriersDir, place), 'utf8');
    const file = (text: string) => ({
      name: 'lanes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    const page = await area.visit('/operator/rate-cards', { as: olga });
    await page.getByLabel('Carrier', { exact: true }).selectOption('direct_freight');
    const files = page.getByLabel('Files', { exact: true });
    await files.setInputFiles(file(lanes.replace('6.20', 'cheap')));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/would not be used/).waitFor();
    await page.getByText('cheap').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Publish…' }).count(), 0);
    await files.setInputFiles(file(lanes.replaceAll(/,(\d+)\.(\d\d),/g, ',9$1.$2,')));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/dearer/).waitFor();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('The next quote is priced by these files.').waitFor();
    assert.ok(existsSync(join(carriersDir, place)));
    const row = (version: number) =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('cell', { name: String(version), exact: true }) });
    await row(1).getByText('In force').waitFor();
    // A scheduled version is withdrawn before its day.
    const holdsFrom = page.getByLabel('Holds from (blank: at once)');
    const publishAgain = async () => {
      await files.setInputFiles(file(lanes));
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByRole('button', { name: 'Publish…' }).click();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
    };
    await holdsFrom.fill(homeDay(area.t.app.clock.nowMs(), 3));
    await page.getByLabel('Note for the list of versions').fill('July prices');
    await publishAgain();
    await page.getByText('Version 2 is scheduled').waitFor();
    await row(2).getByText('Scheduled').waitFor();
    await row(2).getByText('July prices').waitFor();
    await page.getByRole('button', { name: 'Withdraw version 2' }).click();
    await page.getByRole('button', { name: 'Withdraw version', exact: true }).click();
    await row(2).getByText('Withdrawn', { exact: true }).waitFor();
    await holdsFrom.fill('');
    await publishAgain();
    await page.getByText('Version 3 is in force').waitFor();
    // Rolling back is previewed, and undone by another version.
    await page.getByRole('button', { name: 'Compare version 1' }).click();
    await page
      .getByRole('dialog')
      .getByText(/Of the last \d+ shipments: .*dearer/)
      .waitFor();
    await page.getByRole('button', { name: 'Roll back to version 1' }).click();
    await row(4).getByText('As version 1').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(5).getByText('As version 3').waitFor();
    assert.equal(readFileSync(join(carriersDir, place), 'utf8'), lanes);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download version 3' }).click();
    assert.equal((await download).suggestedFilename(), 'direct_freight-version-3.zip');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
