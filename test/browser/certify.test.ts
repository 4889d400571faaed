// An operator certifies a house account in the browser: the plan, a run that survives closing the page, and its files.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { startrack } from '../../carriers/startrack/connector/startrack.ts';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { MembersArea, problemsInEveryLook } from '../support/pages/members-pages.ts';

describe('the page that certifies a carrier account', () => {
  let area: MembersArea;
  let simulator: TestSimulator;
  before(async () => {
    area = await MembersArea.open({ connectors: [startrack] });
    simulator = await openSimulator('startrack');
    await changeMember(area.t.app, area.jane.email, { isOperator: true });
    const [listed] = simulator.carriers;
    assert.ok(listed);
    const account = simulatedAccount(startrack, listed);
    await connectAccount(area.t.app, undefined, { carrier: 'startrack', account });
  });
  after(async () => {
    await area.close();
    await simulator.close();
  });

  test('certifies what the operator allows, goes on while the page is closed, and hands out its report', async () => {
    const page = await area.visit('/operator/accounts', { as: area.jane });
    await page.getByRole('link', { name: /^Certify StarTrack/ }).click();
    await page.getByText('Never certified').first().waitFor();
    await page.getByText('My own').click();
    for (const [label, place] of [
      ['From', '2000'],
      ['To', '3000'],
    ] as const) {
      await page.getByRole('combobox', { name: label, exact: true }).fill(place);
      await page
        .getByRole('option', { name: label === 'From' ? /Sydney NSW 2000/ : /Melbourne VIC 3000/ })
        .first()
        .click();
    }
    await page.getByText('2. Price 1 × 3 kg from SYDNEY to MELBOURNE').waitFor();
    await page.getByLabel('Weight, kg').fill('90000');
    const begin = page.getByRole('button', { name: 'Start certification' });
    await begin.click();
    await page.waitForFunction(`document.activeElement.getAttribute('aria-invalid') === 'true'`);
    await page.getByLabel('Weight, kg').fill('3');
    await page.getByRole('checkbox', { name: /Book a consignment/ }).check();
    assert.deepEqual(await problemsInEveryLook(page), []);
    await begin.click();
    await page.getByRole('heading', { name: /^(Run under way|Last run)$/ }).waitFor();
    const context = page.context();
    await page.close();

    const again = await area.newTab(context, '/operator/accounts/startrack');
    await again.getByRole('heading', { name: 'Last run' }).waitFor();
    await again.getByRole('row', { name: /^Cancel the consignment Worked cancelled/ }).waitFor();
    await again.getByRole('row', { name: /^Request a pickup Skipped not confirmed/ }).waitFor();
    await again.getByRole('row', { name: /^book Certified/ }).waitFor();
    await again.getByRole('row', { name: /^pickup Never certified/ }).waitFor();
    const download = again.waitForEvent('download');
    await again.getByRole('link', { name: 'Download report' }).click();
    const report = readFileSync(await (await download).path(), 'utf8');
    assert.match(report, /\| book \| ✅ ok \| connote /);
    assert.deepEqual(await problemsInEveryLook(again), []);
    assert.deepEqual(area.complaints, []);
    await context.close();
  });
});
