// Whoever runs the service, in a real browser: members, carriers, what needs attention, adjustments. And that others are
// not even shown the way.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { hiTrans } from '../../carriers/hi_trans/connector/hi-trans.ts';
import { shippedCarriersDir } from '../../src/adapters/carriers/open-carriers.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/members/credit-account.ts';
import { addPaymentMethod } from '../../src/application/members/payment-methods.ts';
import { adjustBooking } from '../../src/application/operator/adjust-booking.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { simulatedAccount } from '../../src/simulated-accounts.ts';
import { aCall } from '../support/carrier-calls.ts';
import { Visitor } from '../support/members-area.ts';
import { MembersArea, overflow, phone, seriousViolations } from '../support/members-pages.ts';
import { sydneyToMelbourne } from '../support/quote-bodies.ts';
import { liveCarrier, ScriptedDesk } from '../support/scripted-desk.ts';
import { addScan } from '../support/shipments.ts';
import { openSimulator } from '../support/simulator.ts';
import type { TestMember } from '../support/test-app.ts';

describe('the operator area', () => {
  let area: MembersArea;
  let olga: TestMember;
  const desk = new ScriptedDesk();
  const carriersDir = mkdtempSync(join(tmpdir(), 'linehaul-cards-'));
  before(async () => {
    area = await MembersArea.open({
      live: [liveCarrier('live_one', desk)],
      connectors: [hiTrans],
      carriersDir,
      timing: { confirmDeadlineMs: 50 },
    });
    olga = await area.t.addMember('olga@example.com');
    await changeMember(area.t.app, olga.email, { isOperator: true });
    await setCreditLimit(area.t.app, area.jane.email, 1_000_00);
  });
  after(async () => {
    await area.close();
    rmSync(carriersDir, { recursive: true, force: true });
  });
  beforeEach(() => {
    area.complaints.length = 0;
  });

  const book = async (courier: string, payment_method = 'credit'): Promise<number> => {
    const headers = { 'api-key': area.jane.key };
    const post = async (url: string, payload: object) =>
      (
        await area.t.inject({ method: 'POST', url: `/api/v5/bookings${url}`, headers, payload })
      ).json();
    const { id, quotes } = await post('', sydneyToMelbourne());
    const pickup_date = quotes[courier].pickup_dates[0];
    await post(`/v4/${id}/confirm`, { courier, pickup_date, payment_method });
    return id;
  };

  test('a member who is no operator sees no way to it, and the address leads elsewhere', async () => {
    const page = await area.visit('/operator/members', { as: area.jane });
    await page.waitForURL('**/quote');
    assert.equal(await page.getByRole('link', { name: 'Members', exact: true }).count(), 0);
    await page.context().close();
  });

  test('a member is searched for, given a limit and kept from live bookings', async () => {
    const page = await area.visit('/quote', { as: olga });
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await page.getByLabel('Search members').fill('tilewarehouse');
    await page.waitForURL('**/operator/members?q=tilewarehouse');
    await page.getByRole('link', { name: area.jane.email }).click();
    await page.getByLabel('Credit limit', { exact: true }).fill('2500');
    await page.getByRole('button', { name: 'Set limit' }).click();
    await page.getByText(/ of \$2,500\.00 used/).waitFor();
    await page.getByLabel('Payment received').fill('40');
    await page.getByLabel('The bank’s reference').fill('NPP 77');
    await page.getByRole('button', { name: 'Note payment…' }).click();
    const question = page.getByRole('dialog', { name: 'Note a payment of $40.00?' });
    await question.getByText(`(${area.jane.email}) owes`).waitFor();
    await question.getByRole('button', { name: 'Not yet' }).click();
    await page.getByText('$0.00 of $2,500.00 used').waitFor();
    await page.getByRole('button', { name: 'Note payment…' }).click();
    await question.getByRole('button', { name: 'Note $40.00' }).click();
    await page.getByText('-$40.00 of $2,500.00 used').waitFor();
    // The bank's line a second time: the page says which receipt has it, and what to do.
    await page.getByRole('cell', { name: 'NPP 77' }).waitFor();
    await page.getByLabel('Payment received').fill('40');
    await page.getByLabel('The bank’s reference').fill('npp 77');
    await page.getByRole('button', { name: 'Note payment…' }).click();
    await question.getByRole('button', { name: 'Note $40.00' }).click();
    await question.getByText(/Receipt \d+ of \$40\.00 has the reference NPP 77/).waitFor();
    await question.getByRole('button', { name: 'Not yet' }).click();
    await page.getByRole('button', { name: 'Take back the payment of $40.00' }).click();
    const back = page.getByRole('dialog', { name: 'Take back the payment of $40.00?' });
    await back.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Taken back', { exact: true }).waitFor();
    await page.getByText('$0.00 of $2,500.00 used').waitFor();
    await page.getByRole('switch', { name: 'Live booking' }).click({ force: true });
    await page.getByText('Demo only').waitFor();
    const changed = await area.t.app.store.members.find(area.jane.id);
    assert.equal(changed?.mayBookLive, false);
    await changeMember(area.t.app, area.jane.email, { mayBookLive: true });
    await page.goBack();
    await page.waitForURL('**/operator/members?q=tilewarehouse');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a member is added, and listed with what they owe', async () => {
    const page = await area.visit('/operator/members', { as: olga });
    await page.getByRole('row', { name: /jane@tilewarehouse.*\$0\.00 of \$/ }).waitFor();
    await page.getByRole('button', { name: 'Add a member' }).click();
    const form = page.getByRole('dialog', { name: 'Add a member' });
    await form.getByLabel('E-mail').fill('nina@example.com');
    await form.getByLabel('Company').fill('Nina’s Nursery');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Nina’s Nursery' }).waitFor();
    await page.getByRole('button', { name: 'Make a link' }).waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a carrier is switched off and on', async () => {
    const page = await area.visit('/operator/carriers', { as: olga });
    await page.getByLabel('Search carriers').fill('zoom2u');
    const zoom = page.getByRole('switch', { name: /^Zoom2u/ });
    assert.equal(await zoom.isChecked(), true);
    await zoom.click({ force: true });
    await page.locator('td input:not(:checked)').waitFor({ state: 'attached' });
    assert.deepEqual(await area.t.app.store.carrierSwitches.listOff(), ['zoom2u']);
    await zoom.click({ force: true });
    await page.locator('td input:checked').waitFor({ state: 'attached' });
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a booking without an answer is finished by hand with the carrier’s number', async () => {
    desk.script.book = ['lost_request'];
    const id = await book('live_one');
    const page = await area.visit('/operator/attention', { as: olga });
    const finish = page.getByRole('button', { name: `Finish booking ${id} by hand` });
    await page.getByRole('row').filter({ has: finish }).getByText('Request sent').waitFor();
    await finish.click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Give the carrier's number/).waitFor();
    await page.getByLabel('The carrier’s number for it').fill('HAND-77');
    await page.getByRole('button', { name: 'Save' }).click();
    await finish.waitFor({ state: 'detached' });
    const booking = await area.t.app.store.bookings.findAnyones(id as never);
    assert.deepEqual([booking?.status, booking?.connote], ['booked_manually', 'HAND-77']);
    await page.context().close();
  });

  test('what became of a payment is asked for now, and said though its row is gone', async () => {
    desk.script.book = ['lost_answer'];
    const id = await book('live_one');
    const page = await area.visit('/operator/attention', { as: olga });
    const row = page.getByRole('row').filter({
      has: page.getByRole('button', { name: `Finish booking ${id} by hand` }),
    });
    const ask = row.getByRole('button', { name: /^Ask again now about payment \d+$/ });
    // Whoever sent it may still be waiting for the answer, and is not overtaken.
    await ask.click();
    await page.getByRole('alert').getByText('Not known yet, or still being asked.').waitFor();
    area.t.advanceClock(120_000);
    await ask.click();
    await page
      .getByRole('alert')
      .getByText(/^Settled: /)
      .waitFor();
    await row.waitFor({ state: 'detached' });
    const booking = await area.t.app.store.bookings.findAnyones(id as never);
    assert.equal(booking?.status, 'confirmed');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a booking is found, what cancelling does is said, and it is cancelled though it is moving', async () => {
    const id = await book('toll');
    await addScan(area.t, id, 'in_transit', 'Linehaul', 'Sydney');
    const page = await area.visit('/quote', { as: olga });
    await page.getByRole('link', { name: 'All bookings' }).click();
    await page.getByLabel('Search', { exact: true }).fill(String(id));
    await page.waitForURL(`**/operator/bookings?q=${id}`);
    await page.getByRole('combobox', { name: 'Member' }).fill('tilewarehouse');
    await page.getByRole('option', { name: /jane@tilewarehouse/ }).click();
    await page.waitForURL(`**/operator/bookings?q=${id}&member=${area.jane.id}`);
    await page.getByRole('button', { name: `Cancel booking ${id}` }).click();
    const question = page.getByRole('dialog');
    await question.getByText('Tracking says: in transit').waitFor();
    await question.getByText(/is taken off the member’s credit account/).waitFor();
    await question.getByText('tell it yourself').waitFor();
    await page.getByRole('button', { name: 'Cancel it all the same' }).click();
    await page.getByText('Cancelled').waitFor();
    const booking = await area.t.app.store.bookings.findAnyones(bookingId(id));
    assert.equal(booking?.status, 'cancelled');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a caller is answered from one page: found by name, where it is, what was paid, what is printed', async () => {
    const id = await book('toll');
    await addScan(area.t, id, 'in_transit', 'Left the depot', 'Sydney');
    const adjustment = { scannedGrams: 12_500, additionalCents: 8_50 };
    await adjustBooking(area.t.app, bookingId(id), adjustment);
    const page = await area.visit('/operator/bookings', { as: olga });
    await page.getByLabel('Search', { exact: true }).fill('tilewarehouse');
    await page.waitForURL('**/operator/bookings?q=tilewarehouse');
    await page.getByRole('link', { name: `Booking ${id}`, exact: true }).click();
    await page.getByText('Left the depot').waitFor();
    await page.getByText(/\$8\.50 charged later, \$[\d.,]+ in all/).waitFor();
    await page.getByText('12.5 kg on the carrier’s scales').waitFor();
    await page.getByRole('cell', { name: 'Charge', exact: true }).waitFor();
    for (const name of ['Label, A4', 'Label, A6', 'Manifest', 'Tax invoice']) {
      const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
      const paper = await page.request.get(`${area.url}${href}`);
      assert.equal(paper.status(), 200, name);
    }
    assert.equal(await page.getByRole('button', { name: /^Finish booking/ }).count(), 0);
    assert.deepEqual(await seriousViolations(page), []);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('of a carrier that prints its own label one is offered, and none that it does not print', async () => {
    const id = await book('toll');
    for (const [formats, labels] of [
      [['pdf', 'zpl'], ['Label']],
      [['zpl'], []],
    ] as const) {
      const page = await area.visit('/operator/bookings', { as: olga });
      await page.route(`**/operator/bookings/${id}`, async (route) => {
        const answer = await (await route.fetch()).json();
        await route.fulfill({ json: { ...answer, carrier_label_formats: formats } });
      });
      await page.getByRole('link', { name: `Booking ${id}`, exact: true }).click();
      await page.getByRole('link', { name: 'Manifest', exact: true }).waitFor();
      const offered = await page.getByRole('link', { name: /^Label/ }).allTextContents();
      assert.deepEqual(offered, labels);
      await page.context().close();
    }
  });

  test('of what its carrier may still stop, the dialog does not say that nothing stops it', async () => {
    const id = await book('toll');
    await addScan(area.t, id, 'in_transit', 'Linehaul', 'Sydney');
    const page = await area.visit('/operator/bookings', { as: olga });
    await page.route(`**/operator/bookings/${id}`, async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, cancel_way: 'asked' } });
    });
    await page.getByRole('button', { name: `Cancel booking ${id}` }).click();
    const question = page.getByRole('dialog');
    await question.getByText('Tracking says: in transit').waitFor();
    await question.getByText(/The carrier is asked first/).waitFor();
    await question.getByText(/It may refuse to stop it/).waitFor();
    assert.equal(await question.getByText(/does not stop it/).count(), 0);
    await page.context().close();
  });

  test('every way of the operator is in sight on a laptop, and on less the current one is', async () => {
    const page = await area.visit('/operator/adjustments', { as: olga });
    const rail = page.getByRole('navigation', { name: 'Main' });
    const current = rail.getByRole('link', { name: 'Adjustments' });
    await current.waitFor();
    const isWhole = async (link: Locator): Promise<boolean> => {
      const [box, edge] = await Promise.all([link.boundingBox(), link.locator('..').boundingBox()]);
      if (box === null || edge === null) return false;
      return box.y >= edge.y && box.y + box.height <= edge.y + edge.height;
    };
    for (const link of await rail.getByRole('link').filter({ hasNotText: 'Linehaul' }).all())
      assert.ok(await isWhole(link), (await link.textContent()) ?? '');
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.reload();
    await current.waitFor();
    assert.ok(await isWhole(current));
    await page.locator('[data-more-above]').waitFor();
    await page.context().close();
  });

  test('of a booking that a card paid and its carrier adjusted, both sums are said before it is cancelled', async () => {
    const wish = { kind: 'card', token: 'tok_ok', isDefault: false } as const;
    const { id: card } = await addPaymentMethod(area.t.app, area.jane.email, wish);
    const id = await book('toll', card);
    const adjustment = { scannedGrams: undefined, additionalCents: 8_50 };
    const { confirmation } = await adjustBooking(area.t.app, bookingId(id), adjustment);
    const paid = ((confirmation?.costCents ?? 0) / 100).toFixed(2);
    const page = await area.visit(`/operator/bookings?q=${id}`, { as: olga });
    await page.getByRole('button', { name: `Cancel booking ${id}` }).click();
    const both = `$${paid} goes back to the card or wallet. $8.50 is taken off the member’s credit account.`;
    await page.getByRole('dialog').getByText(both, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText('Cancelled').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a carrier that is not connected is told by a person, who says so and can take it back', async () => {
    // Other tests may have booked too; this one is about a pickup that is alone.
    const visitor = await new Visitor(area.t).signIn(olga);
    const untold = (await visitor.get('/operator/bookings?show=to_tell')).json();
    for (const { id } of untold) await visitor.send('PUT', `/operator/bookings/${id}/told`);
    const id = await book('toll');
    const members = await area.visit(`/bookings/${id}`, { as: area.jane });
    await members.getByText(/^Your freight desk tells .+ about this pickup\.$/).waitFor();
    const page = await area.visit('/operator/attention', { as: olga });
    await page.getByText('1 pickup is booked with carriers that are not connected.').waitFor();
    await page.getByRole('link', { name: 'Show them' }).click();
    await page.waitForURL('**/operator/bookings?show=to_tell');
    const row = page.getByRole('row').filter({ has: page.getByText(String(id), { exact: true }) });
    await row.getByText('Tell the carrier', { exact: true }).waitFor();
    await page.getByText('Of every member, the next pickup first.').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    const further = await area.visit('/operator/bookings?show=to_tell&page=2', { as: olga });
    await further.getByText('No more bookings').waitFor();
    await further.context().close();
    // All that is read out on the phone.
    await row.getByRole('link', { name: `Booking ${id}` }).click();
    await page.getByRole('heading', { name: `Booking ${id}`, level: 1 }).waitFor();
    await page.getByText(/^Sydney NSW 2000$/i).waitFor();
    await page.getByRole('cell', { name: 'Carton', exact: true }).waitFor();
    await page.getByRole('button', { name: `Told: the carrier of booking ${id}` }).waitFor();
    await page.goBack();
    await row.getByRole('button', { name: `Told: the carrier of booking ${id}` }).click();
    await page.getByText('Every carrier has been told', { exact: true }).waitFor();
    // The row has gone, and the button with it.
    const said = page.getByRole('alert').getByText(`Booking ${id}: carrier told.`);
    await said.waitFor();
    assert.match(await said.innerText(), /“Not told” under All/);
    await page.locator('section:focus').getByText('Every carrier has been told').waitFor();
    await members.reload();
    await members.getByText(/^Your freight desk has told/).waitFor();
    await page.getByText('All', { exact: true }).click();
    await page.getByText('Of every member, the newest first.').waitFor();
    await row.getByText(/^Carrier told .+ by olga@example\.com$/).waitFor();
    await row.getByRole('button', { name: `The carrier of booking ${id} was not told` }).click();
    await row.getByText('Tell the carrier', { exact: true }).waitFor();
    await row.getByRole('button', { name: `Told: the carrier of booking ${id}` }).click();
    await row.getByText(/^Carrier told/).waitFor();
    assert.deepEqual(area.complaints, []);
    await members.context().close();
    await page.context().close();
  });

  test('money that no gateway gives back and a consignment that nobody pays for are seen to by a person', async () => {
    const { store } = area.t.app;
    const id = bookingId(await book('toll'));
    const charge = (await store.payments.listOfBooking(id)).at(-1);
    assert.ok(charge);
    const refund = await store.payments.add({
      ...charge,
      key: 'a refund that came back',
      kind: 'refund',
      status: 'refused',
      detail: 'The account at the bank is closed.',
      lookAtMs: undefined,
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
    const dearer = { carrier: 'hi_trans', stringId: 'live_one', bookingId: id, nowMs: 0 };
    await store.sentConsignments.open({ ...dearer, reference: `${id}-3` });
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
    await page.getByRole('button', { name: /^Paid another way: the refund/ }).click();
    await page.getByLabel('How it was paid').fill('bank transfer 8841');
    await page.getByRole('button', { name: 'Note it' }).click();
    await page.getByText('The account at the bank is closed.').waitFor({ state: 'detached' });
    assert.equal((await store.payments.find(refund))?.status, 'returned');
    await page.getByRole('button', { name: 'Cancel consignment HT-1' }).click();
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText(/it can not be told from here/).waitFor();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Done by hand: consignment HT-1' }).click();
    await page.getByLabel('What was done').fill('cancelled by telephone');
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Note it' }).click();
    await page.getByText('HT-1', { exact: true }).waitFor({ state: 'detached' });
    await page.getByText('$12.50 more').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    const onPhone = await area.visit('/operator/attention', { as: olga, size: phone });
    await onPhone.getByText('$12.50 more').waitFor();
    assert.equal(await overflow(onPhone), 0);
    await onPhone.context().close();
    await page.getByRole('button', { name: `Seen: the price of booking ${id}` }).click();
    await page.getByText('$12.50 more').waitFor({ state: 'detached' });
    assert.equal((await store.sentConsignments.find(`${id}-2`))?.detail, 'cancelled by telephone');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('an account with a carrier is connected, tried and forgotten', async () => {
    const simulator = await openSimulator('hi_trans');
    const [listed] = simulator.carriers;
    assert.ok(listed);
    const account: Record<string, string> = simulatedAccount(hiTrans, listed);
    const page = await area.visit('/operator/accounts', { as: olga });
    await page.getByRole('button', { name: 'Connect Hi-Trans Express' }).click();
    await page.getByLabel('user name').fill(account.username ?? '');
    await page.getByLabel('password').fill('wrong-one');
    await page.getByLabel('Another address').fill(listed.url);
    await page.getByRole('button', { name: 'Try and keep it' }).click();
    await page.getByText(/does not accept these credentials/).waitFor();
    await page.getByLabel('password').fill(account.password ?? '');
    await page.getByRole('button', { name: 'Try and keep it' }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
    assert.ok(!(await page.content()).includes(account.password ?? '?'));
    await page.getByRole('button', { name: 'Test Hi-Trans Express' }).click();
    await page.getByText('The account is accepted.').first().waitFor();
    await page.getByRole('button', { name: 'Disconnect Hi-Trans Express' }).click();
    await page.getByRole('button', { name: 'Disconnect it' }).click();
    await page.getByText('Not connected').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
    await simulator.close();
  });

  test('what a carrier was asked about a booking in trouble is a click away', async () => {
    desk.script.book = ['lost_request'];
    const id = await book('live_one');
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
    await page.getByText('Booking 424242').waitFor();
    await page.getByRole('link', { name: /call \d+, quote auspost$/ }).click();
    await page.getByText('"password": "[secret]"').waitFor();
    await page.getByText('For request r-1').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('adjustments are previewed line by line and applied', async () => {
    const id = await book('toll');
    const page = await area.visit('/operator/adjustments', { as: olga });
    await page
      .getByLabel('Or paste it')
      .fill(`booking,scanned_weight,additional_charges\n${id},25,9.90\n424242,1,1`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Will be applied').waitFor();
    await page.getByText(/There is no booking 424242/).waitFor();
    await page.getByRole('button', { name: 'Apply 1 adjustment' }).click();
    await page.getByText('1 adjustment applied').waitFor();
    const booking = await area.t.app.store.bookings.findAnyones(id as never);
    assert.deepEqual([booking?.scannedGrams, booking?.additionalCents], [25_000, 990]);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a carrier’s new prices are checked, compared and put in use', async () => {
    // New prices are compared with the old ones by what was quoted lately.
    await book('toll');
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
    assert.equal(await page.getByRole('button', { name: 'Put in use…' }).count(), 0);
    await files.setInputFiles(file(lanes.replaceAll(/,(\d+)\.(\d\d),/g, ',9$1.$2,')));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText(/dearer/).waitFor();
    await page.getByRole('button', { name: 'Put in use…' }).click();
    await page.getByRole('button', { name: 'Put in use', exact: true }).click();
    await page.getByText('The next quote is priced by these files.').waitFor();
    assert.ok(existsSync(join(carriersDir, place)));
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
