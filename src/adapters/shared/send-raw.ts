// Sends a label to a printer's raw TCP port. Printers do not confirm labels, and bytes that have left this program may
// still wait in the network: a printer without paper reads nothing. A label counts as received once the printer has
// closed the connection too, because it closes after it has read to the end. Whether it printed cannot be known.
import { connect, type LookupFunction } from 'node:net';
import type { PrintTrouble } from '../../domain/printers/label-printer.ts';

export type RawPrinter = {
  host: string;
  port: number;
  lookup?: LookupFunction;
  stalledMs?: number;
};

const connectMs = 5_000;
/** A printer without paper takes nothing more until a person refills it. */
const usualStalledMs = 10 * 60_000;

/** Undefined if the printer has the label. */
export async function sendRaw(
  { host, port, lookup, stalledMs = usualStalledMs }: RawPrinter,
  bytes: Uint8Array,
  stop?: AbortSignal,
): Promise<PrintTrouble | undefined> {
  return await new Promise((resolve) => {
    const socket = connect({ host, port, ...(lookup === undefined ? {} : { lookup }) });
    let isConnected = false;
    const end = (trouble?: PrintTrouble): void => {
      stop?.removeEventListener('abort', stopped);
      socket.destroy();
      resolve(trouble);
    };
    const fail = (detail: string): void =>
      end({ reason: isConnected ? 'cut_off' : 'unreachable', detail });
    const stopped = (): void => fail('stopped');
    stop?.addEventListener('abort', stopped, { once: true });
    socket.setTimeout(connectMs, () => {
      if (!isConnected) fail('no answer');
      else fail(socket.writableFinished ? 'it keeps the connection open' : 'it takes no more data');
    });
    socket.once('connect', () => {
      isConnected = true;
      socket.setTimeout(stalledMs);
      socket.end(bytes);
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
