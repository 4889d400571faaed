// Loaded before the program (NODE_OPTIONS=--import): from the moment the file that FLUSH_FAILS_FILE names is there, the disk
// takes no flush any more. A number in it: it fails once so many requests have come since. Plain JavaScript: it is loaded by
// whatever Node comes first.
import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const mark = process.env.FLUSH_FAILS_FILE ?? '';
/** The event loop has turned so often since the last request came: it is on its way to the disk. */
const looksAfterTheLast = 20;
const lookEveryMs = 5;
let come = 0;
subscribe('http.server.request.start', () => {
  if (fs.existsSync(mark)) come += 1;
});

const flush = fs.fdatasync;
fs.fdatasync = (descriptor, done) => {
  const awaited = requestsAwaited();
  if (awaited === undefined) return flush(descriptor, done);
  let looks = 0;
  const looking = setInterval(() => {
    if (come < awaited) return;
    looks += 1;
    if (looks < looksAfterTheLast) return;
    clearInterval(looking);
    done(
      Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' }),
    );
  }, lookEveryMs);
};
syncBuiltinESMExports();

function requestsAwaited() {
  try {
    return Number(fs.readFileSync(mark, 'utf8'));
  } catch {
    return undefined;
  }
}
