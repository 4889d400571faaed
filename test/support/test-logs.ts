// Silent logs and meters, and recording ones whose lines tests can read.
import type { Log, Meter } from '../../src/application/ports.ts';

export type LogLine = { level: string; message: string; fields: object };

export function recordingLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at = (level: string) => (fields: object, message: string) => {
    lines.push({ level, message, fields });
  };
  return {
    lines,
    request: (fields) => lines.push({ level: 'info', message: 'request', fields }),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
  };
}

export const silentLog: Log = {
  request: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  fatal: () => {},
};

export const silentMeter: Meter = {
  requestServed: () => {},
  limitHit: () => {},
  authenticationFailed: () => {},
  queryTook: () => {},
  sharedStateLost: () => {},
  listAnswered: () => {},
  replicaSeen: () => {},
  mailTried: () => {},
  attentionCounted: () => {},
  rateFilesRefused: () => {},
  carrierPolled: () => {},
  carrierAsked: () => {},
};
