// A member's users in a real browser: an invitation from the link to the first sign-in, and what a role may not do.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MembersArea } from '../support/pages/members-pages.ts';

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
});
