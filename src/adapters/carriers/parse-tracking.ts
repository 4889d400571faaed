// The tracking part of carrier.json: words of the carrier → stages. An entry that can never decide anything, because an
// earlier one always decides before it, is a mistake as much as one that says nothing.
import { type StageRule, stageByRules } from '../../domain/tracking/stage-rules.ts';
import type { CarrierFile } from './carrier-schema.ts';
import type { Surviving } from './check-shape.ts';
import type { JsonDocument } from './json-document.ts';
import type { Problems } from './problem.ts';

export function parseTracking(
  entries: Surviving<CarrierFile>['tracking'],
  document: JsonDocument,
  problems: Problems,
): readonly StageRule[] {
  const rules: StageRule[] = [];
  for (const [index, entry] of (entries ?? []).entries()) {
    if (entry === undefined) continue;
    const { status, code, stage } = entry;
    const place = document.place(['tracking', index]);
    const text = status ?? code;
    if (text === undefined || (status !== undefined && code !== undefined)) {
      const message = 'give either "status", a part of the text, or "code", the whole of it';
      problems.error('tracking_words', place, text ?? '', message);
      continue;
    }
    const earlier = stageByRules(text, rules);
    if (earlier !== undefined && earlier !== stage) {
      const message = `an earlier entry makes this ${earlier}; put the more exact one first`;
      problems.error('tracking_hidden', place, text, message);
    }
    rules.push(status === undefined ? { code: text, stage } : { status: text, stage });
  }
  return rules;
}
