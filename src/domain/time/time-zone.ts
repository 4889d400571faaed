// Zones of Australian places and their local time, daylight saving included. An instant is milliseconds since 1970 in
// UTC. Offsets come from the runtime's zone data and are cached per zone and day, because each lookup costs tens of
// microseconds.

import type { AustralianState } from '../places/australian-state.ts';
import { type DayNumber, type MinuteOfDay, minutesADay } from './calendar.ts';
import { dayMs, minuteMs } from './durations.ts';

export type Zone =
  | 'Australia/Sydney'
  | 'Australia/Melbourne'
  | 'Australia/Brisbane'
  | 'Australia/Adelaide'
  | 'Australia/Perth'
  | 'Australia/Hobart'
  | 'Australia/Darwin'
  | 'Australia/Broken_Hill'
  | 'Australia/Lord_Howe'
  | 'Australia/Eucla'
  | 'Pacific/Norfolk'
  | 'Indian/Christmas'
  | 'Indian/Cocos';

export type Place = {
  readonly state: AustralianState;
  readonly postcode: string;
  readonly suburb?: string;
};

export type Instant = number;

export type LocalTime = { readonly day: DayNumber; readonly minute: MinuteOfDay };

const zoneOfState: Readonly<Record<AustralianState, Zone>> = {
  NSW: 'Australia/Sydney',
  ACT: 'Australia/Sydney',
  VIC: 'Australia/Melbourne',
  QLD: 'Australia/Brisbane',
  SA: 'Australia/Adelaide',
  WA: 'Australia/Perth',
  TAS: 'Australia/Hobart',
  NT: 'Australia/Darwin',
};

const zoneOfPostcode: ReadonlyMap<string, Zone> = new Map([
  ['2880', 'Australia/Broken_Hill'],
  ['2898', 'Australia/Lord_Howe'],
  ['2899', 'Pacific/Norfolk'],
  ['6798', 'Indian/Christmas'],
  ['6799', 'Indian/Cocos'],
]);

// Postcode 6443 runs from Norseman, on Perth time, to the border. Only its eastern roadhouses use Eucla's time, so the
// suburb decides.
const euclaPostcode = '6443';
const euclaSuburbs = new Set(['CAIGUNA', 'COCKLEBIDDY', 'EUCLA', 'MADURA', 'MUNDRABILLA']);

export function zoneOf({ state, postcode, suburb = '' }: Place): Zone {
  if (postcode === euclaPostcode && euclaSuburbs.has(suburb.toUpperCase())) {
    return 'Australia/Eucla';
  }
  return zoneOfPostcode.get(postcode) ?? zoneOfState[state];
}

export function localTime(zone: Zone, instant: Instant): LocalTime {
  const minutes = Math.floor(instant / minuteMs) + offsetMinutes(zone, instant);
  const day = Math.floor(minutes / minutesADay);
  return { day, minute: minutes - day * minutesADay };
}

/**
 * The instant at which the zone's clock shows this time. A time that the clock skips in spring is moved forward (02:30
 * becomes 03:30); a time that it shows twice in autumn maps to the first instant.
 */
export function instantOf(zone: Zone, { day, minute }: LocalTime): Instant {
  const wall = day * dayMs + minute * minuteMs;
  const before = offsetMinutes(zone, wall - dayMs) * minuteMs;
  const after = offsetMinutes(zone, wall + dayMs) * minuteMs;
  if (before === after) return wall - before;
  const isBeforeChange = offsetMinutes(zone, wall - before) * minuteMs === before;
  const isAfterChange = offsetMinutes(zone, wall - after) * minuteMs === after;
  return isBeforeChange || !isAfterChange ? wall - before : wall - after;
}

/** Minutes by which the zone is ahead of UTC. */
export function offsetMinutes(zone: Zone, instant: Instant): number {
  const utcDay = Math.floor(instant / dayMs);
  const { from, changesAt, to } = offsetsOn(zone, utcDay);
  return instant < changesAt ? from : to;
}

/** A UTC day's offsets: `from` until the change, `to` after it. */
type DayOffsets = { readonly from: number; readonly changesAt: Instant; readonly to: number };

/** The cache is cleared at this many days per zone; a quote needs a handful. */
const mostDaysKept = 2000;
const remembered = new Map<Zone, Map<number, DayOffsets>>();

function offsetsOn(zone: Zone, utcDay: number): DayOffsets {
  let days = remembered.get(zone);
  if (days === undefined) {
    days = new Map();
    remembered.set(zone, days);
  }
  const known = days.get(utcDay);
  if (known !== undefined) return known;
  if (days.size >= mostDaysKept) days.clear();
  const offsets = readOffsets(zone, utcDay);
  days.set(utcDay, offsets);
  return offsets;
}

function readOffsets(zone: Zone, utcDay: number): DayOffsets {
  const start = utcDay * dayMs;
  const from = readOffset(zone, start);
  const to = readOffset(zone, start + dayMs);
  if (from === to) return { from, changesAt: start, to };
  // Clocks change once a day, on a whole minute, so bisect the day to find it.
  let early = 0;
  let late = minutesADay;
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (readOffset(zone, start + middle * minuteMs) === from) early = middle;
    else late = middle;
  }
  return { from, changesAt: start + late * minuteMs, to };
}

const clocks = new Map<Zone, Intl.DateTimeFormat>();

function readOffset(zone: Zone, instant: Instant): number {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-AU', { timeZone: zone, timeZoneName: 'longOffset' });
    clocks.set(zone, clock);
  }
  const match = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(clock.format(instant));
  if (match === null) throw new Error(`no offset of ${zone} in the runtime's zone data`);
  const [, sign = '+', hours = '0', minutes = '0'] = match;
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -offset : offset;
}
