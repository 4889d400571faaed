// The ways from the print agent to its printer: a raw TCP port, a device file, or a CUPS queue.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, open } from 'node:fs/promises';
import type { PrintTrouble } from '../../domain/printers/label-printer.ts';
import { sendRaw } from '../shared/send-raw.ts';

/** Undefined if the printer has the label. */
export type Deliver = (label: Uint8Array) => Promise<PrintTrouble | undefined>;

export const deliverByTcp =
  (host: string, port: number, stop: AbortSignal): Deliver =>
  (label) =>
    sendRaw({ host, port }, label, stop);

export const deliverToDevice =
  (path: string): Deliver =>
  async (label) => {
    let isOpen = false;
    try {
      // The flag 'a' would create a plain file in place of a printer that is unplugged.
      const device = await open(path, constants.O_WRONLY);
      isOpen = true;
      await device.writeFile(label).finally(() => device.close());
      return undefined;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return { reason: isOpen ? 'cut_off' : 'unreachable', detail };
    }
  };

/** CUPS stores the label in a queue of its own, or rejects it. */
export const deliverToCups =
  (queue: string): Deliver =>
  async (label) => {
    const lp = spawn('lp', ['-d', queue, '-o', 'raw', '-t', 'Linehaul label', '--', '-'], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let said = '';
    lp.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    // An lp that fails at once reads nothing.
    lp.stdin.on('error', () => {});
    lp.stdin.end(label);
    try {
      const [status] = (await once(lp, 'close')) as [number | null];
      return status === 0
        ? undefined
        : { reason: 'unreachable', detail: said.trim() || 'lp failed' };
    } catch (error) {
      return {
        reason: 'unreachable',
        detail: error instanceof Error ? error.message : String(error),
      };
    }
  };
