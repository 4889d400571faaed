// Loaded before the program (NODE_OPTIONS=--import): from the moment the file that FLUSH_FAILS_FILE names is there, the disk
// takes no flush any more. A number in it: it fails once so many requests have come since. Plain JavaScript: it is loaded by
// whatever Node comes first.
import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const mark = process.env.FLUSH_FAILS_FILE ?? '';
/** In so many turns of the event loop a request that has come is on its way to the disk. */
const turnsOfARequest = 20;
const turnMs = 5;
let come = 0;
subscribe('http.server.request.start', () => {
  if (fs.existsSync(mark)) come += 1;
});

const flush = fs.fdatasync;
fs.fdatasync = (descriptor, done) => {
  if (!fs.existsSync(mark)) return flush(descriptor, done);
  const awaited = Number(fs.readFileSync(mark, 'utf8'));
  let turns = 0;
  const looking = setInterval(() => {
    if (come < awaited) return;
    turns += 1;
    if (turns < turnsOfARequest) return;
    clearInterval(looking);
    done(
      Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' }),
    );
  }, turnMs);
};
syncBuiltinESMExports();
