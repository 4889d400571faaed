// Logs are JSON lines on standard output, or readable lines on a terminal. What is secret is declared
// here once; nothing else has to remember to leave it out.
import { type DestinationStream, destination as fileDestination, pino, transport } from 'pino';
import type { Log } from '../application/ports.ts';

const secrets = [
  'password',
  'passwordHash',
  'key',
  'secret',
  'token',
  'authorization',
  'headers["api-key"]',
  'headers.authorization',
  'headers.cookie',
];

export type LogOptions = {
  level: string;
  /** Readable, coloured lines for a person at a terminal. */
  pretty: boolean;
  destination?: DestinationStream;
};

const standardOutput = 1;
/** Lines are gathered up to this many bytes or this long before they are written: one system call for many. */
const gatherBytes = 16_000;
const gatherMs = 100;

export function openLog({ level, pretty, destination }: LogOptions): Log {
  const target = destination ?? (pretty ? readable() : gathered());
  const base = { pid: process.pid };
  const log = pino(
    {
      level,
      base,
      redact: { paths: secrets.flatMap((path) => [path, `*.${path}`]), censor: '[secret]' },
    },
    target,
  );
  // Looking for secrets costs more than writing the line; a request's line has none by its type.
  const requests = pino({ level, base }, target);
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    request: (line) => requests.info(line, 'request'),
  };
}

function gathered(): DestinationStream {
  return fileDestination({
    dest: standardOutput,
    sync: false,
    minLength: gatherBytes,
    periodicFlush: gatherMs,
  });
}

function readable(): DestinationStream {
  return transport({
    target: 'pino-pretty',
    options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
  }) as DestinationStream;
}
