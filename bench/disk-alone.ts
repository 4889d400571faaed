// The yardstick for durable answers: the same bytes at the same rate, written and flushed without the service. A
// write that arrives during a flush waits for the next one, which it shares, as in the service.
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

/** Bytes that one uncached quote adds to the database's log. */
const bytesOfQuote = Buffer.alloc(22_000, 'q');
/** The log restarts about as often as the service's, so the file is mostly overwritten. */
const logBytes = 4 * 1024 * 1024;

/** Milliseconds from the moment each write was due until it was on disk. */
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
