// How much memory a server keeps, once it has started. Reading suburbs and rate cards leaves much garbage behind, and V8
// keeps the room it took for it: about 70 MB that the service never needs again. One thorough collection soon after the
// start gives it back; it takes about a tenth of a second, once. From then on the room for what lives long may be less
// than half again as much as what is in it; left to itself V8 lets it grow fourfold under load, by a hundred
// megabytes, and is no faster for it.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

export function settleMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--heap-growing-percent=40');
}
