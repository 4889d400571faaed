// Loaded before the program (NODE_OPTIONS=--import): from the moment the file that FLUSH_FAILS_FILE names is there, the disk
// takes no flush any more. Plain JavaScript: it is loaded by whatever Node comes first.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const mark = process.env.FLUSH_FAILS_FILE ?? '';
const flush = fs.fdatasync;
fs.fdatasync = (descriptor, done) => {
  if (!fs.existsSync(mark)) return flush(descriptor, done);
  setImmediate(() =>
    done(
      Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' }),
    ),
  );
};
syncBuiltinESMExports();
