// One thing a carrier (or an operator) said about a shipment, in its own words. What was said is kept as it came; the
// stage is worked out from it whenever it is read, so that a better rule also mends what was heard before.
import type { EventStage, TrackingStage } from './stage.ts';
import { type StageRule, stageOfWords } from './stage-rules.ts';

/** The carrier's own strings. Interface, "Tracking event": these names and no others. */
export const rawFields = [
  'date',
  'datetime',
  'time',
  'occurred_at',
  'status',
  'description',
  'details',
  'event',
  'milestone',
  'location',
  'depot',
  'branch',
] as const;

export type RawField = (typeof rawFields)[number];
export type RawEvent = Readonly<Partial<Record<RawField, string>>>;

export type CarrierEvent = {
  /** Counted from 1; undefined when it is about the whole consignment. */
  piece: number | undefined;
  /** Undefined when the carrier gave no time, or none that can be understood. */
  occurredAtMs: number | undefined;
  /** Given by whoever reported it; otherwise the words decide. */
  givenStage: TrackingStage | undefined;
  raw: RawEvent;
};

/** Where the stage is looked for, in this order. */
const tellingFields = ['status', 'event', 'milestone', 'description', 'details'] as const;
const placeFields = ['location', 'depot', 'branch'] as const;

const longestRawText = 1000;
/** A shipment of a year has a few dozen; more is a loop somewhere. */
export const mostEventsOfBooking = 2000;

export function stageOfEvent(event: CarrierEvent, rules: readonly StageRule[]): EventStage {
  if (event.givenStage !== undefined) return event.givenStage;
  const words = tellingFields.flatMap((field) => event.raw[field] ?? []);
  return stageOfWords(words, rules);
}

export function placeOfEvent({ raw }: CarrierEvent): string {
  return placeFields.map((field) => raw[field] ?? '').find((text) => text !== '') ?? '';
}

/** What is shown to a person: the longest of what the carrier wrote about it, else its status. */
export function descriptionOfEvent({ raw }: CarrierEvent): string {
  const texts = [raw.description, raw.details, raw.event, raw.milestone, raw.status];
  return texts.find((text) => text !== undefined && text !== '') ?? '';
}

/** What an event says, in one canonical text: two that say the same are the same event, however often they are sent. */
export function contentOfEvent(event: CarrierEvent): string {
  const said = rawFields.map((field) => event.raw[field] ?? '');
  return JSON.stringify([
    event.piece ?? 0,
    event.occurredAtMs ?? null,
    event.givenStage ?? null,
    ...said,
  ]);
}

/** Carrier text made fit to keep: no control characters, no blanks around it, not endless; blank fields left out. */
export function tidyRaw(raw: Readonly<Partial<Record<RawField, string>>>): RawEvent {
  const tidy: Partial<Record<RawField, string>> = {};
  for (const field of rawFields) {
    const text = tidyText(raw[field] ?? '');
    if (text !== '') tidy[field] = text;
  }
  return tidy;
}

function tidyText(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  // By code points: half a character must not be kept.
  return plain.length <= longestRawText ? plain : [...plain].slice(0, longestRawText).join('');
}
