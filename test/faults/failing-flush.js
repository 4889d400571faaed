// Loaded before the program (NODE_OPTIONS=--import): flushes to disk fail while the file named by FLUSH_FAILS_FILE
// exists. If it contains a number, a flush waits for that many requests before it fails. Plain JavaScript, because
// any version of Node must be able to load it.
import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const mark = process.env.FLUSH_FAILS_FILE ?? '';
/** After this many checks since the last request, that request is waiting for the disk too. */
const checksAfterLast = 20;
const checkEveryMs = 5;
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
    if (looks < checksAfterLast) return;
    clearInterval(looking);
    done(
      Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' }),
    );
  }, checkEveryMs);
};
syncBuiltinESMExports();

function requestsAwaited() {
  try {
    return Number(fs.readFileSync(mark, 'utf8'));
  } catch {
    return undefined;
  }
}
