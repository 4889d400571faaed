// Logs are JSON lines on standard output, or readable lines on a terminal. Secret fields are declared here once, so
// callers need not remember to leave them out.
import { type DestinationStream, destination as fileDestination, pino, transport } from 'pino';
import type { Clock, Log, RequestLine } from '../application/ports.ts';

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
  clock: Clock;
  /** Readable, coloured lines for a person at a terminal. */
  pretty: boolean;
  destination?: DestinationStream;
};

export function openLog({ level, clock, pretty, destination }: LogOptions): Log {
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
  const logsRequests = log.isLevelEnabled('info');
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    fatal: (fields, message) => log.fatal(fields, message),
    request: (line) => {
      if (logsRequests) target.write(requestText(line, clock.nowMs()));
    },
  };
}

const infoLevel = 30;

/**
 * One line per request, formatted as pino would at a fifth of the cost. It is not searched for secrets, because its
 * type contains none.
 */
function requestText(line: RequestLine, nowMs: number): string {
  const { requestId, method, path, status, ms, ...who } = line;
  const { address, member, keyId, refusal, traceId } = who;
  const from = address === undefined ? '' : `,"address":${JSON.stringify(address)}`;
  const owner = member === undefined ? '' : `,"member":${member}`;
  const key = keyId === undefined ? '' : `,"keyId":${keyId}`;
  const why = refusal === undefined ? '' : `,"refusal":${JSON.stringify(refusal)}`;
  const trace = traceId === undefined ? '' : `,"traceId":"${traceId}"`;
  return `{"level":${infoLevel},"time":${nowMs},"pid":${process.pid},"requestId":${JSON.stringify(requestId)},"method":${JSON.stringify(method)},"path":${JSON.stringify(path)},"status":${status},"ms":${ms}${from}${owner}${key}${why}${trace},"msg":"request"}\n`;
}

const standardOutput = 1;
/** Lines are buffered up to this many characters or this long, and written with one call. */
const gatherLength = 16_000;
const gatherMs = 100;

function gathered(): DestinationStream {
  let lines: string[] = [];
  let length = 0;
  const pass = (): void => {
    if (lines.length === 0) return;
    output.write(lines.join(''));
    lines = [];
    length = 0;
  };
  process.on('exit', pass);
  // Synchronous: a write still under way at exit would be lost, or arrive after the last lines.
  const output = fileDestination({ dest: standardOutput, sync: true });
  setInterval(pass, gatherMs).unref();
  return {
    write: (line: string) => {
      lines.push(line);
      length += line.length;
      if (length >= gatherLength) pass();
    },
  };
}

function readable(): DestinationStream {
  return transport({
    target: 'pino-pretty',
    options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
  }) as DestinationStream;
}
