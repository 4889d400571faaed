// Measures memory in use after garbage collection: growth means a leak.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export function liveMegabytes(): number {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
