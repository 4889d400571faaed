// A broker's working day with 400 bookings, in a real browser: issues to zero, pickups notified together, scans imported,
// a margin from tomorrow, a carrier's invoice reconciled, and monthly invoices sent.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { setBookingStatus } from '../../src/application/bookings/set-booking-status.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { sendMonthlyInvoices } from '../../src/application/payments/send-monthly-invoices.ts';
import { type BookingId, bookingId } from '../../src/domain/bookings/booking.ts';
import { dayMs } from '../../src/domain/time/durations.ts';
import { noted } from '../support/components/mailing.ts';
import { desktop, MembersArea } from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { book } from './operator-area.ts';

const bookingCount = 400;
const wide = { ...desktop, width: 1440, height: 900 };

describe("a broker's day", () => {
  let area: MembersArea;
  let olga: TestMember;
  let page: Page;
  let ids: BookingId[];
  const { mailing, sent } = noted();
  before(async () => {
    area = await MembersArea.open({
      limits: { membersPerMinute: 0, membersAddressPerMinute: 0, v5PerMinute: 0 },
    });
    olga = await area.t.addMember('olga@example.com');
    await changeMember(area.t.app, olga.email, { isOperator: true });
    await setCreditLimit(area.t.app, area.jane.email, 100_000_00);
    ids = [];
    for (let n = 0; n < bookingCount; n += 1) ids.push(bookingId(await book(area, 'toll')));
    page = await area.visit('/operator/attention', { as: olga, size: wide });
  });
  after(() => area.close());

  const rowsOf = (csv: readonly string[]): string => `${csv.join('\n')}\n`;

  test('goes from 400 pickups and an issue in the morning to invoices at the end of the month', async () => {
    const [troubled, disputed] = [ids.at(0), ids.at(1)];
    assert.ok(troubled !== undefined && disputed !== undefined);
    await setBookingStatus(area.t.app, troubled, { status: 'request_failed', connote: undefined });
    await page.reload();

    // Issues to zero.
    await page.getByText(/^\d+ pickups to phone through/).waitFor();
    await page.getByRole('button', { name: `Settle booking ${troubled} manually` }).click();
    const settling = page.getByRole('dialog');
    await settling.getByLabel('Consignment note').fill('TOLL4711');
    await settling.getByRole('button', { name: 'Save' }).click();
    await settling.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Show run sheets' }).click();
    await page.getByLabel(/^Choose every pickup of Team Global Express/).check();
    await page.getByText(/^\d+ pickups chosen$/).waitFor();
    await page.getByRole('button', { name: 'Mark as notified', exact: true }).click();
    await page.getByText(/^\d+ pickups marked as notified$/).waitFor();
    await page.goto('/operator/attention');
    await page.getByText('No issues').waitFor();

    // The carrier's report of the evening.
    await page.goto('/operator/tracking');
    await page.getByLabel('CSV file').setInputFiles({
      name: 'scans.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        rowsOf([
          'booking,status,location,at',
          ...ids.map((id) => `${id},Picked up,SYDNEY NSW,2026-11-16 09:30`),
        ]),
      ),
    });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: `Add ${bookingCount} events` }).click();
    await page.getByText(`${bookingCount} events added`).waitFor();

    // Jane pays more from tomorrow.
    await page.goto(`/operator/margins?member=${area.jane.id}`);
    await page.getByRole('button', { name: 'Add margin' }).click();
    await page.getByText('A member', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Member' }).fill('jane@');
    await page.getByRole('option', { name: /jane@tilewarehouse/ }).click();
    await page.getByLabel('Percent').fill('10');
    await page.getByLabel('First day').fill('2026-11-17');
    await page.getByRole('button', { name: 'Save margin' }).click();
    await page.getByRole('row', { name: /10/ }).getByText('Later', { exact: true }).waitFor();

    // The carrier's invoice: as quoted, but for one line.
    const bookings = await area.t.app.store.bookings.listPlain('operator', ids);
    const billed = bookings.map(({ id, confirmation }) => {
      const cents = (confirmation?.carrierCents ?? 0) + (id === disputed ? 1_500 : 0);
      return `${id},${(cents / 100).toFixed(2)}`;
    });
    await page.goto('/operator/carrier-invoices');
    await page.getByRole('combobox', { name: 'Carrier' }).fill('Team Global');
    await page.getByRole('option', { name: 'Team Global Express' }).click();
    await page.getByLabel('Invoice number').fill('TGE-2026-11');
    await page.getByLabel('Or paste it').fill(rowsOf(['booking,amount', ...billed]));
    await page.getByRole('button', { name: 'Import invoice' }).click();
    await page.getByRole('heading', { name: 'Invoice TGE-2026-11' }).waitFor();
    await page.getByRole('option', { name: 'To decide (1)' }).waitFor({ state: 'attached' });
    await page.getByLabel(/^Choose line /).check();
    await page.getByRole('button', { name: 'Mark as disputed' }).click();
    await page.getByRole('option', { name: 'To decide (0)' }).waitFor({ state: 'attached' });

    // The month ends.
    area.t.app.mailing = mailing;
    area.t.advanceClock(20 * dayMs);
    const office = await area.visit('/operator/monthly-invoices', { as: olga, size: wide });
    await office.getByRole('button', { name: /^Issue .*e-mail/ }).click();
    await office.getByText(/: all issued/).waitFor();
    await until('the invoice is sent', () =>
      sendMonthlyInvoices(area.t.app, mailing).then(() => sent.length === 1),
    );
    assert.equal(sent[0]?.to.address, area.jane.email);
    assert.equal(sent[0]?.attachments?.length, 1);
    assert.deepEqual(area.complaints, []);
  });
});
