// Checks a carrier service's answer: an offer, a stated reason for having none, or nonsense.
import { minutesADay } from '../../domain/time/calendar.ts';
import type { LiveAbsence, LiveOffer } from '../ports.ts';

const mostPriceCents = 1_000_000_00;
const mostDays = 365;
const longestText = 255;
const absences: ReadonlySet<unknown> = new Set(['no_route', 'no_items', 'no_service']);

export function isOffer(answer: unknown): answer is LiveOffer {
  if (!isRecord(answer) || 'absence' in answer) return false;
  const { priceCents, transit, cutoffMinute } = answer;
  return (
    isCount(priceCents, mostPriceCents) &&
    priceCents > 0 &&
    isRecord(transit) &&
    isShortText(transit.text) &&
    isCount(transit.minDays, mostDays) &&
    isCount(transit.maxDays, mostDays) &&
    (cutoffMinute === undefined || (isCount(cutoffMinute, minutesADay) && cutoffMinute > 0))
  );
}

/** The carrier's stated reason for not quoting. */
export function readAbsence(answer: unknown): LiveAbsence | undefined {
  if (!isRecord(answer) || !isRecord(answer.absence)) return undefined;
  const { code, serviceability, message } = answer.absence;
  if (!isShortText(code) || code === '' || !isShortText(message)) return undefined;
  return absences.has(serviceability)
    ? { code, serviceability: serviceability as LiveAbsence['serviceability'], message }
    : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestText;
}

function isCount(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
}
