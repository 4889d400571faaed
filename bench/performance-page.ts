// docs/performance.md, from one run: the machine, a table for each piece with its goals, and a small chart for each curve.
// Nothing in it is written by hand, so nothing of it may be kept when the page is written anew.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { drawCurves } from './chart.ts';
import { type Curve, type Figure, type Measured, shortNumber, type Table } from './figure.ts';

export type Section = { name: string; about: string; measured: Measured; seconds: number };

export function writePerformancePage(
  file: string,
  sections: readonly Section[],
  day: string,
): void {
  const chart = join(dirname(file), 'pictures', 'performance.svg');
  const curves = sections.flatMap(({ measured }) => measured.curves ?? []);
  mkdirSync(dirname(chart), { recursive: true });
  if (curves.length > 0) writeFileSync(chart, drawCurves(curves));
  const minutes = sections.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  writeFileSync(
    file,
    [
      '# Performance',
      '',
      `Written by \`npm run bench\` on ${day}, in ${minutes.toFixed(0)} minutes, on ${machine()}. Client, server and database share that machine, so`,
      'the ratios to the limits of the same run say more than the figures. "Bare" is a bare `node:http` server that answers',
      'the same bytes; "raw" is the same statements without the service. Goals that are missed say so.',
      ...(curves.length > 0 ? ['', '![Growth curves](pictures/performance.svg)'] : []),
      ...sections.flatMap(sectionText),
      '',
    ].join('\n'),
  );
}

function machine(): string {
  const [first] = cpus();
  const gigabytes = (totalmem() / 1024 ** 3).toFixed(0);
  return `${cpus().length} × ${first?.model.trim() ?? 'processor'}, ${gigabytes} GB, Node ${process.versions.node}, ${process.platform}`;
}

function sectionText({ name, about, measured }: Section): string[] {
  const { figures, tables = [], curves = [] } = measured;
  return [
    '',
    `## ${name}`,
    '',
    about,
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
