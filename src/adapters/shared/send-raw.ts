// Sends a label to a printer's raw TCP port. Printers do not confirm labels: a label counts as received once the printer
// has taken all of it and closes the connection, or keeps it open for a while.
import { connect, type LookupFunction } from 'node:net';
import type { PrintTrouble } from '../../domain/printers/label-printer.ts';

export type RawPrinter = { host: string; port: number; lookup?: LookupFunction };

const connectMs = 5_000;
/** A printer without paper takes nothing more until a person refills it. */
const stalledMs = 10 * 60_000;
/** Some printers never close the connection. */
const closingMs = 5_000;

/** Undefined if the printer has the label. */
export async function sendRaw(
  { host, port, lookup }: RawPrinter,
  bytes: Uint8Array,
  stop?: AbortSignal,
): Promise<PrintTrouble | undefined> {
  return await new Promise((resolve) => {
    const socket = connect({ host, port, ...(lookup === undefined ? {} : { lookup }) });
    let isConnected = false;
    let isTaken = false;
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
      if (isTaken) end();
      else fail(isConnected ? 'it takes no more data' : 'no answer');
    });
    socket.once('connect', () => {
      isConnected = true;
      socket.setTimeout(stalledMs);
      socket.end(bytes);
    });
    socket.once('finish', () => {
      isTaken = true;
      socket.setTimeout(closingMs);
    });
    // The printer's messages are not needed, but unread ones would fill the connection.
    socket.resume();
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const isOurs = error instanceof AddressNotAllowed;
      if (isOurs) end({ reason: 'not_allowed', detail: '' });
      else fail(error.code ?? error.message);
    });
    socket.once('close', () => {
      if (isTaken) end();
      else fail('it closed the connection');
    });
  });
}

export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}
