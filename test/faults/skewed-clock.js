// Loaded before the program (NODE_OPTIONS=--import): shifts its clock by the milliseconds in the file named by
// CLOCK_FILE. Plain JavaScript, because any version of Node must be able to load it.
import { readFileSync, watchFile } from 'node:fs';

const file = process.env.CLOCK_FILE ?? '';
const rightNow = Date.now.bind(Date);
const read = () => Number(readFileSync(file, 'utf8'));
let aheadMs = read();
Date.now = () => rightNow() + aheadMs;
watchFile(file, { interval: 20, persistent: false }, () => {
  aheadMs = read();
});
