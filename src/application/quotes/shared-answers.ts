// What live carriers answered, for the other processes of the service: whichever of them is asked about the same shipment
// within the cache's time shows the same prices and asks no carrier again. Only what lasts is told, never what went wrong,
// and nothing that depends on the caller. Prices of rate cards are not: every process computes them alike.
//
// What comes back was written by another process, perhaps of another version: it is looked at like a carrier's own answer.
import type { LiveAnswer, LiveCarrier, SharedAnswers } from '../ports.ts';
import { isOffer, readAbsence } from './live-answer.ts';
import { answersAs } from './live-carriers.ts';
import type { QuotePlan } from './plan-quote.ts';

/** Of the texts below. A process that writes others calls them otherwise. */
export const answersForm = 'v2';

export type FoundElsewhere = { live: ReadonlyMap<string, LiveAnswer>; askedAtMs: number };

/** Undefined when nothing that can be used is known. */
export async function findElsewhere(
  shared: SharedAnswers,
  { fingerprint }: QuotePlan,
  carriers: readonly LiveCarrier[],
  nowMs: number,
): Promise<FoundElsewhere | undefined> {
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

export function tellElsewhere(
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

/** Lists, not records: there are many of them, and Redis keeps short texts close together. */
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

/** Undefined for anything that this version would not have written. */
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
