// E-mails through a real mail server of their own, and a booking whose receiver is told by them.
import { openSmtpMailer } from '../../../src/adapters/mail/smtp-mailer.ts';
import { type Mailing, sendMails } from '../../../src/application/mail/send-mails.ts';
import type { App } from '../../../src/application/ports.ts';
import { melbourne, sydney, sydneyToMelbourne } from '../bookings/quote-bodies.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

export const mailFrom = 'Linehaul <tracking@freight.example>';

export const told = sydneyToMelbourne({
  sender: { ...sydney, company_name: 'Tile Warehouse', email: 'orders@tiles.example' },
  receiver: { ...melbourne, name: 'Robin', email: 'robin@example.com' },
  notifications: { email: true },
});

export async function startMailing(): Promise<{ post: MailServer; mailing: Mailing }> {
  const post = await startMailServer();
  const mailer = openSmtpMailer({ url: post.url, from: mailFrom });
  return { post, mailing: { mailer, publicUrl: 'https://freight.example' } };
}

/** Until nothing is due. */
export async function sendAll(app: App, mailing: Mailing): Promise<void> {
  let sent: number;
  do sent = await sendMails(app, mailing);
  while (sent > 0);
}
