// Formats that give one break on each line: lines of one lane are collected and priced together. A lane with a refused line
// is skipped, because its other breaks would change their meaning.
import type { Findings } from './findings.ts';
import type { ImportedLane } from './imported-lane.ts';
import type { SourceRow } from './source-table.ts';

export class LaneGroups<Line extends { readonly row: SourceRow }> {
  readonly #groups = new Map<string, { lines: Line[]; isBroken: boolean }>();
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  add(row: SourceRow, columns: readonly string[], read: () => Line | undefined): void {
    const key = columns.map((column) => row.cell(column).text.toUpperCase()).join('\n');
    const group = this.#groups.get(key) ?? { lines: [], isBroken: false };
    this.#groups.set(key, group);
    const line = this.#findings.hasRefused(row.place)
      ? undefined
      : this.#findings.unlessRefused(read);
    if (line === undefined) group.isBroken = true;
    else group.lines.push(line);
  }

  lanes(make: (first: Line, lines: readonly Line[]) => ImportedLane): ImportedLane[] {
    const lanes: ImportedLane[] = [];
    for (const { lines, isBroken } of this.#groups.values()) {
      const [first] = lines;
      if (first === undefined) continue;
      const lane = isBroken ? undefined : this.#findings.unlessRefused(() => make(first, lines));
      if (lane === undefined) this.#refuseRest(lines);
      else lanes.push(lane);
    }
    return lanes;
  }

  #refuseRest(lines: readonly Line[]): void {
    for (const { row } of lines) {
      if (!this.#findings.hasRefused(row.place))
        this.#findings.refuse(row.place, '', { mistake: 'lane_refused' });
    }
  }
}
