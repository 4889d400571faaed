// Every page, on a desktop in light or on a phone in dark, with the checks of page-steps.ts, and the size of the first
// load. `TESTS=long` checks each page in every look.
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { hiTrans } from '../../carriers/hi_trans/connector/hi-trans.ts';
import { zoom2u } from '../../carriers/zoom2u/connector/zoom2u.ts';
import { setBookingStatus } from '../../src/application/bookings/set-booking-status.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import type { App } from '../../src/application/ports.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { homeDay } from '../../src/domain/time/home-clock.ts';
import { builtDir } from '../../web/build.ts';
import { aCarton, melbourne, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { aCall } from '../support/carriers/carrier-calls.ts';
import { isLong } from '../support/long-form.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import { everyPage } from './every-page.ts';
import { checkSteps, everyLook, oneLook } from './page-steps.ts';

/** Long words without a line break, as long as fields allow. */
const longWord = 'W'.repeat(60);
const faraway = {
  ...melbourne,
  name: longWord,
  company_name: longWord,
  address: longWord,
  email: `${longWord}@${'w'.repeat(40)}.example`,
};

/** One version each that is past, in force, withdrawn and scheduled. */
async function addCardVersions({ carrierDrafts, clock }: App): Promise<void> {
  const { files } = (await carrierDrafts.inUse('zoom2u')) ?? assert.fail();
  const holdsFrom = homeDay(clock.nowMs(), 9);
  const publication = { by: faraway.email, note: longWord };
  const draft = { folder: 'zoom2u', files };
  await carrierDrafts.publish(draft, publication);
  await carrierDrafts.publish(draft, { ...publication, sameAs: 1 });
  await carrierDrafts.publish({ ...draft, holdsFrom }, publication);
  await carrierDrafts.withdraw('zoom2u', 3, faraway.email);
  await carrierDrafts.publish({ ...draft, holdsFrom }, publication);
}

/**
 * Booking 1 is a quote, booking 2 a confirmed demo, booking 3 on credit, booking 4 has an issue; there is a credit
 * account and a saved card.
 */
async function fillArea({ t, jane }: MembersArea): Promise<void> {
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
  await addCardVersions(t.app);
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
  await t.app.store.carrierAccounts.put({
    memberId: jane.id,
    carrier: 'auspost',
    sealed: 'not used by these tests',
    policy: 'live',
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
  const carriersDir = mkdtempSync(join(tmpdir(), 'linehaul-pages-'));
  before(async () => {
    area = await MembersArea.open({
      carriersDir,
      connectors: [hiTrans, auspost, zoom2u],
      limits: { membersPerMinute: 0, membersAddressPerMinute: 0 },
    });
    await fillArea(area);
  });
  after(async () => {
    await area.close();
    rmSync(carriersDir, { recursive: true, force: true });
  });

  checkSteps(
    everyPage,
    (at) => (isLong ? everyLook : oneLook(at)),
    () => ({ area }),
  );

  test('builds the libraries for production in every environment', () => {
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
