// Hands messages to a mail server. What it answers is told apart by what can be done about it: this message will never be
// taken, this message not now, or no message at all now. Nothing here decides whether and when to try again.
import { createTransport } from 'nodemailer';
import type { Mailer, MailOutcome, Message } from '../../application/ports.ts';

export type SmtpOptions = {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  url: string;
  /** `Name <address>`. */
  from: string;
};

/** A mail server that does not answer holds up the other mails, so it is not waited for long. */
const connectMs = 10_000;
const silenceMs = 20_000;
const connections = 3;

export function openSmtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    // A message never brings a file or a page of this machine along.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const outcomeOfDoing = async (work: () => Promise<unknown>): Promise<MailOutcome> => {
    try {
      await work();
      return { kind: 'accepted' };
    } catch (error) {
      return outcomeOf(error);
    }
  };
  return {
    send: (message) => outcomeOfDoing(() => transport.sendMail(envelope(message, from))),
    check: () => outcomeOfDoing(() => transport.verify()),
    close: () => transport.close(),
  };
}

function envelope(message: Message, from: string) {
  return {
    from,
    to: { name: message.to.name, address: message.to.address },
    ...(message.replyTo === undefined ? {} : { replyTo: { name: '', address: message.replyTo } }),
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: message.messageId,
    headers: {
      // Nobody's holiday note is to answer it.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  };
}

/** The server's own words are kept; they hold no password. */
function outcomeOf(error: unknown): MailOutcome {
  const { code, responseCode, message } = error as {
    code?: unknown;
    responseCode?: unknown;
    message?: unknown;
  };
  const detail = typeof message === 'string' ? message : String(error);
  // An account that is refused says nothing about the message.
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2')
    return { kind: 'unreachable', detail };
  if (typeof responseCode === 'number') {
    return { kind: responseCode >= 500 ? 'refused' : 'deferred', detail };
  }
  // No response at all: an address that is none never leaves the house; everything else never got there.
  return { kind: code === 'EENVELOPE' ? 'refused' : 'unreachable', detail };
}
