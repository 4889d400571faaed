// Writes docs/internals/performance.md from the last measurements: the machine, a table of goals for each piece, and
// a chart of each curve. performance.json beside the page keeps the measurements, so that one piece can be measured
// again alone.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { drawCurves } from './chart.ts';
import { type Curve, type Figure, type Measured, shortNumber, type Table } from './figure.ts';

export type Section = {
  name: string;
  about: string;
  measured: Measured;
  seconds: number;
  day: string;
  machine: string;
};

/** `pieces`: the names of all pieces, in order. */
export function writePerformancePage(
  file: string,
  fresh: readonly Section[],
  pieces: readonly string[],
): void {
  const record = file.replace(/\.md$/, '.json');
  const before = existsSync(record)
    ? (JSON.parse(readFileSync(record, 'utf8')) as readonly Section[])
    : [];
  const sections = pieces.flatMap(
    (name) => [...fresh, ...before].find((section) => section.name === name) ?? [],
  );
  const missing = pieces.filter((name) => !sections.some((section) => section.name === name));
  writeFileSync(record, `${JSON.stringify(sections, undefined, 2)}\n`);
  const chart = join(dirname(file), 'pictures', 'performance.svg');
  const curves = sections.flatMap(({ measured }) => measured.curves ?? []);
  mkdirSync(dirname(chart), { recursive: true });
  if (curves.length > 0) writeFileSync(chart, drawCurves(curves));
  writeFileSync(
    file,
    [
      '# Performance',
      '',
      'Written by `npm run bench`. Client, server and database share one machine, so compare the ratios, not the figures.',
      '"Bare" is a bare `node:http` server that returns the same bytes. "Raw" is the same SQL statements without the service.',
      ...(missing.length > 0 ? ['', `Not measured yet: ${missing.join(', ')}.`] : []),
      ...(curves.length > 0 ? ['', '![Growth curves](pictures/performance.svg)'] : []),
      ...sections.flatMap(sectionText),
      '',
    ].join('\n'),
  );
}

export function machine(): string {
  const [first] = cpus();
  const gigabytes = (totalmem() / 1024 ** 3).toFixed(0);
  return `${cpus().length} × ${first?.model.trim() ?? 'processor'}, ${gigabytes} GB, Node ${process.versions.node}, ${process.platform}`;
}

function sectionText({ name, about, measured, seconds, day, machine: where }: Section): string[] {
  const { figures, tables = [], curves = [] } = measured;
  return [
    '',
    `## ${name}`,
    '',
    `${about} (${day}, in ${(seconds / 60).toFixed(1)} minutes, on ${where})`,
    ...(figures.length > 0 ? ['', ...figureTable(figures)] : []),
    ...tables.flatMap(tableText),
    ...curves.flatMap(curveText),
  ];
}

function figureTable(figures: readonly Figure[]): string[] {
  return grid(
    ['', 'measured', 'goal', ''],
    figures.map(({ what, value, goal = '', isMet }) => [
      what,
      value,
      goal,
      isMet === undefined ? '' : isMet ? 'met' : '**missed**',
    ]),
  );
}

function tableText({ title, columns, rows }: Table): string[] {
  return ['', `**${title}**`, '', ...grid(columns, rows)];
}

function curveText({ title, over, unit, points }: Curve): string[] {
  return [
    '',
    ...grid(
      [over, ...points.map(({ size }) => String(size))],
      [[`${title}, ${unit}`, ...points.map(({ value }) => shortNumber(value))]],
    ),
  ];
}

function grid(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
