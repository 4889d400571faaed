// The breaks cell of a lane: `100:0.42|500:0.36|*:0.31!bump`, `0.5:8.95|1:9.80`, `*:0.95/5`. Upper limits are
// inclusive and must rise, an open end stands last. Mistakes are reported at the very part of the cell.

import { one4, parseDecimal4 } from '../../domain/decimal.ts';
import type { BreakDefinition, BreakMode } from '../../domain/rate-cards/card-definition.ts';
import type { Problems } from './problem.ts';
import { type Cell, placeInCell } from './table.ts';

export type ParsedBreaks = {
  readonly breaks: readonly BreakDefinition[];
  readonly bump: boolean;
};

const bumpMark = '!bump';

export function parseBreaks(cell: Cell, mode: BreakMode, problems: Problems): ParsedBreaks {
  const bump = cell.text.endsWith(bumpMark);
  const list = bump ? cell.text.slice(0, -bumpMark.length) : cell.text;
  if (bump && mode !== 'whole') {
    const place = placeInCell(cell, list.length);
    problems.error('bump_without_whole', place, bumpMark, 'bump goes with break mode "whole" only');
  }
  if (list === '') return { breaks: [], bump };
  const breaks: BreakDefinition[] = [];
  let offset = 0;
  for (const part of list.split('|')) {
    const parsed = parseBreak(part, { ...cell, ...placeInCell(cell, offset) }, mode, problems);
    if (parsed !== undefined) {
      checkOrder(breaks.at(-1), parsed, { ...cell, ...placeInCell(cell, offset) }, part, problems);
      breaks.push(parsed);
    }
    offset += part.length + 1;
  }
  if (mode === 'flat_rate' && breaks.length > 1) {
    const message = 'flat_rate has a single price; use whole, cumulative, band or step';
    problems.error('flat_rate_with_breaks', cell, list, message);
  }
  return { breaks, bump };
}

function parseBreak(
  part: string,
  cell: Cell,
  mode: BreakMode,
  problems: Problems,
): BreakDefinition | undefined {
  const match = /^(\s*)([^:/\s]+)\s*:\s*([^:/\s]+)\s*(?:\/\s*([^:/\s]+)\s*)?$/.exec(part);
  if (match === null) {
    problems.error(
      'bad_break',
      cell,
      part,
      'a break is written limit:price, as 100:0.42 or *:0.31',
    );
    return undefined;
  }
  const [, indent = '', limit = '', amount = '', per] = match;
  const at = (text: string, from = 0): Cell => ({
    ...cell,
    ...placeInCell(cell, part.indexOf(text, from)),
    text,
  });
  const to = limit === '*' ? undefined : readPart(at(limit, indent.length), problems);
  const price = readPart(at(amount, part.indexOf(':')), problems);
  const step = per === undefined ? one4 : readPart(at(per, part.indexOf('/')), problems);
  if ((limit !== '*' && to === undefined) || price === undefined || step === undefined) {
    return undefined;
  }
  if (per !== undefined && mode !== 'step') {
    const place = placeInCell(cell, part.indexOf('/'));
    problems.error('step_size_without_step', place, `/${per}`, 'only step mode has a step size');
  }
  if (step === 0) {
    const place = placeInCell(cell, part.indexOf('/') + 1);
    problems.error('bad_break', place, per ?? '', 'a step size is more than zero');
    return undefined;
  }
  return { to, price, step };
}

function readPart(cell: Cell, problems: Problems): number | undefined {
  const value = parseDecimal4(cell.text);
  if (value !== undefined && value >= 0) return value;
  const message = 'must be a number with at most four decimals, not negative';
  problems.error('bad_decimal', cell, cell.text, message);
  return undefined;
}

function checkOrder(
  previous: BreakDefinition | undefined,
  next: BreakDefinition,
  cell: Cell,
  part: string,
  problems: Problems,
): void {
  if (previous === undefined) return;
  if (previous.to === undefined) {
    problems.error('open_break_not_last', cell, part, 'nothing may follow the open break *');
  } else if (next.to === previous.to) {
    problems.error('overlapping_breaks', cell, part, 'two breaks end at the same limit');
  } else if (next.to !== undefined && next.to < previous.to) {
    problems.error('breaks_not_rising', cell, part, 'the limits of breaks must rise');
  }
}
