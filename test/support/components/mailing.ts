// Sends e-mails through a real mail server, or records them, and creates a booking whose receiver gets them.
import { openSmtpMailer } from '../../../src/adapters/mail/smtp-mailer.ts';
import { sendMails } from '../../../src/application/mail/send-mails.ts';
import { SendingPace } from '../../../src/application/mail/sending-pace.ts';
import type { App, Mailing, Message } from '../../../src/application/ports.ts';
import { writeMail } from '../../../src/wording/mail.ts';
import { melbourne, sydney, sydneyToMelbourne } from '../bookings/quote-bodies.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

export const mailFrom = 'Linehaul <tracking@freight.example>';

export const notifyingBody = sydneyToMelbourne({
  sender: { ...sydney, company_name: 'Tile Warehouse', email: 'orders@tiles.example' },
  receiver: { ...melbourne, name: 'Robin', email: 'robin@example.com' },
  notifications: { email: true },
});

export async function startMailing(): Promise<{ post: MailServer; mailing: Mailing }> {
  const post = await startMailServer();
  const mailer = openSmtpMailer({ url: post.url, from: mailFrom });
  return { post, mailing: { ...unhurried(), mailer } };
}

const publicUrl = 'https://freight.example';
/** More e-mails a minute than any test sends. */
const plenty = 60_000;

function unhurried(perMinute = plenty): Omit<Mailing, 'mailer'> {
  const pace = new SendingPace(perMinute);
  return { write: writeMail, publicUrl, pace, lastServed: { shipments: 0, demos: 0 } };
}

export type NotedMailing = { mailing: Mailing; sent: Message[] };

/** Records e-mails in order, without a mail server. */
export function noted({ perMinute }: { perMinute?: number } = {}): NotedMailing {
  const sent: Message[] = [];
  const mailer: Mailing['mailer'] = {
    send: async (message) => {
      sent.push(message);
      return { kind: 'accepted' };
    },
    check: async () => ({ kind: 'accepted' }),
    close: () => {},
  };
  return { mailing: { ...unhurried(perMinute), mailer }, sent };
}

/** Sends until no e-mail is due. */
export async function sendAll(app: App, mailing: Mailing): Promise<void> {
  let sent: number;
  do sent = await sendMails(app, mailing);
  while (sent > 0);
}
