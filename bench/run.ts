// `npm run bench`: every measurement, each beside its yardstick of the same run, and the goal it is held to.
// `npm run bench -- member` runs only the pieces whose name begins so.
import { type Figure, pieces } from './pieces.ts';

const wanted = process.argv[2] ?? '';
let failed = 0;
for (const [name, measure] of Object.entries(pieces)) {
  if (!name.startsWith(wanted)) continue;
  process.stdout.write(`\n${name}\n`);
  for (const figure of await measure()) {
    if (figure.isMet === false) failed += 1;
    process.stdout.write(`  ${line(figure)}\n`);
  }
}
process.stdout.write(failed === 0 ? '\nEvery goal is met.\n' : `\n${failed} goals are not met.\n`);
process.exitCode = failed === 0 ? 0 : 1;

function line({ what, value, goal, isMet }: Figure): string {
  const verdict =
    isMet === undefined ? '' : isMet ? `  (goal ${goal}: met)` : `  (goal ${goal}: NOT MET)`;
  return `${what.padEnd(52)} ${value}${verdict}`;
}
