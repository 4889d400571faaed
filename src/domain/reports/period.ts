// The period of a report: whole months of Sydney time up to now, so that the first month and the first day are
// complete.
import { civilDateOf, type DayNumber, dayNumberOf, isoDate } from '../time/calendar.ts';
import { hourMs, minuteMs } from '../time/durations.ts';
import { homeZone } from '../time/home-clock.ts';
import { type Instant, instantOf, localTime, offsetMinutes } from '../time/time-zone.ts';

const monthsAYear = 12;

/** The clock's offset from UTC until that instant; the last span has no end. */
export type ClockSpan = { untilMs: Instant; aheadMs: number };

export type Period = {
  fromMs: Instant;
  toMs: Instant;
  firstDay: DayNumber;
  lastDay: DayNumber;
  /** `YYYY-MM`, oldest first. */
  months: readonly string[];
  /** The first instant of each month. */
  monthsFromMs: readonly Instant[];
  clock: readonly ClockSpan[];
};

/** The current month and those before it, `months` in all. */
export function periodOf(nowMs: Instant, months: number): Period {
  const { day: lastDay } = localTime(homeZone, nowMs);
  const { year, month } = civilDateOf(lastDay);
  const named = Array.from({ length: months }, (_one, at) => {
    const count = year * monthsAYear + (month - 1) - (months - 1 - at);
    return { year: Math.floor(count / monthsAYear), month: (count % monthsAYear) + 1, day: 1 };
  });
  const [first] = named;
  if (first === undefined) throw new Error('a period has at least one month');
  const firstDay = dayNumberOf(first);
  const monthsFromMs = named.map((date) =>
    instantOf(homeZone, { day: dayNumberOf(date), minute: 0 }),
  );
  const [fromMs = nowMs] = monthsFromMs;
  return {
    fromMs,
    toMs: nowMs,
    firstDay,
    lastDay,
    months: named.map((date) => monthOf(dayNumberOf(date))),
    monthsFromMs,
    clock: clockSpans(fromMs, nowMs),
  };
}

/** `YYYY-MM`. */
export function monthOf(day: DayNumber): string {
  return isoDate(day).slice(0, 'YYYY-MM'.length);
}

/** The month of an instant in Sydney time. */
export function monthAt(instant: Instant): string {
  return monthOf(localTime(homeZone, instant).day);
}

/** Clocks change on the hour, so checking hourly finds every change. */
function clockSpans(fromMs: Instant, toMs: Instant): ClockSpan[] {
  const spans: ClockSpan[] = [];
  const aheadAt = (atMs: Instant): number => offsetMinutes(homeZone, atMs) * minuteMs;
  let aheadMs = aheadAt(fromMs);
  for (let atMs = fromMs; atMs <= toMs; atMs += hourMs) {
    const next = aheadAt(atMs);
    if (next === aheadMs) continue;
    spans.push({ untilMs: atMs, aheadMs });
    aheadMs = next;
  }
  return [...spans, { untilMs: Number.MAX_SAFE_INTEGER, aheadMs }];
}
