// `npm run bench`: every measurement beside its yardstick of the same run, and its goal; writes
// docs/internals/performance.md and its charts. It takes about an hour on a quiet machine. `npm run bench --
// growth` runs only the pieces whose names begin so and leaves the others on the page unchanged; `--quick` tries
// everything in minutes, with meaningless figures, and writes the page to a temporary folder.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldProgram } from '../scripts/fold-program.ts';
import { isQuick } from './effort.ts';
import { type Figure, shortNumber } from './figure.ts';
import { machine, type Section, writePerformancePage } from './performance-page.ts';
import { pieces } from './pieces.ts';

const given = process.argv.slice(2);
const wanted = given.filter((argument) => !argument.startsWith('--')).join(' ');
const chosen = pieces.filter(({ name }) => name.startsWith(wanted));
const isUnderstood = given.every(
  (argument) => !argument.startsWith('--') || argument === '--quick',
);
if (!isUnderstood || chosen.length === 0) {
  const names = pieces.map(({ name }) => `  ${name}`).join('\n');
  const isHelp = given.includes('--help');
  const problem = isHelp ? '' : `"${given.join(' ')}" is not understood.\n`;
  const usage = `${problem}npm run bench -- [--quick] [NAME]: all of these, or those whose name begins so.\n${names}\n`;
  (isHelp ? process.stdout : process.stderr).write(usage);
  process.exit(isHelp ? 0 : 2);
}
// As it is after an installation.
await foldProgram();
const began = performance.now();
const sections: Section[] = [];
let failed = 0;
for (const [n, { name, about, measure }] of chosen.entries()) {
  process.stdout.write(`\n${clock()} ${name} (${n + 1} of ${chosen.length})\n`);
  const start = performance.now();
  const measured = await measure();
  sections.push({
    name,
    about,
    measured,
    seconds: (performance.now() - start) / 1000,
    day: new Date().toISOString().slice(0, 10),
    machine: machine(),
  });
  for (const figure of measured.figures) {
    if (figure.isMet === false) failed += 1;
    process.stdout.write(`  ${line(figure)}\n`);
  }
  for (const { columns, rows } of measured.tables ?? [])
    for (const cells of [columns, ...rows])
      process.stdout.write(`  ${cells.map((cell) => cell.padEnd(24)).join(' ')}\n`);
  for (const { title, unit, points } of measured.curves ?? [])
    process.stdout.write(
      `  ${title}: ${points.map(({ size, value }) => `${size} → ${shortNumber(value)} ${unit}`).join(', ')}\n`,
    );
}
process.stdout.write(
  `\n${clock()} ${failed === 0 ? 'Every goal is met.' : `${failed} goals are not met.`}\n`,
);
const folder = isQuick
  ? mkdtempSync(join(tmpdir(), 'linehaul-bench-page-'))
  : join(import.meta.dirname, '..', 'docs', 'internals');
const file = join(folder, 'performance.md');
writePerformancePage(
  file,
  sections,
  pieces.map(({ name }) => name),
);
process.stdout.write(`Written to ${file}.\n`);
process.exitCode = failed === 0 || isQuick ? 0 : 1;

function clock(): string {
  const seconds = Math.round((performance.now() - began) / 1000);
  return `[${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}]`;
}

function line({ what, value, goal, isMet }: Figure): string {
  const verdict =
    isMet === undefined ? '' : isMet ? `  (goal ${goal}: met)` : `  (goal ${goal}: NOT MET)`;
  return `${what.padEnd(52)} ${value}${verdict}`;
}
