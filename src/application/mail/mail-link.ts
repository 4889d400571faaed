// E-mails with a link for the owner of an address, sent in the background: neither the answer nor its timing tells whether
// the address has an account. If one is lost, the person asks again. They contain nothing that the sender typed.
import type { LinkMail } from '../../domain/mail/mail-content.ts';
import { emailKey } from '../../domain/members/member.ts';
import { hourMs } from '../../domain/time/durations.ts';
import type { App, Mailing } from '../ports.ts';
import { messageIdOf } from './try-mail.ts';

/** Keeps a stranger from filling a mailbox. */
const mailsAnHour = 3;

export type LinkRequest = {
  what: 'password_reset' | 'confirmation' | 'invitation';
  email: string;
  /**
   * Called if the mailbox may have another e-mail now; undefined if there is nothing to send. `to`: the address as its
   * user wrote it.
   */
  link(): Promise<(Pick<LinkMail, 'mail' | 'url'> & { to?: string }) | undefined>;
};

export function mailLink(app: App, mailing: Mailing, request: LinkRequest): void {
  const { what } = request;
  sendLink(app, mailing, request).catch((error: unknown) => {
    app.log.error({ err: error, what }, 'an e-mail with a link could not be sent');
  });
}

async function sendLink(
  app: App,
  mailing: Mailing,
  { what, email, link }: LinkRequest,
): Promise<void> {
  const mailbox = app.secrets.digest(emailKey(email));
  const nowMs = app.clock.nowMs();
  const { count } = await app.counters.count(`${what}_mail:${mailbox}`, hourMs, nowMs);
  if (count > mailsAnHour) return;
  const found = await link();
  if (found === undefined) return;
  const { to = email, ...content } = found;
  const outcome = await mailing.mailer.send({
    ...mailing.write({ ...content, operator: app.operator.seller.name }),
    // Without a name: a stranger may have signed up with this address and chosen the name.
    to: { name: '', address: to },
    replyTo: undefined,
    messageId: messageIdOf(mailing, `${what}-${app.secrets.randomText(12)}`),
  });
  if (outcome.kind !== 'accepted')
    app.log.warn({ what, detail: outcome.detail }, 'an e-mail with a link was not taken');
}

type SecretPage = 'reset-password' | 'accept-invitation' | 'confirm-email' | 'accept-quote';

/** The page that accepts the secret. The part after the # is not sent to servers or other sites. */
export function secretLink(publicUrl: string, page: SecretPage, token: string): string {
  return `${publicUrl}/${page}#${token}`;
}
