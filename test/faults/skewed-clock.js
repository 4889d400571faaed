// Loaded before the program (NODE_OPTIONS=--import): its clock is off by as many milliseconds as the file that CLOCK_FILE
// names says. Plain JavaScript: it is loaded by whatever Node comes first.
import { readFileSync, watchFile } from 'node:fs';

const file = process.env.CLOCK_FILE ?? '';
const rightNow = Date.now.bind(Date);
const read = () => Number(readFileSync(file, 'utf8'));
let aheadMs = read();
Date.now = () => rightNow() + aheadMs;
watchFile(file, { interval: 20, persistent: false }, () => {
  aheadMs = read();
});
