// A member's users in a real browser: an invitation from the link to the first sign-in, and what a role may not do.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MembersArea, seriousViolations } from '../support/pages/members-pages.ts';
import { appCode } from '../support/totp.ts';

describe('users of a member', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());

  test('an invited viewer reads, cannot change, and may book once an admin changes the role', async () => {
    const janes = await area.visit('/users', { as: area.jane });
    await janes.getByRole('button', { name: 'Invite a user' }).click();
    await janes.getByLabel('E-mail').fill('bob@example.com');
    await janes.getByLabel('Role', { exact: true }).selectOption('viewer');
    await janes.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = await janes.getByText(/\/accept-invitation#/).textContent();
    await janes.keyboard.press('Escape');
    await janes.getByRole('heading', { name: 'Invitations' }).waitFor();

    const bobs = await area.visit(`/accept-invitation${new URL(link ?? '').hash}`);
    await bobs.getByLabel('Password', { exact: true }).fill('a long enough one');
    await bobs.getByRole('button', { name: 'Accept' }).click();
    await bobs.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor();
    assert.equal(await bobs.getByRole('link', { name: 'Quote', exact: true }).count(), 0);
    await bobs.getByRole('link', { name: 'API keys' }).click();
    await bobs.getByText('Your role is viewer').waitFor();
    assert.equal(await bobs.getByRole('button', { name: 'Create a key' }).isDisabled(), true);

    await janes.reload();
    await janes.getByLabel('Role of bob@example.com').selectOption('booker');
    await janes.getByLabel(`Role of ${area.jane.email}`).selectOption('viewer');
    await janes.getByText('No admin would be left').waitFor();
    await bobs.goto('/');
    await bobs.getByRole('heading', { name: 'Quote', level: 1 }).waitFor();
    await janes.getByRole('button', { name: 'Remove bob@example.com' }).click();
    await janes.getByRole('button', { name: 'Remove user' }).click();
    await janes.getByLabel('Role of bob@example.com').waitFor({ state: 'detached' });
    await bobs.goto('/bookings');
    await bobs.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.deepEqual(area.complaints, []);
  });

  test('two-factor sign-in is switched on with an app, asked for at sign-in, and switched off', async () => {
    const page = await area.visit('/account', { as: area.jane });
    await page.getByRole('button', { name: 'Switch on' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = (await dialog.locator('code').textContent()) ?? '';
    const codeOf = (later: number): string => appCode(secret, area.t.app.clock.nowMs(), later);
    await dialog.getByLabel('Code that the app shows').fill(codeOf(0));
    await dialog.getByLabel('Your password').fill(area.jane.password);
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('Keep these recovery codes').waitFor();
    await page.getByText('On. 10 recovery codes are left.').waitFor();
    assert.deepEqual(await seriousViolations(page), []);

    const later = await area.visit('/sign-in');
    await later.getByLabel('E-mail').fill(area.jane.email);
    await later.getByLabel('Password', { exact: true }).fill(area.jane.password);
    await later.getByRole('button', { name: 'Sign in' }).click();
    await later.getByLabel('Code').fill(codeOf(0));
    await later.getByRole('button', { name: 'Sign in' }).click();
    await later.getByText('This code is wrong or was used before.').waitFor();
    await later.getByLabel('Code').fill(codeOf(1));
    await later.getByRole('button', { name: 'Sign in' }).click();
    await later.getByRole('heading', { name: 'Quote', level: 1 }).waitFor();
    await later.goto('/account');
    await later.getByRole('button', { name: 'Switch off' }).click();
    await later.getByRole('dialog').getByLabel('Your password').fill(area.jane.password);
    await later.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await later.getByText('Off.').waitFor();
    assert.deepEqual(area.complaints, []);
  });
});
