// One report about a shipment by a carrier or an operator, in its own words. The words are stored unchanged and the
// stage is derived on every read, so that a better rule also corrects older events.
import type { EventStage, TrackingStage } from './stage.ts';
import { type StageRule, stageOfWords } from './stage-rules.ts';

/** The carrier's own strings. Interface, "Tracking event": exactly these names. */
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
  /** Counted from 1; undefined for the whole consignment. */
  piece: number | undefined;
  /** Undefined when the carrier gave no time or an unreadable one. */
  occurredAtMs: number | undefined;
  /** A stage given explicitly; otherwise the words decide. */
  givenStage: TrackingStage | undefined;
  raw: RawEvent;
};

/** The fields that decide the stage, in this order. */
const stageFields = ['status', 'event', 'milestone', 'description', 'details'] as const;
const placeFields = ['location', 'depot', 'branch'] as const;

const longestRawText = 1000;
/** A shipment of a year has a few dozen; more means a loop somewhere. */
export const mostEventsOfBooking = 2000;

export function stageOfEvent(event: CarrierEvent, rules: readonly StageRule[]): EventStage {
  if (event.givenStage !== undefined) return event.givenStage;
  const words = stageFields.flatMap((field) => event.raw[field] ?? []);
  return stageOfWords(words, rules);
}

export function placeOfEvent({ raw }: CarrierEvent): string {
  return placeFields.map((field) => raw[field] ?? '').find((text) => text !== '') ?? '';
}

/** The text shown to people: the most detailed field, else the status. */
export function descriptionOfEvent({ raw }: CarrierEvent): string {
  const texts = [raw.description, raw.details, raw.event, raw.milestone, raw.status];
  return texts.find((text) => text !== undefined && text !== '') ?? '';
}

/** The canonical text of an event. Events with equal content are the same event, however often they arrive. */
export function contentOfEvent(event: CarrierEvent): string {
  const said = rawFields.map((field) => event.raw[field] ?? '');
  return JSON.stringify([
    event.piece ?? 0,
    event.occurredAtMs ?? null,
    event.givenStage ?? null,
    ...said,
  ]);
}

/**
 * Prepares a carrier's text for storage: no control characters or surrounding blanks, limited in length, blank fields
 * left out.
 */
export function tidyRaw(raw: Readonly<Partial<Record<RawField, string>>>): RawEvent {
  const tidy: Partial<Record<RawField, string>> = {};
  for (const field of rawFields) {
    const text = tidyText(raw[field] ?? '');
    if (text !== '') tidy[field] = text;
  }
  return tidy;
}

export function tidyText(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  // Cut by code points, so that no character is split.
  return plain.length <= longestRawText ? plain : [...plain].slice(0, longestRawText).join('');
}
