// Shares live carriers' answers between processes, so that all show the same price and ask each carrier once within the
// cache's time. Only lasting answers that are the same for every caller are shared. Rate cards are not: every process
// computes them alike.
//
// A stored answer may come from another version, so it is checked like a carrier's own answer.
import type { LiveAnswer, LiveCarrier, SharedAnswers } from '../ports.ts';
import { isOffer, readAbsence } from './live-answer.ts';
import { answersAs } from './live-carriers.ts';
import type { QuotePlan } from './plan-quote.ts';

/** The format of the stored texts; processes with other formats use other names. */
export const answersFormat = 'v2';

export type SharedFindings = { live: ReadonlyMap<string, LiveAnswer>; askedAtMs: number };

/** Undefined without a usable answer. */
export async function readSharedAnswers(
  shared: SharedAnswers,
  { fingerprint }: QuotePlan,
  carriers: readonly LiveCarrier[],
  nowMs: number,
): Promise<SharedFindings | undefined> {
  const found = await shared.find(fingerprint, carriers.map(answersAs), nowMs);
  if (found === undefined) return undefined;
  const live = new Map<string, LiveAnswer>();
  for (const carrier of carriers) {
    const name = answersAs(carrier);
    const answer = readAnswer(found.texts.get(name), carrier.stringId);
    if (answer !== undefined) live.set(name, answer);
  }
  return live.size === 0 ? undefined : { live, askedAtMs: found.askedAtMs };
}

export function shareAnswers(
  shared: SharedAnswers,
  { fingerprint }: QuotePlan,
  answers: ReadonlyMap<string, LiveAnswer>,
  askedAtMs: number,
): void {
  const texts = new Map<string, string>();
  for (const [name, answer] of answers) {
    const text = writeAnswer(answer);
    if (text !== undefined) texts.set(name, text);
  }
  if (texts.size > 0) shared.keep(fingerprint, texts, askedAtMs);
}

/** Arrays rather than objects, because there are many and Redis stores short texts compactly. */
export function writeAnswer({ offer, failure, isLasting }: LiveAnswer): string | undefined {
  if (!isLasting) return undefined;
  if (offer !== undefined) {
    const { text, minDays, maxDays } = offer.transit;
    const cutoff = offer.cutoffMinute === undefined ? [] : [offer.cutoffMinute];
    return JSON.stringify([offer.priceCents, text, minDays, maxDays, ...cutoff]);
  }
  return failure === undefined
    ? undefined
    : JSON.stringify([failure.code, failure.serviceability, failure.message]);
}

/** Undefined for a text that this version would not write. */
export function readAnswer(text: string | undefined, stringId: string): LiveAnswer | undefined {
  const parts = listOf(text);
  if (parts?.length === 4 || parts?.length === 5) {
    const [priceCents, words, minDays, maxDays, cutoffMinute] = parts;
    const transit = { text: words, minDays, maxDays };
    const offer: unknown = {
      priceCents,
      transit,
      ...(cutoffMinute === undefined ? {} : { cutoffMinute }),
    };
    return isOffer(offer) ? { offer, isLasting: true } : undefined;
  }
  if (parts?.length !== 3) return undefined;
  const [code, serviceability, message] = parts;
  const absence = readAbsence({ absence: { code, serviceability, message } });
  return absence === undefined
    ? undefined
    : { failure: { carrier: stringId, ...absence, isRetryable: false }, isLasting: true };
}

function listOf(text: string | undefined): readonly unknown[] | undefined {
  if (text === undefined) return undefined;
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined;
  }
}
