// Sends a label to a printer's raw TCP port. Printers do not confirm labels. Most close the connection after they have
// read to the end, and the label then counts as received. Some never close it: after `closingMs` their label counts as
// received too, because a repeat would print it twice. The connection stays open for a printer without paper, which
// reads the rest after a refill.
import { connect, type LookupFunction } from 'node:net';
import type { PrintTrouble } from '../../domain/printers/label-printer.ts';

export type RawPrinter = {
  host: string;
  port: number;
  lookup?: LookupFunction;
  stalledMs?: number;
  closingMs?: number;
};

const connectMs = 5_000;
/** A printer without paper takes nothing more until a person refills it. */
const usualStalledMs = 10 * 60_000;
const usualClosingMs = 90_000;

/** Undefined if the printer has the label. */
export async function sendRaw(
  { host, port, lookup, stalledMs = usualStalledMs, closingMs = usualClosingMs }: RawPrinter,
  bytes: Uint8Array,
  stop?: AbortSignal,
): Promise<PrintTrouble | undefined> {
  return await new Promise((resolve) => {
    const socket = connect({ host, port, ...(lookup === undefined ? {} : { lookup }) });
    let isConnected = false;
    let closing: NodeJS.Timeout | undefined;
    const settle = (trouble?: PrintTrouble): void => {
      clearTimeout(closing);
      stop?.removeEventListener('abort', stopped);
      resolve(trouble);
    };
    const end = (trouble?: PrintTrouble): void => {
      socket.destroy();
      settle(trouble);
    };
    const fail = (detail: string): void =>
      end({ reason: isConnected ? 'cut_off' : 'unreachable', detail });
    const stopped = (): void => fail('stopped');
    stop?.addEventListener('abort', stopped, { once: true });
    socket.setTimeout(connectMs, () => {
      fail(isConnected ? 'it takes no more data' : 'no answer');
    });
    socket.once('connect', () => {
      isConnected = true;
      socket.setTimeout(stalledMs);
      socket.end(bytes);
    });
    socket.once('finish', () => {
      closing = setTimeout(() => {
        socket.unref();
        settle();
      }, closingMs);
    });
    // The printer's messages are not needed, but unread ones would fill the connection.
    socket.resume();
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const isOurs = error instanceof AddressNotAllowed;
      if (isOurs) end({ reason: 'not_allowed', detail: '' });
      else fail(error.code ?? error.message);
    });
    socket.once('close', () => {
      if (socket.writableFinished) end();
      else fail('it closed the connection');
    });
  });
}

export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}
