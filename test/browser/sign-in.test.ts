// Signing up, in and out in a real browser: what each visitor sees, and what stays hidden.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { secretLink } from '../../src/application/mail/mail-link.ts';
import { makeReset } from '../../src/application/members/change-password.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import { fillQuote } from '../support/pages/quote-form.ts';

describe('signing in to the members area', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  const signIn = async (page: Page, email: string, password: string): Promise<void> => {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  test('lets a new member quote at once', async () => {
    const page = await area.visit('/');
    await page.waitForURL('**/sign-in');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(await page.title(), 'Sign in · Linehaul');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Company').fill('New & Co');
    await page.getByLabel('E-mail').fill('new@example.com');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('The password has 5 characters').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('a long enough one');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Quote', level: 1 }).waitFor();
    await page.getByRole('button', { name: /New & Co/ }).waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('explains a taken e-mail address and a wrong password', async () => {
    const page = await area.visit('/sign-up');
    await page.getByLabel('E-mail').fill(area.jane.email);
    await page.getByLabel('Password', { exact: true }).fill('a long enough one');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('exists already').waitFor();
    await page.goto('/sign-in');
    await signIn(page, area.jane.email, 'not it');
    await page.getByRole('alert').getByText('The e-mail or the password is not right.').waitFor();
    await page.context().close();
  });

  test('signing in returns to the requested page with its filters', async () => {
    const page = await area.visit('/bookings?q=623634');
    await page.waitForURL('**/sign-in?**');
    await signIn(page, area.jane.email, area.jane.password);
    await page.waitForURL('**/bookings?q=623634');
    await page.getByText('Nothing found').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a document link opened after the session ended shows the document after signing in', async () => {
    const shop = new Checkout(area.t, area.jane);
    const { id } = await shop.book({ payment_method: 'demo' });
    const link = `/members/api/bookings/v4/${id}/label?format=png`;
    const page = await area.visit(link);
    await page.waitForURL('**/sign-in?**');
    await page.getByText('Sign in to go on where you were.').waitFor();
    await signIn(page, area.jane.email, area.jane.password);
    await page.waitForURL(`**${link}`);
    await page.locator('img').waitFor();
    await page.context().close();
  });

  test('never redirects to another site after signing in', async () => {
    for (const to of ['//evil.example/x', 'https://evil.example/', '/\\evil.example']) {
      const page = await area.visit(`/sign-in?to=${encodeURIComponent(to)}`);
      await signIn(page, area.jane.email, area.jane.password);
      await page.getByRole('heading', { name: 'Quote', level: 1 }).waitFor();
      assert.ok(page.url().startsWith(area.url), page.url());
      await page.context().close();
    }
  });

  test('signing out in one tab signs the other out, and signing in again restores its page', async () => {
    const first = await area.visit('/quote', { as: area.jane });
    const second = await area.newTab(first.context(), '/bookings');
    await second.getByRole('heading', { name: 'Bookings' }).waitFor();
    await first.getByRole('button', { name: /Tile Warehouse/ }).click();
    await first.getByRole('menuitem', { name: 'Sign out' }).click();
    await first.waitForURL('**/sign-in');
    await second.waitForURL('**/sign-in?**');
    await signIn(second, area.jane.email, area.jane.password);
    await second.waitForURL('**/bookings');
    await first.context().close();
  });

  test("signing in as another member in one tab clears the first member's data from others", async () => {
    const bob = await area.t.addMember('bob@example.com');
    const first = await area.visit('/quote', { as: area.jane });
    await first.getByRole('button', { name: /Tile Warehouse/ }).waitFor();
    const second = await area.newTab(first.context(), '/sign-in');
    await signIn(second, bob.email, bob.password);
    await first.getByRole('button', { name: /bob@example.com/ }).waitFor();
    await first.context().close();
  });

  test('refuses to act for a member that the page does not show', async () => {
    const cleo = await area.t.addMember('cleo@example.com');
    const page = await area.visit('/quote', { as: area.jane });
    await fillQuote(page);
    // Sign in without the page noticing, as when the browser restores another cookie.
    await area.signIn(page.context(), cleo);
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.getByRole('button', { name: /cleo@example.com/ }).waitFor();
    const made = await area.t.get('/api/v5/bookings/v4', { 'api-key': cleo.key });
    assert.deepEqual(made.json(), []);
    await page.context().close();
  });

  test("clears the member's data from the browser on signing out", async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await page.getByLabel('Each, kg, line 1').fill('17.5');
    const kept = () => page.evaluate('Object.keys(localStorage).join() + sessionStorage.length');
    assert.match(String(await kept()), /linehaul\.draft/);
    await page.getByRole('button', { name: /Tile Warehouse/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    assert.doesNotMatch(String(await kept()), /linehaul\.(draft|contacts)/);
    await page.context().close();
  });

  test('signing in again in another tab keeps the first tab working', async () => {
    const first = await area.visit('/account', { as: area.jane });
    await first.getByText('This one').waitFor();
    await area.signIn(first.context(), area.jane);
    await first.getByLabel('Company').fill('Tile Warehouse');
    await first.getByRole('button', { name: 'Save details' }).click();
    await first.getByText('Your details are saved.').waitFor();
    await first.context().close();
  });

  test('an expired session keeps the form', async () => {
    area.complaints.length = 0;
    const page = await area.visit('/quote', { as: area.jane });
    await page.getByLabel('Each, kg, line 1').fill('17.5');
    await area.t.app.store.sessions.end(area.jane.userId, { except: undefined });
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.waitForURL('**/sign-in?**');
    await page.getByText('You were signed out. Sign in to go on where you were.').waitFor();
    await signIn(page, area.jane.email, area.jane.password);
    await page.waitForURL('**/keys');
    await page.goBack();
    await page.goto('/quote');
    assert.equal(await page.getByLabel('Each, kg, line 1').inputValue(), '17.5');
    // Otherwise the page may notice the end of the session while it still loads.
    await page.waitForLoadState('networkidle');
    // When the session ends while a members' page is open, the page must not fail.
    await area.t.app.store.sessions.end(area.jane.userId, { except: undefined });
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.getByText('You were signed out.').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a reset link sets a new password only once', async () => {
    const kim = await area.t.addMember('kim@example.com');
    const { token } = await makeReset(area.t.app, kim.email, 60_000);
    const link = secretLink(area.url, 'reset-password', token);
    const page = await area.visit(link);
    await page.getByLabel('New password').fill('brand new words');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('1 API key keeps working').waitFor();
    await page.getByRole('link', { name: 'Switch off those you don’t know' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, kim.email, 'brand new words');
    await page.getByRole('heading', { name: 'Quote', level: 1 }).waitFor();
    const again = await area.visit(link);
    await again.getByLabel('New password').fill('yet other words');
    await again.getByRole('button', { name: 'Set the password' }).click();
    await again.getByText('This link has already been used').waitFor();
    await page.context().close();
    await again.context().close();
  });

  test('the account page changes the password and signs other devices out', async () => {
    const lou = await area.t.addMember('lou@example.com');
    const here = await area.visit('/account', { as: lou });
    const there = await area.visit('/account', { as: lou });
    await there.getByText('This one').waitFor();
    await here.getByLabel('Current password').fill('not it');
    await here.getByLabel('New password').fill('other words now');
    await here.getByRole('button', { name: 'Change the password' }).click();
    await here.getByText('This is not your current password.').waitFor();
    await here.getByLabel('Current password').fill(lou.password);
    await here.getByRole('button', { name: 'Change the password' }).click();
    await here.getByText('The password is changed').waitFor();
    await here.getByText('1 API key keeps working').waitFor();
    await there.getByRole('link', { name: 'Bookings' }).click();
    await there.waitForURL('**/sign-in?**');
    await here.getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.waitForURL('**/sign-in');
    await here.context().close();
    await there.context().close();
  });

  test('an unknown address shows a message with a way back', async () => {
    const page = await area.visit('/no/such/page');
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    await page.getByRole('link', { name: 'To the start' }).click();
    await page.waitForURL('**/sign-in');
    await page.context().close();
  });

  test('members keep their menu on an unknown address', async () => {
    for (const path of ['/no/such/page', '/bookings/abc']) {
      const page = await area.visit(path, { as: area.jane });
      await page
        .getByRole('main')
        .getByRole('heading', { name: 'There is nothing here' })
        .waitFor();
      await page.getByRole('link', { name: 'Bookings' }).click();
      await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor();
      assert.deepEqual(area.complaints, []);
      await page.context().close();
    }
  });
});
