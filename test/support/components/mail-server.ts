// A real local mail server that keeps what it accepts and rejects recipients on request.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

type ReceivedMail = {
  to: string[];
  /** Lower-case names with their values; folded lines are joined. */
  headers: Record<string, string>;
  text: string;
  html: string;
};

export type MailServer = {
  url: string;
  received: ReceivedMail[];
  /** Answers the next recipients with this code, such as 550 or 451; undefined accepts them. */
  answerRecipientsWith(code: number | undefined): void;
  stop(): Promise<void>;
};

/** With a user, clients must authenticate with the password. */
export async function startMailServer(
  options: { port?: number; password?: string } = {},
): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusal: number | undefined;
  const server = new SMTPServer({
    authOptional: options.password === undefined,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ password }, _session, callback) =>
      password === options.password
        ? callback(null, { user: 'linehaul' })
        : callback(new Error('wrong password')),
    onRcptTo: (_address, _session, callback) =>
      refusal === undefined
        ? callback()
        : callback(Object.assign(new Error('not taken'), { responseCode: refusal })),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, ...readMail(Buffer.concat(chunks).toString('utf8')) });
        callback();
      });
    },
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    answerRecipientsWith: (code) => {
      refusal = code;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function readMail(source: string): Omit<ReceivedMail, 'to'> {
  const { headers, body } = splitMail(source);
  const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).map(splitMail);
  const partOf = (type: string): string => {
    const part = parts.find((candidate) => candidate.headers['content-type']?.startsWith(type));
    return part === undefined ? '' : decode(part.body, part.headers['content-transfer-encoding']);
  };
  return { headers, text: partOf('text/plain'), html: partOf('text/html') };
}

function splitMail(source: string): { headers: Record<string, string>; body: string } {
  const text = source.replace(/^\r\n/, '');
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: end < 0 ? '' : text.slice(end + 4) };
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
