// Every page, on a desktop and on a phone, in light and in dark: nothing that keeps somebody out, nothing wider than the
// screen, nothing from another host, nothing that the security policy stopped. And what the first load weighs.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { hiTrans } from '../../carriers/hi_trans/connector/hi-trans.ts';
import { zoom2u } from '../../carriers/zoom2u/connector/zoom2u.ts';
import { shippedCarriersDir } from '../../src/adapters/carriers/open-carriers.ts';
import { setBookingStatus } from '../../src/application/bookings/set-booking-status.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/members/credit-account.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { builtDir } from '../../web/build.ts';
import { aCarton, melbourne, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { aCall } from '../support/carriers/carrier-calls.ts';
import { isLong } from '../support/long-form.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import { fillQuote } from '../support/pages/quote-form.ts';
import { everyLook, heading, lookAtEach, type Step, twoLooks } from './page-steps.ts';

const zoomCard = join(shippedCarriersDir, 'zoom2u/cards/SAMPLE-Z2U-KM/card.json');

const steps: readonly Step[] = [
  { name: 'sign-in', path: '/sign-in', as: 'visitor', shows: heading('Sign in') },
  { name: 'sign-up', path: '/sign-up', as: 'visitor', shows: heading('Make an account') },
  {
    name: 'forgotten password',
    path: '/forgot-password',
    as: 'visitor',
    shows: heading('Forgotten the password?'),
  },
  {
    name: 'reset password',
    path: '/reset-password#token',
    as: 'visitor',
    shows: heading('Set a new password'),
  },
  { name: 'nowhere', path: '/nowhere', as: 'visitor', shows: heading('There is nothing here') },
  {
    name: 'quote',
    path: '/quote',
    as: 'jane',
    shows: async (page) => {
      await fillQuote(page);
      await page.getByRole('button', { name: 'Get quotes' }).click();
      await page.waitForURL('**/quote?booking=*');
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click();
      await page.getByRole('table', { name: 'How the price came about' }).waitFor();
      await page.getByRole('button', { name: /gave no price/ }).click();
    },
  },
  {
    name: 'pasting items',
    path: '/quote',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
      await page.getByLabel('Rows').fill('1\tBox\t1\t1\t1\t1');
      await page.getByRole('button', { name: 'Take 1 line' }).waitFor();
    },
  },
  { name: 'bookings', path: '/bookings', as: 'jane', shows: heading('Bookings') },
  {
    name: 'a booking',
    path: '/bookings/1',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('heading', { name: 'Items' }).waitFor();
    },
  },
  {
    name: 'booking it',
    path: '/bookings/1/book?carrier=aramex',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: /^Book/ }).waitFor();
    },
  },
  {
    name: 'a confirmed booking',
    path: '/bookings/2',
    as: 'jane',
    shows: async (page) => {
      await page.getByText(/^DEMO-/).waitFor();
    },
  },
  {
    name: 'payments',
    path: '/payments',
    as: 'jane',
    shows: async (page) => {
      await page.getByText('available').waitFor();
    },
  },
  {
    name: 'orders',
    path: '/orders',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('link', { name: 'A-1001' }).waitFor();
    },
  },
  {
    name: 'an order',
    path: '/orders/1',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('heading', { name: 'Items' }).waitFor();
    },
  },
  {
    name: 'importing orders',
    path: '/orders/import',
    as: 'jane',
    shows: async (page) => {
      await page.getByLabel('Or paste it').fill('order_id,suburb,postcode\nA,Perth,6000');
      await page.getByText('Will be saved').waitFor();
    },
  },
  {
    name: 'tracking',
    path: '/tracking?of=2',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('list', { name: 'Stages' }).waitFor();
    },
  },
  {
    name: 'shipments under way',
    path: '/tracking',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('heading', { name: 'Under way' }).waitFor();
    },
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    as: 'jane',
    shows: async (page) => {
      await page.getByText('Average booking').waitFor();
      await page.getByText('Numbers').first().click();
      await page.getByRole('table', { name: 'Spend by carrier and month' }).waitFor();
    },
  },
  {
    name: 'keys',
    path: '/keys',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('link', { name: 'tilewarehouse.example' }).waitFor();
    },
  },
  {
    name: 'a key’s rules',
    path: '/keys/1',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('tab', { name: 'Rules' }).click();
      await page.getByRole('button', { name: 'Add a rule' }).click();
      await page.getByRole('button', { name: 'Always; add a condition' }).click();
    },
  },
  {
    name: 'what needs attention',
    path: '/operator/attention',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Finish booking 4 by hand' }).click();
      await page.getByLabel('The carrier’s number for it').waitFor();
    },
  },
  {
    name: 'all bookings',
    path: '/operator/bookings',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Cancel booking 3' }).waitFor();
    },
  },
  {
    name: 'a booking of any member',
    path: '/operator/bookings/3',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Cancel booking 3' }).waitFor();
      await page.getByRole('heading', { name: 'Items' }).waitFor();
    },
  },
  {
    name: 'cancelling a booking',
    path: '/operator/bookings?q=3',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Cancel booking 3' }).click();
      await page.getByText(/is taken off the member’s credit account/).waitFor();
    },
  },
  {
    name: 'members',
    path: '/operator/members',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('link', { name: 'jane@tilewarehouse.example' }).waitFor();
    },
  },
  {
    name: 'a member',
    path: '/operator/members/1',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Make a link' }).click();
      await page.getByRole('button', { name: 'Copy the link to set a password' }).waitFor();
    },
  },
  {
    name: 'carriers',
    path: '/operator/carriers',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('switch', { name: 'Zoom2u' }).first().waitFor();
    },
  },
  {
    name: 'own accounts with carriers',
    path: '/carrier-accounts',
    as: 'jane',
    shows: async (page) => {
      await page.getByText('Connected', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Replace Australia Post' }).click();
      await page.getByLabel('password').waitFor();
    },
  },
  {
    name: 'accounts with carriers',
    path: '/operator/accounts',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('button', { name: 'Connect Hi-Trans Express' }).click();
      await page.getByLabel('password').waitFor();
    },
  },
  {
    name: 'manifests',
    path: '/operator/manifests',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('link', { name: 'PDF of manifest AP0000002422' }).waitFor();
    },
  },
  {
    name: 'calls to carriers',
    path: '/operator/calls?outcome=failed',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('link', { name: /call 1, book Australia Post$/ }).waitFor();
    },
  },
  {
    name: 'a call to a carrier',
    path: '/operator/calls/1',
    as: 'jane',
    shows: async (page) => {
      await page.getByRole('region', { name: 'Body' }).waitFor();
    },
  },
  {
    name: 'rate cards',
    path: '/operator/rate-cards',
    as: 'jane',
    shows: async (page) => {
      await page.getByLabel('Carrier', { exact: true }).selectOption('zoom2u');
      await page.getByLabel('Files', { exact: true }).setInputFiles(zoomCard);
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('No mistakes').waitFor();
    },
  },
  {
    name: 'adjustments',
    path: '/operator/adjustments',
    as: 'jane',
    shows: async (page) => {
      await page.getByLabel('Or paste it').fill('booking,scanned_weight\n3,12\n77,1');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByText('Will be applied').waitFor();
    },
  },
  {
    name: 'account',
    path: '/account',
    as: 'jane',
    shows: async (page) => {
      await page.getByText('This one').waitFor();
    },
  },
];

/** Words without a place to break them: as long as fields are, people fill them. */
const longWord = 'W'.repeat(60);
const faraway = {
  ...melbourne,
  name: longWord,
  company_name: longWord,
  address: longWord,
  email: `${longWord}@${'w'.repeat(40)}.example`,
};

/** Booking 1 is quoted, booking 2 a confirmed demo, booking 3 on credit, booking 4 in trouble; there is a credit account and a card. */
async function giveSomethingToSee({ t, jane }: MembersArea): Promise<void> {
  const visitor = await new Visitor(t).signIn(jane);
  const { member } = (await visitor.get('/session')).json();
  const named = await visitor.send('PUT', '/member', { ...member, company_name: longWord });
  assert.equal(named.statusCode, 200, named.body);
  await setCreditLimit(t.app, String(jane.id), 500_00);
  await saveCard(t.app, jane, { isDefault: true });
  const headers = { 'api-key': jane.key };
  const post = (url: string, payload: object) =>
    t.inject({ method: 'POST', url: `/api/v5/bookings${url}`, headers, payload });
  await post('', sydneyToMelbourne());
  await post('', sydneyToMelbourne({ receiver: faraway }));
  await post('/v4/2/confirm', { payment_method: 'demo' });
  for (const id of [3, 4]) {
    const { quotes } = (await post('', sydneyToMelbourne({ receiver: faraway }))).json();
    await post(`/v4/${id}/confirm`, {
      courier: 'toll',
      pickup_date: quotes.toll.pickup_dates[0],
      payment_method: 'credit',
    });
  }
  const trouble = { status: 'request_failed', connote: undefined } as const;
  await setBookingStatus(t.app, bookingId(4), trouble);
  await t.app.store.carrierCalls.add([aCall()]);
  const { manifests, sentConsignments } = t.app.store;
  for (const [n, reference] of ['3', '3-2'].entries()) {
    const sent = { carrier: 'auspost', stringId: 'auspost_regular_eparcel', nowMs: n };
    const numbers = { connote: `AP${n}`, carrierId: '', pieces: [] };
    await sentConsignments.open({ ...sent, reference, bookingId: bookingId(3) });
    await sentConsignments.settle(reference, { state: 'booked', detail: '', ...numbers });
  }
  const house = { carrier: 'auspost' };
  await manifests.keep(house, { manifestId: 'AP0000002422', references: ['3'], nowMs: 5 });
  await manifests.noteRefused(house, 'The carrier did not answer in time.', 5);
  await manifests.markLeftOut(['3-2']);
  await changeMember(t.app, jane.email, { isOperator: true, mayConnectCarriers: true });
  await t.app.store.ownAccounts.put({
    memberId: jane.id,
    carrier: 'auspost',
    sealed: 'nobody looks into it here',
    connectedAtMs: t.app.clock.nowMs(),
  });
  await t.inject({
    method: 'POST',
    url: '/api/v5/orders/create-simple',
    headers,
    payload: { order_id: 'A-1001', receiver: faraway, items: [aCarton()] },
  });
}

describe('every page of the members area', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open({
      connectors: [hiTrans, auspost, zoom2u],
      limits: { membersPerMinute: 0, membersAddressPerMinute: 0 },
    });
    await giveSomethingToSee(area);
  });
  after(() => area.close());

  lookAtEach(
    steps,
    () => (isLong ? everyLook : twoLooks),
    () => ({ area }),
  );

  test('libraries are built in the form for production, whoever builds', () => {
    const scripts = globSync('assets/*.js', { cwd: builtDir });
    assert.ok(scripts.length > 10);
    for (const script of scripts) {
      const text = readFileSync(join(builtDir, script), 'utf8');
      assert.ok(!text.includes('jsxDEV'), script);
    }
  });

  test('the first load takes less than 250 kB of compressed script', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await page.getByRole('heading', { name: 'Quote', level: 1 }).waitFor();
    const bytes = Number(
      await page.evaluate(
        `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
      ),
    );
    assert.ok(bytes > 50_000 && bytes < 250_000, `${bytes} bytes`);
    await page.context().close();
  });
});
