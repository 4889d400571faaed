// States of pages after an action, in a real browser: dialogs, menus, tabs, empty pages of a new member, and errors.
// They get the same checks as the pages in pages.test.ts.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { Page } from 'playwright-core';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import {
  aCarton,
  auckland,
  melbourne,
  sydneyToMelbourne,
} from '../support/bookings/quote-bodies.ts';
import { isLong } from '../support/long-form.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';
import { checkSteps, everyLook, heading, oneLook, type Step, words } from './page-steps.ts';

const tab =
  (name: string, then: (page: Page) => Promise<void> = async () => {}) =>
  async (page: Page) => {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('tab', { name, selected: true }).waitFor();
    await then(page);
  };
const press =
  (name: string | RegExp, then: (page: Page) => Promise<void>) => async (page: Page) => {
    await page.getByRole('button', { name }).first().click();
    await then(page);
  };

const newcomers: readonly Step[] = [
  {
    name: 'a quote page without prices',
    path: '/quote',
    as: 'newcomer',
    shows: words('Prices appear here'),
  },
  {
    name: 'an empty list of bookings',
    path: '/bookings',
    as: 'newcomer',
    shows: words('No bookings yet'),
  },
  {
    name: 'an empty list of issues',
    path: '/bookings?show=attention',
    as: 'newcomer',
    shows: words('No issues'),
  },
  {
    name: 'a search without results',
    path: '/bookings?q=77',
    as: 'newcomer',
    shows: words('Nothing found'),
  },
  {
    name: 'an empty list of orders',
    path: '/orders',
    as: 'newcomer',
    shows: words('No orders yet'),
  },
  {
    name: 'a tracking page without shipments',
    path: '/tracking',
    as: 'newcomer',
    shows: words('No shipments under way'),
  },
  {
    name: 'a dashboard without bookings',
    path: '/dashboard',
    as: 'newcomer',
    shows: heading('Dashboard'),
  },
  {
    name: 'payments without credit',
    path: '/payments',
    as: 'newcomer',
    shows: words('You have no credit'),
  },
  {
    name: 'an incomplete reset link',
    path: '/reset-password',
    as: 'visitor',
    shows: words('not whole'),
  },
  {
    name: 'a wrong password',
    path: '/sign-in',
    as: 'visitor',
    shows: async (page) => {
      await page.getByLabel('E-mail').fill(`unknown${Math.random()}@example.com`);
      await page.getByLabel('Password', { exact: true }).fill('not it');
      await press('Sign in', words('is not right'))(page);
    },
  },
];

const done: readonly Step[] = [
  {
    name: 'the menu',
    path: '/bookings',
    as: 'jane',
    shows: async (page) => {
      await heading('Bookings')(page);
      const menu = page.getByRole('button', { name: 'Open the menu' });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('link', { name: 'API keys' }).waitFor();
      await press(/jane@tilewarehouse.example/, words('Your account'))(page);
    },
  },
  {
    name: 'suggestions for a suburb',
    path: '/quote',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('combobox', { name: 'To', exact: true }).fill('rich');
      await page
        .getByRole('option', { name: /Richmond/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'a form with mistakes',
    path: '/quote',
    as: 'jane',
    shows: press('Get quotes', async (page) => {
      await words('Check the highlighted fields')(page);
      await page.waitForFunction(`document.activeElement.getAttribute('aria-invalid') === 'true'`);
    }),
  },
  { name: 'a key’s prices', path: '/keys/1', as: 'jane', shows: words('Shop display') },
  {
    name: 'a key’s carriers',
    path: '/keys/1',
    as: 'jane',
    shows: tab('Carriers', words('Carriers to show')),
  },
  {
    name: 'a key’s items',
    path: '/keys/1',
    as: 'jane',
    shows: tab('Items', words('Order boxing')),
  },
  {
    name: 'a key’s warehouses',
    path: '/keys/1',
    as: 'jane',
    shows: tab('Warehouses', press('Add a warehouse', words('Products kept here'))),
  },
  {
    name: 'a key’s orders',
    path: '/keys/1',
    as: 'jane',
    shows: tab('Orders', words('Orders of the shop')),
  },
  {
    name: 'a key’s calls',
    path: '/keys/1',
    as: 'jane',
    shows: tab('Calls', words('/bookings')),
  },
  {
    name: 'a key’s own details',
    path: '/keys/1',
    as: 'jane',
    shows: tab('The key itself', words('Whether it works')),
  },
  {
    name: 'a new key',
    path: '/keys',
    as: 'jane',
    shows: press('Create a key', async (page) => {
      await page.getByRole('textbox', { name: 'Site' }).fill('shop.example');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('button', { name: 'Copy the key' }).waitFor();
    }),
  },
  {
    name: 'the dialog that books orders',
    path: '/orders',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('checkbox', { name: 'Choose order R-1' }).check();
      await press('Book 1 order', words('first pickup day'))(page);
    },
  },
  {
    name: 'the dialog that prints labels',
    path: '/bookings',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('checkbox', { name: 'Choose booking 1' }).check();
      await words('1 booking chosen')(page);
    },
  },
  { name: 'a quote for an order', path: '/quote?order=1', as: 'jane', shows: words('For order') },
  { name: 'a cancelled booking', path: '/bookings/2', as: 'jane', shows: words(/refunded/) },
  {
    name: 'a quote that is booked',
    path: '/quote?booking=1',
    as: 'jane',
    shows: words('is already confirmed'),
  },
  {
    name: 'a parcel to another country',
    path: '/bookings/3/book?carrier=dhl_express',
    as: 'jane',
    shows: words('In a few words'),
  },
  {
    name: 'a declined card',
    path: '/bookings/4/book?carrier=toll',
    as: 'jane',
    shows: async (page) => {
      for (const n of [0, 1]) {
        await page.getByLabel('Name', { exact: true }).nth(n).fill('Sam');
        await page.getByLabel('Street').nth(n).fill('1 Smith Street');
      }
      await page.getByRole('radio', { name: /card/i }).first().check();
      await press(/^Book for/, words('The payment was declined'))(page);
    },
  },
  {
    name: 'a public link',
    path: '/bookings/1',
    as: 'jane',
    shows: press('Create public link', words(/signed\/label/)),
  },
  {
    name: 'an invalid booking id',
    path: '/bookings/abc',
    as: 'jane',
    shows: heading('There is nothing here'),
  },
  { name: 'an unknown booking', path: '/bookings/999', as: 'jane', shows: words('no booking 999') },
];

/**
 * Booking 1 is a demo, 2 is cancelled, 3 goes to New Zealand, 4 is a quote; order 1 is ready; one saved card is
 * declined.
 */
async function setTheScene({ t, jane }: MembersArea): Promise<void> {
  const headers = { 'api-key': jane.key };
  const post = async (url: string, payload: object) => {
    const answer = await t.inject({ method: 'POST', url: `/api/v5${url}`, headers, payload });
    assert.ok(answer.statusCode < 300, answer.body);
    return answer.json();
  };
  await setCreditLimit(t.app, String(jane.id), 500_00);
  await saveCard(t.app, jane, { token: 'tok_declined', isDefault: true });
  await post('/bookings', sydneyToMelbourne());
  await post('/bookings/v4/1/confirm', { payment_method: 'demo' });
  const { quotes } = await post('/bookings', sydneyToMelbourne());
  await post('/bookings/v4/2/confirm', {
    courier: 'toll',
    pickup_date: quotes.toll.pickup_dates[0],
    payment_method: 'credit',
  });
  await cancelBooking(t.app, bookingId(2));
  await post('/bookings', sydneyToMelbourne({ receiver: auckland }));
  await post('/bookings', sydneyToMelbourne());
  await post('/orders/create-simple', {
    order_id: 'R-1',
    receiver: { ...melbourne, name: 'Rita Receiver', address: '1 Smith Street' },
    items: [aCarton()],
  });
}

describe('every state of the members area', () => {
  let area: MembersArea;
  let newcomer: TestMember;
  before(async () => {
    area = await MembersArea.open({ limits: { membersPerMinute: 0, membersAddressPerMinute: 0 } });
    newcomer = await area.t.addMember('newcomer@example.com');
    await setTheScene(area);
  });
  after(() => area.close());

  checkSteps([...newcomers, ...done], isLong ? () => everyLook : oneLook, () => ({
    area,
    newcomer,
  }));
});
