// Sends messages through a mail server. Sorts its answers by what can be done: this message is rejected, this message
// must wait, or the server is unreachable. The caller decides about retries.
import { createTransport } from 'nodemailer';
import type { Mailer, MailOutcome, Message } from '../../application/ports.ts';

export type SmtpOptions = {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  url: string;
  /** `Name <address>`. */
  from: string;
};

/** A silent mail server would hold up the other mails, so the timeouts are short. */
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
    // Messages must not include local files or remote pages.
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
    ...(message.attachments === undefined
      ? {}
      : {
          attachments: message.attachments.map(({ name, mediaType, bytes }) => ({
            filename: name,
            contentType: mediaType,
            content: Buffer.from(bytes),
          })),
        }),
    messageId: message.messageId,
    headers: {
      // Suppresses out-of-office replies.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  };
}

/** Keeps the server's own words; they contain no password. */
function outcomeOf(error: unknown): MailOutcome {
  const { code, responseCode, message } = error as {
    code?: unknown;
    responseCode?: unknown;
    message?: unknown;
  };
  const detail = typeof message === 'string' ? message : String(error);
  // A rejected login says nothing about the message.
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2')
    return { kind: 'unreachable', detail };
  if (typeof responseCode === 'number') {
    return { kind: responseCode >= 500 ? 'refused' : 'deferred', detail };
  }
  // Without a response, the message did not reach the server. An invalid address was rejected in this process.
  return { kind: code === 'EENVELOPE' ? 'refused' : 'unreachable', detail };
}
