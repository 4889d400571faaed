// Sends monthly invoices by e-mail, with the PDF attached, at the operator's rate. Like any e-mail, one is claimed, sent
// and marked as sent; after a crash in between it is sent again with the same Message-ID.

import { monthlyInvoiceName, sumsOfMonth } from '../../domain/payments/monthly-invoice.ts';
import { minuteMs } from '../../domain/time/durations.ts';
import { endMail, messageIdOf, type StoredMail, tryMail } from '../mail/try-mail.ts';
import type { App, Mailing, Message, WaitingInvoiceMail } from '../ports.ts';
import { invoiceMailUsefulMs } from './monthly-invoices.ts';
import { printMonthlyInvoice } from './print-monthly-invoice.ts';

const holdMs = 10 * minuteMs;

/** Sends one due invoice, if the rate allows; true if there may be more. */
export async function sendMonthlyInvoices(app: App, mailing: Mailing): Promise<boolean> {
  const nowMs = app.clock.nowMs();
  if (mailing.pace.placesAt(nowMs) < 1) return false;
  const request = { nowMs, untilMs: nowMs + holdMs, limit: 1 };
  const [mail] = await app.store.monthlyInvoices.takeUpMails(request);
  if (mail === undefined) return false;
  const { monthlyInvoices } = app.store;
  const stored: StoredMail = {
    ...mail,
    end: (how, detail) => monthlyInvoices.endMail(mail, how, detail),
    retry: (dueAtMs, detail) => monthlyInvoices.retryMail(mail, dueAtMs, detail),
  };
  if (nowMs - mail.wantedAtMs > invoiceMailUsefulMs) {
    await endMail(app, stored, 'expired', 'too_old');
    return true;
  }
  const message = await messageOf(app, mailing, mail);
  if (message === undefined) {
    await endMail(app, stored, 'withheld', 'no_address');
    return true;
  }
  mailing.pace.usePlace();
  return (await tryMail(app, mailing, stored, message)) === undefined;
}

/** Undefined if the member is gone. */
async function messageOf(
  app: App,
  mailing: Mailing,
  { number, round }: WaitingInvoiceMail,
): Promise<Message | undefined> {
  const found = await app.store.monthlyInvoices.find(number);
  const member = found && (await app.store.members.find(found.memberId));
  if (found === undefined || member === undefined || member.email === '') return undefined;
  const { facts } = found;
  const { bytes } = await printMonthlyInvoice(app, 'operator', number);
  const name = monthlyInvoiceName(number);
  return {
    messageId: messageIdOf(mailing, `${name.toLowerCase()}-${round}`),
    to: { name: member.companyName, address: member.email },
    replyTo: undefined,
    attachments: [{ name: `${name}.pdf`, mediaType: 'application/pdf', bytes }],
    ...mailing.write({
      mail: 'monthly_invoice',
      operator: facts.seller.name,
      number: name,
      month: facts.month,
      amountCents: Math.max(0, sumsOfMonth(facts).closingCents),
      dueDay: facts.dueDay,
      url: `${mailing.publicUrl}/payments`,
    }),
  };
}
