// Sends monthly invoices by e-mail, with the PDF attached, at the operator's rate. Like any e-mail, one is claimed, sent
// and marked as sent; after a crash in between it is sent again with the same Message-ID.

import { monthlyInvoiceName, sumsOfMonth } from '../../domain/payments/monthly-invoice.ts';
import { minuteMs } from '../../domain/time/durations.ts';
import { nextAttemptAtMs } from '../../domain/tracking/notification.ts';
import type { App, MailEnd, Mailing, Message, WaitingInvoiceMail } from '../ports.ts';
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
  if (nowMs - mail.wantedAtMs > invoiceMailUsefulMs) {
    await end(app, mail, 'expired', 'too_old');
    return true;
  }
  const message = await messageOf(app, mailing, mail);
  if (message === undefined) {
    await end(app, mail, 'withheld', 'no_address');
    return true;
  }
  mailing.pace.usePlace();
  const outcome = await mailing.mailer.send(message);
  if (outcome.kind === 'accepted') await end(app, mail, 'sent', '');
  else if (outcome.kind === 'refused') await end(app, mail, 'failed', outcome.detail);
  else await tryLater(app, mail, outcome.detail);
  return outcome.kind !== 'unreachable';
}

async function tryLater(app: App, mail: WaitingInvoiceMail, detail: string): Promise<void> {
  const dueAtMs = nextAttemptAtMs(mail.attempts, mail.wantedAtMs, app.clock.nowMs());
  if (dueAtMs === undefined) return await end(app, mail, 'failed', detail);
  await app.store.monthlyInvoices.retryMail(mail, dueAtMs, detail);
  app.meter.mailTried('deferred');
}

async function end(
  app: App,
  mail: WaitingInvoiceMail,
  how: MailEnd,
  detail: string,
): Promise<void> {
  await app.store.monthlyInvoices.endMail(mail, how, detail);
  app.meter.mailTried(how);
}

/** Undefined if the member is gone. */
async function messageOf(
  app: App,
  { publicUrl, write }: Mailing,
  { number, round }: WaitingInvoiceMail,
): Promise<Message | undefined> {
  const found = await app.store.monthlyInvoices.find(number);
  const member = found && (await app.store.members.find(found.memberId));
  if (found === undefined || member === undefined || member.email === '') return undefined;
  const { facts } = found;
  const { bytes } = await printMonthlyInvoice(app, 'operator', number);
  const name = monthlyInvoiceName(number);
  return {
    messageId: `<${name.toLowerCase()}-${round}@${new URL(publicUrl).hostname}>`,
    to: { name: member.companyName, address: member.email },
    replyTo: undefined,
    attachments: [{ name: `${name}.pdf`, mediaType: 'application/pdf', bytes }],
    ...write({
      mail: 'monthly_invoice',
      operator: facts.seller.name,
      number: name,
      month: facts.month,
      amountCents: Math.max(0, sumsOfMonth(facts).closingCents),
      dueDay: facts.dueDay,
      url: `${publicUrl}/payments`,
    }),
  };
}
