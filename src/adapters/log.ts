// Logs are JSON lines on standard output, or readable lines on a terminal. What is secret is declared
// here once; nothing else has to remember to leave it out.
import { type DestinationStream, type Logger, pino } from 'pino';

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

export function openLog({ level, pretty, destination }: LogOptions): Logger {
  const options = {
    level,
    base: { pid: process.pid },
    redact: { paths: secrets.flatMap((path) => [path, `*.${path}`]), censor: '[secret]' },
  };
  if (destination !== undefined) return pino(options, destination);
  if (pretty) {
    return pino({
      ...options,
      transport: {
        target: 'pino-pretty',
        options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
      },
    });
  }
  return pino(options);
}
