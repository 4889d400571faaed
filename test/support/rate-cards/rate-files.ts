// Rate files in other systems' formats, and the lanes that a reader makes of them, written as in lanes.csv.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cardFiles } from '../../../src/domain/rate-cards/import/card-files.ts';
import { Findings } from '../../../src/domain/rate-cards/import/findings.ts';
import { type CardFormat, cardFormats } from '../../../src/domain/rate-cards/import/formats.ts';
import type { CardReading, Choices } from '../../../src/domain/rate-cards/import/imported-lane.ts';
import type { SourceFile } from '../../../src/domain/rate-cards/import/source-table.ts';

const folder = join(import.meta.dirname, '..', '..', 'rate-cards');
export const rateFile = (name: string): SourceFile & { text: string } => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
});

export const silent: Choices = {
  breaks: undefined,
  flat: undefined,
  onlyCarrier: undefined,
  onlyCard: undefined,
  cubic: undefined,
  service: undefined,
};

export function readRates(
  format: CardFormat,
  files: readonly SourceFile[],
  choices: Partial<Choices> = {},
) {
  const findings = new Findings();
  const reading = cardFormats[format](files, { ...silent, ...choices }, findings, () => undefined);
  return { findings, reading, lanes: laneText(reading) };
}

/** Lanes as lines of lanes.csv, without the heading. */
function laneText({ lanes, zones }: CardReading): string[] {
  const ids = new Map(lanes.map(({ service: { text } }) => [text, text.toLowerCase()]));
  const { files } = cardFiles({
    code: 'C',
    carrier: 'c',
    serviceIds: ids,
    lanes,
    zones,
    cubic: '',
    prices: 'ex_gst',
    validFrom: undefined,
    validTo: undefined,
    priority: 0,
    fuelPercent: undefined,
    today: '2026-11-16',
    palletMaxKg: undefined,
    like: undefined,
    source: '',
  });
  return (files.get('lanes.csv') ?? '').trim().split('\r\n').slice(1);
}
