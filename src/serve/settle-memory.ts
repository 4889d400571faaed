// Returns memory after the start. Reading suburbs and rate cards leaves garbage, and V8 keeps about 70 MB for it that
// the service never needs again. One full collection soon after the start frees it, in about a tenth of a second.
// After that the old generation may exceed its live data by half at most; by default V8 lets it grow fourfold under
// load, by a hundred megabytes, and is no faster for it.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

export function settleMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--heap-growing-percent=40');
}
