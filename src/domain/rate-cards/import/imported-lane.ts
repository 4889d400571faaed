// The result of reading any format: lanes under the source's names of services and zones, and details of the whole card.

import type { FilePosition } from '../../csv/csv.ts';
import type { Decimal4 } from '../../decimal.ts';
import type { BreakDefinition, BreakMode, LaneUnit } from '../card-definition.ts';
import type { Cell, Findings } from './findings.ts';
import type { SourceFile } from './source-table.ts';
import type { ZoneRow } from './zone-rows.ts';

export type ImportedLane = {
  readonly service: Cell;
  readonly from: Cell;
  readonly to: Cell;
  readonly toSuburb: string;
  /** Blank for every type. */
  readonly itemType: string;
  readonly basic: Decimal4 | undefined;
  readonly includes: Decimal4 | undefined;
  readonly minimum: Decimal4 | undefined;
  readonly unit: LaneUnit;
  readonly breakMode: BreakMode;
  readonly breaks: readonly BreakDefinition[];
  /** Kilograms per cubic metre; blank when volume does not count. */
  readonly cubic: string;
  /** The source lines of the lane. */
  readonly places: readonly FilePosition[];
};

export type CardReading = {
  /** Lines with a price. */
  readonly lines: number;
  /** Lines of another carrier or card. */
  readonly leftOut: number;
  readonly lanes: readonly ImportedLane[];
  readonly zones: readonly ZoneRow[];
  readonly cardName?: string;
  readonly fuelPercent?: Decimal4;
  /** Heaviest pallet that the prices are for. */
  readonly palletMaxKg?: Decimal4;
};

/** Answers of the operator for details without a column. */
export type Choices = {
  readonly breaks: 'whole' | 'accumulative' | undefined;
  readonly flat: 'each' | 'total' | undefined;
  readonly onlyCarrier: string | undefined;
  readonly onlyCard: string | undefined;
  /** The cubic conversion, for formats without a column for it; blank if volume does not count. */
  readonly cubic: string | undefined;
  /** The service, for formats without a column for it. */
  readonly service: string | undefined;
};

export type ReadCard = (
  files: readonly SourceFile[],
  choices: Choices,
  findings: Findings,
  progress: (share: number) => void,
) => CardReading;

export const nothingRead: CardReading = { lines: 0, leftOut: 0, lanes: [], zones: [] };

/** Limits must rise and only the last may be open; refused at the cell of the limit that does not fit. */
export function checkBreaks(
  breaks: readonly (BreakDefinition & { readonly at: Cell })[],
  findings: Findings,
): void {
  breaks.forEach(({ to, at }, index) => {
    const before = breaks[index - 1];
    if (before === undefined) return;
    if (before.to === undefined)
      findings.refuse(before.at, before.at.text, { mistake: 'open_break' });
    else if (to !== undefined && to <= before.to)
      findings.refuse(at, at.text, { mistake: 'limit_falls' });
  });
}

/** Lanes of one name, service and kind are one lane: the second is refused. */
export function withoutTwins(lanes: readonly ImportedLane[], findings: Findings): ImportedLane[] {
  const seen = new Map<string, FilePosition>();
  return lanes.filter((lane) => {
    const key = laneKey(lane);
    const first = seen.get(key);
    const place = lane.places[0] ?? lane.from;
    if (first === undefined) {
      seen.set(key, place);
      return true;
    }
    const value = `${lane.service.text} ${lane.from.text} ${lane.to.text}`;
    const { file, line } = first;
    findings.refuse(place, value, { mistake: 'same_lane', file, line });
    return false;
  });
}

export function laneKey(
  lane: Pick<ImportedLane, 'service' | 'from' | 'to' | 'toSuburb' | 'itemType'>,
): string {
  const { service, from, to, toSuburb, itemType } = lane;
  return [service.text, from.text, to.text, toSuburb.toUpperCase(), itemType].join('\n');
}
