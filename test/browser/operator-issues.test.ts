// Issues in a real browser: bookings without an answer, payments with an unknown outcome, refunds that failed, and
// the log of carrier calls.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { memberId } from '../../src/domain/members/member.ts';
import { aCall } from '../support/carriers/carrier-calls.ts';
import { ScriptedBooking } from '../support/carriers/scripted-booking.ts';
import {
  type MembersArea,
  overflow,
  phone,
  problemsInEveryLook,
  seriousViolations,
} from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';
import { book, openOperatorArea } from './operator-area.ts';

describe('issues in the operator area', () => {
  let area: MembersArea;
  let olga: TestMember;
  const carrierBooking = new ScriptedBooking();
  before(async () => {
    ({ area, olga } = await openOperatorArea({ carrierBooking }));
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  test("an operator completes a booking without an answer by entering the carrier's number", async () => {
    carrierBooking.script.book = ['lost_request'];
    const id = await book(area, 'live_one');
    const page = await area.visit('/operator/attention', { as: olga });
    const settle = page.getByRole('button', { name: `Settle booking ${id} manually` });
    await page.getByRole('row').filter({ has: settle }).getByText('Request sent').waitFor();
    await settle.click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Enter the connote/).waitFor();
    await page.getByLabel('Consignment note').fill('HAND-77');
    await page.getByRole('button', { name: 'Save' }).click();
    await settle.waitFor({ state: 'detached' });
    const booking = await area.t.app.store.bookings.findForAnyMember(id as never);
    assert.deepEqual([booking?.status, booking?.connote], ['booked_manually', 'HAND-77']);
    await page.context().close();
  });

  test('checks a payment at once and shows the outcome after its row has gone', async () => {
    carrierBooking.script.book = ['lost_answer'];
    const id = await book(area, 'live_one');
    const page = await area.visit('/operator/attention', { as: olga });
    const row = page.getByRole('row').filter({
      has: page.getByRole('button', { name: `Settle booking ${id} manually` }),
    });
    const check = row.getByRole('button', { name: /^Check payment \d+ now$/ });
    // The request that sent it may still be running, so recovery must not overtake it.
    await check.click();
    await page.getByRole('alert').getByText('Being checked.').waitFor();
    area.t.advanceClock(120_000);
    await check.click();
    await page
      .getByRole('alert')
      .getByText(/^Settled: /)
      .waitFor();
    await row.waitFor({ state: 'detached' });
    const booking = await area.t.app.store.bookings.findForAnyMember(id as never);
    assert.equal(booking?.status, 'confirmed');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('settles a refused refund and an unpaid consignment with a note', async () => {
    const { store } = area.t.app;
    const id = bookingId(await book(area, 'toll'));
    const charge = (await store.payments.listOfBooking(id)).at(-1);
    assert.ok(charge);
    const refund = await store.payments.add({
      ...charge,
      key: 'a refund that came back',
      kind: 'refund',
      status: 'refused',
      detail: 'The account at the bank is closed.',
      retryAtMs: undefined,
    });
    await store.sentConsignments.keepLate({
      reference: `${id}-2`,
      carrier: 'hi_trans',
      stringId: 'live_one',
      bookingId: id,
      sentAtMs: 0,
      connote: 'HT-1',
      carrierId: '',
      pieces: [],
    });
    const repriced = { carrier: 'hi_trans', stringId: 'live_one', bookingId: id, nowMs: 0 };
    await store.sentConsignments.open({ ...repriced, reference: `${id}-3` });
    await store.sentConsignments.settle(`${id}-3`, {
      state: 'booked',
      detail: '',
      connote: 'HT-2',
      carrierId: '',
      pieces: [],
      quotedCents: 2_500,
      priceCents: 3_750,
    });
    const page = await area.visit('/operator/attention', { as: olga });
    await page.getByText('The account at the bank is closed.').waitFor();
    await page.getByRole('button', { name: /^Mark as paid: the refund/ }).click();
    await page.getByLabel('How it was paid').fill('bank transfer 8841');
    await page.getByRole('button', { name: 'Mark as paid', exact: true }).click();
    await page.getByText('The account at the bank is closed.').waitFor({ state: 'detached' });
    assert.equal((await store.payments.find(refund))?.status, 'returned');
    await page.getByRole('button', { name: 'Cancel consignment HT-1' }).click();
    await page.getByRole('button', { name: 'Cancel consignment', exact: true }).click();
    await page.getByText(/its carrier is not connected/).waitFor();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Mark as settled: consignment HT-1' }).click();
    await page.getByLabel('What you did').fill('cancelled by telephone');
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Mark as settled', exact: true }).click();
    await page.getByText('HT-1', { exact: true }).waitFor({ state: 'detached' });
    await page.getByText('$12.50 more').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    const onPhone = await area.visit('/operator/attention', { as: olga, size: phone });
    await onPhone.getByText('$12.50 more').waitFor();
    assert.equal(await overflow(onPhone), 0);
    await onPhone.context().close();
    await page.getByRole('button', { name: `Acknowledge the price of booking ${id}` }).click();
    await page.getByText('$12.50 more').waitFor({ state: 'detached' });
    assert.equal((await store.sentConsignments.find(`${id}-2`))?.detail, 'cancelled by telephone');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('leads to open claims, and to monthly invoices that were not issued or sent', async () => {
    const { t, jane } = area;
    const { claims, monthlyInvoices, deliveryProofs } = t.app.store;
    const booking = bookingId(await book(area, 'live_one'));
    const nowMs = t.app.clock.nowMs();
    const claim = await claims.add({
      ...{ bookingId: booking, memberId: memberId(jane.id), state: 'open', reason: 'lost' },
      ...{ claimedCents: 5_000, acceptedCents: undefined, openedAtMs: nowMs, changedAtMs: nowMs },
    });
    const unissued = { memberId: memberId(jane.id), month: '2026-10' };
    await monthlyInvoices.setUnissued([unissued], nowMs);
    const url = 'https://carrier.example/pod.pdf';
    await deliveryProofs.report(booking, { signedBy: 'Kim Lee', signedAtMs: nowMs, url });
    const page = await area.visit('/operator/attention', { as: olga });
    await page.getByText('Claims to decide').waitFor();
    assert.deepEqual(await problemsInEveryLook(page), []);
    await page.getByRole('link', { name: 'Show monthly invoices' }).click();
    await page.getByRole('heading', { name: 'Monthly invoices' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: `Claim ${claim}` }).click();
    await page.waitForURL(`**/operator/claims/${claim}`);
    await page.goto(`/operator/bookings/${booking}`);
    await page.getByText('Signed by Kim Lee').waitFor();
    const proof = page.getByRole('link', { name: 'Open the carrier’s proof' });
    assert.equal(await proof.getAttribute('href'), url);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('links a booking with issues to the calls to its carrier', async () => {
    carrierBooking.script.book = ['lost_request'];
    const id = await book(area, 'live_one');
    await area.t.app.store.carrierCalls.add([
      aCall({ reference: String(id) }),
      aCall({ reference: '424242', operation: 'quote', status: 200, trouble: '' }),
    ]);
    const page = await area.visit('/operator/attention', { as: olga });
    await page.getByRole('link', { name: `Calls to the carrier about booking ${id}` }).click();
    await page.waitForURL(`**/operator/calls?booking=${id}`);
    await page.getByText('timeout').waitFor();
    assert.equal(await page.getByRole('row').count(), 2);
    await page.getByLabel('Outcome').selectOption('answered');
    await page.getByText('No calls').waitFor();
    await page.getByLabel('Booking').fill('');
    await page.getByRole('cell', { name: '424242' }).waitFor();
    await page.getByRole('link', { name: /call \d+, quote auspost$/ }).click();
    await page.getByText('"password": "[secret]"').waitFor();
    await page.getByText('For request r-1').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
