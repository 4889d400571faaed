// What is in use after everything that is not has been collected: growth of it is what somebody keeps.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export function liveMegabytes(): number {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
