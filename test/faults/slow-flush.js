// Loaded before the program (NODE_OPTIONS=--import): for as long as the file that SLOW_FLUSH_FILE names is there, every flush
// to the disk takes as many milliseconds longer as it says. Plain JavaScript: it is loaded by whatever Node comes first.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const mark = process.env.SLOW_FLUSH_FILE ?? '';
const flush = fs.fdatasync;
fs.fdatasync = (descriptor, done) => {
  setTimeout(() => flush(descriptor, done), longerMs());
};
syncBuiltinESMExports();

function longerMs() {
  try {
    return Number(fs.readFileSync(mark, 'utf8'));
  } catch {
    return 0;
  }
}
