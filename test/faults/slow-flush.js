// Loaded before the program (NODE_OPTIONS=--import): while the file named by SLOW_FLUSH_FILE exists, each flush to
// disk takes longer by the milliseconds in it. Plain JavaScript, because any version of Node must be able to load it.
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
