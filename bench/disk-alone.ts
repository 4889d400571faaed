// The yardstick of whoever answers only when the disk has it: the same bytes at the same rate, written and flushed without
// the service. Who comes while a flush is under way waits for the next one, which is for all who came, as in the service.
import { close, fdatasync, open, rm, write } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atPace, type Pace } from './at-pace.ts';

const [openFile, writeFile, flushFile, closeFile, remove] = [
  promisify(open),
  promisify(write),
  promisify(fdatasync),
  promisify(close),
  promisify(rm),
];

/** What one uncached quote adds to the database's log. */
const bytesOfQuote = Buffer.alloc(22_000, 'q');
/** The log is begun anew about as often as the service's, so that the file is mostly written over. */
const logBytes = 4 * 1024 * 1024;

/** How long each took from the moment it was due until the disk had it, in milliseconds. */
export async function flushSteadily(pace: Pace): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'linehaul-bench-disk-'));
  const file = await openFile(join(folder, 'log'), 'w');
  const times: number[] = [];
  let waiting: number[] = [];
  let at = 0;
  let flushing: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      for (const _ of group) {
        await writeFile(file, bytesOfQuote, 0, bytesOfQuote.length, at);
        at = (at + bytesOfQuote.length) % logBytes;
      }
      await flushFile(file);
      const now = performance.now();
      for (const since of group) times.push(now - since);
    }
    flushing = undefined;
  };

  try {
    for await (const since of atPace(pace)) {
      waiting.push(since);
      flushing ??= flush();
    }
    await flushing;
    return times;
  } finally {
    await closeFile(file);
    await remove(folder, { recursive: true });
  }
}
