// The report of an import: one value for programs; sentences and a table of prices before and after for people.
import type { ImportReport } from '../../application/rate-cards/import-rate-cards.ts';
import type { PreviewRow } from '../../application/rate-cards/preview-prices.ts';
import { writtenAmount } from '../../domain/documents/written.ts';
import { dollars } from '../../domain/money.ts';
import { mistakeWords, noteSentence } from '../../wording/rate-cards.ts';
import { colours, table } from '../output.ts';
import { describePlace, describeProblem, describeValue } from './carrier-problem.ts';

const shownRefusals = 30;

export function presentImport(report: ImportReport, carrier: string, folder: string | undefined) {
  const amount = (cents: number | undefined): number | null =>
    cents === undefined ? null : dollars(cents);
  return {
    carrier,
    folder: folder ?? null,
    written: report.isWritten,
    version: report.version ?? null,
    refused: report.isRefused,
    lines: {
      read: report.lines.read,
      used: report.lines.used,
      refused: report.lines.refused,
      left_out: report.lines.leftOut,
    },
    refused_lines: report.refused.map(({ mistake, ...place }) => ({
      ...place,
      ...mistakeWords(mistake),
    })),
    notes: report.notes.map(noteSentence),
    cards: report.cards,
    problems: report.problems,
    previews: report.previews.map(({ stringId, before, after, rows }) => ({
      string_id: stringId,
      card_before: before ?? null,
      card_after: after ?? null,
      prices: rows.map(({ from, to, load, beforeCents, afterCents }) => ({
        from,
        to,
        load,
        before: amount(beforeCents),
        after: amount(afterCents),
      })),
    })),
  };
}

export function describeImport(
  report: ImportReport,
  carrier: string,
  folder: string | undefined,
): string {
  const { lines } = report;
  const counts = `${lines.read} lines: ${lines.used} used, ${lines.refused} refused${lines.leftOut === 0 ? '' : `, ${lines.leftOut} left out`}.`;
  return [
    ...describeRefused(report),
    ...report.problems.map(describeProblem),
    ...report.previews.flatMap(describePreview),
    ...report.notes.map(noteSentence),
    counts,
    ...report.cards.map(
      ({ code, services, lanes, zones }) =>
        `Card ${colours.bold(code)}: ${lanes} lanes of ${services.join(', ')}, ${zones} rows of zones.`,
    ),
    verdict(report, carrier, folder),
  ].join('\n');
}

function describeRefused({ refused, lines }: ImportReport): string[] {
  const shown = refused.slice(0, shownRefusals).map((one) => {
    const { reason, fix } = mistakeWords(one.mistake);
    return `${describePlace(one)} ${reason}${describeValue(one)}. ${fix}`;
  });
  const more = refused.length - shown.length;
  return more > 0 ? [...shown, `… and more on ${lines.refused} lines; --json lists them.`] : shown;
}

const amount = (cents: number | undefined): string =>
  (cents === undefined ? '–' : writtenAmount(cents)).padStart(9);

function describePreview({
  stringId,
  before,
  after,
  rows,
}: ImportReport['previews'][number]): string[] {
  const priced = rows.filter(
    ({ beforeCents, afterCents }) => beforeCents !== undefined || afterCents !== undefined,
  );
  const heading = `${colours.bold(stringId)}: ${before ?? 'no card'} now, ${after ?? 'no card'} then; with GST, before margins`;
  if (priced.length === 0) return [heading, 'None of the sample consignments has a price.', ''];
  return [
    heading,
    table(
      ['from', 'to', 'consignment', '      now', '     then', 'change'],
      priced.map((row) => [
        row.from,
        row.to,
        row.load,
        amount(row.beforeCents),
        amount(row.afterCents),
        change(row),
      ]),
    ),
    '',
  ];
}

function change({ beforeCents, afterCents }: PreviewRow): string {
  if (beforeCents === undefined) return 'new';
  if (afterCents === undefined) return 'no longer priced';
  if (beforeCents === afterCents) return '';
  const percent = ((afterCents - beforeCents) / beforeCents) * 100;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`;
}

function verdict(report: ImportReport, carrier: string, folder: string | undefined): string {
  if (report.isWritten)
    return `Written to ${folder}/${carrier}. A running server loads it automatically.`;
  if (!report.isRefused) return 'Nothing is written: this was a dry run.';
  const isByLines = report.problems.every(({ severity }) => severity === 'warning');
  return isByLines && report.cards.length > 0
    ? 'Nothing was written. Correct the lines above, or skip them with --skip-refused.'
    : 'Nothing is written.';
}
