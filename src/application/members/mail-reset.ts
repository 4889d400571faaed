// Sends a reset link by e-mail for a forgotten password, if a mail server is configured.
import { hourMs } from '../../domain/time/durations.ts';
import { allowAtMost } from '../allow-at-most.ts';
import { mailLink, secretLink } from '../mail/mail-link.ts';
import type { App } from '../ports.ts';
import { makeReset, resetLastsMs } from './change-password.ts';

const asksOfAddress = 10;

/** Returns whether a mail server is configured; without one no link is sent. */
export async function mailReset(app: App, email: string, address: string): Promise<boolean> {
  const { mailing } = app;
  if (mailing === undefined) return false;
  const what = 'password_reset';
  await allowAtMost(app, { what, who: address, times: asksOfAddress, windowMs: hourMs });
  mailLink(app, mailing, {
    what,
    email,
    link: async () => {
      const found = await app.store.users.findByEmail(email);
      if (found?.member.isOpen !== true) return undefined;
      const { email: to } = found.user;
      const { token } = await makeReset(app, to, resetLastsMs.mailed, 'mailed');
      const url = secretLink(mailing.publicUrl, 'reset-password', token);
      return { mail: 'set_password', url, to };
    },
  });
  return true;
}
