// Pages in a real browser whose parts fail to load: each shows that it failed instead of looking empty, and can be
// retried.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { MembersArea, overflow, phone, seriousViolations } from '../support/pages/members-pages.ts';

/** Answers 429 at this address until the returned function is called. */
async function refuse(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const body = { error: 'too_many_requests', message: 'Too many requests.' };
  await page.route(address, (route) => route.fulfill({ status: 429, json: body }));
  return () => page.unroute(address);
}

describe('parts of pages that fail to load', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
    await changeMember(area.t.app, area.jane.email, { isOperator: true });
    await setCreditLimit(area.t.app, area.jane.email, 1_000_00);
  });
  after(() => area.close());

  const post = async (url: string, payload: object) =>
    (
      await area.t.inject({
        method: 'POST',
        url: `/api/v5/bookings${url}`,
        payload,
        headers: { 'api-key': area.jane.key },
      })
    ).json();
  const quote = (): Promise<{ id: number; quotes: Record<string, { pickup_dates: string[] }> }> =>
    post('', sydneyToMelbourne());
  const book = async (): Promise<number> => {
    const { id, quotes } = await quote();
    const pickup_date = quotes.toll?.pickup_dates[0];
    await post(`/v4/${id}/confirm`, { courier: 'toll', pickup_date, payment_method: 'credit' });
    return id;
  };
  /** Set the route before the page sends its first request. */
  const visitRefused = async (path: string, refused: RegExp, size?: typeof phone) => {
    const page = await area.visit('/account', {
      as: area.jane,
      ...(size === undefined ? {} : { size }),
    });
    const allow = await refuse(page, refused);
    await page.goto(path);
    return { page, allow };
  };

  for (const { where, path, subject } of [
    { where: 'quoted', path: (id: number) => `/quote?booking=${id}`, subject: 'these prices are' },
    {
      where: 'booked',
      path: (id: number) => `/bookings/${id}/book?carrier=toll`,
      subject: 'this price is',
    },
  ]) {
    test(`warns that prices may be invented when the list of sample cards fails to load, where they are ${where}`, async () => {
      const { id } = await quote();
      const { page, allow } = await visitRefused(path(id), /\/rate-cards\/samples/, phone);
      const unknown = page.getByText(`We do not know whether ${subject} invented`);
      await unknown.waitFor();
      assert.deepEqual(await seriousViolations(page), []);
      assert.equal(await overflow(page), 0);
      await allow();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText(/^Th(is price is|ese prices are) invented$/).waitFor();
      assert.equal(await unknown.count(), 0);
      await page.context().close();
    });
  }

  test('the booking page reloads each part that failed to load', async () => {
    const { id } = await quote();
    await changeMember(area.t.app, area.jane.email, { mayConnectCarriers: true });
    const path = `/bookings/${id}/book?carrier=toll`;
    const { page, allow } = await visitRefused(path, /\/carrier-accounts$/);
    await page.getByText('Too many requests.').waitFor();
    assert.equal(await page.getByRole('status').filter({ hasText: 'Loading' }).count(), 0);
    await allow();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: /^Book for/ }).waitFor();
    await page.context().close();
  });

  test('shows a key as active when it could not be deactivated', async () => {
    const { page } = await visitRefused('/keys', /\/members\/api\/keys\/\d+$/);
    const isOn = page.getByRole('switch', { name: / is on$/ }).first();
    await isOn.click({ force: true });
    await page.getByText(/ is still on$/).waitFor();
    assert.ok(await isOn.isChecked());
    await page.context().close();
  });

  test('a cancelled booking says when its refund is unknown', async () => {
    const id = await book();
    await cancelBooking(area.t.app, bookingId(id));
    const { page, allow } = await visitRefused(
      `/bookings/${id}`,
      /\/members\/api\/payments\?booking=/,
    );
    await page.getByText('We don’t know whether a refund was paid').waitFor();
    await allow();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/^\$\d+\.\d\d refunded$/).waitFor();
    await page.context().close();
  });

  test('the cancellation preview is reloaded after an error', async () => {
    const id = await book();
    const address = new RegExp(`/operator/bookings/${id}$`);
    const page = await area.visit(`/operator/bookings/${id}`, { as: area.jane });
    const cancel = page.getByRole('button', { name: `Cancel booking ${id}` });
    await cancel.waitFor();
    const allow = await refuse(page, address);
    await cancel.click();
    const question = page.getByRole('dialog');
    await question.getByText('Too many requests.').waitFor();
    assert.ok(await question.getByRole('button', { name: /^Cancel booking/ }).isDisabled());
    await allow();
    await question.getByRole('button', { name: 'Try again' }).click();
    await question.getByText(/will be credited to the member’s account/).waitFor();
    await page.context().close();
  });
});
