// The versions of a carrier's files: each publication adds one, and none ever changes or goes. A version holds at once, or from
// midnight in Sydney on a later day. The folder holds the files of the version in force; what a crash or a person changed there
// is settled against them here.
import type { Instant } from '../time/time-zone.ts';
import { type Day, dayOfDate } from './card-day.ts';

export type CardVersion = {
  readonly number: number;
  /** Names its files; versions with the same files have the same hash. */
  readonly hash: string;
  /** Undefined: the files were found in the folder. */
  readonly published?: { readonly atMs: Instant; readonly by: string };
  readonly note?: string;
  /** An earlier version that holds again with this one. */
  readonly sameAs?: number;
  /** The first day, such as `2027-01-01`; undefined: at once. */
  readonly holdsFrom?: string;
  /** Since when its files are in the folder; undefined: not yet. */
  readonly startedMs?: Instant;
  readonly withdrawn?: { readonly atMs: Instant; readonly by: string };
};

export type CardHistory = {
  /** The version in the folder; undefined before the first. */
  readonly current?: number;
  readonly versions: readonly CardVersion[];
};

export const noHistory: CardHistory = { versions: [] };

export type VersionStatus = 'in_force' | 'scheduled' | 'past' | 'withdrawn';

/** A version that waits for its day, or whose files are not in the folder yet although the day has come. */
export type WaitingVersion = CardVersion & { readonly holdsFrom: string };

/** In the order in which they hold. */
export function waitingVersions({ versions }: CardHistory): WaitingVersion[] {
  return versions
    .filter(
      (version): version is WaitingVersion =>
        version.holdsFrom !== undefined &&
        version.startedMs === undefined &&
        version.withdrawn === undefined,
    )
    .toSorted((a, b) => dayOfDate(a.holdsFrom) - dayOfDate(b.holdsFrom) || a.number - b.number);
}

/** The waiting version that holds on the day; undefined: the files in the folder hold. */
export function dueVersion(history: CardHistory, day: Day): WaitingVersion | undefined {
  return dueVersions(history, day).at(-1);
}

export function statusOf(history: CardHistory, version: CardVersion, today: Day): VersionStatus {
  if (version.withdrawn !== undefined) return 'withdrawn';
  const inForce = dueVersion(history, today)?.number ?? history.current;
  if (version.number === inForce) return 'in_force';
  const waits = version.startedMs === undefined && version.holdsFrom !== undefined;
  return waits && dayOfDate(version.holdsFrom) > today ? 'scheduled' : 'past';
}

export function withVersion(history: CardHistory, version: CardVersion): CardHistory {
  const others = history.versions.filter(({ number }) => number !== version.number);
  return { ...history, versions: [...others, version].toSorted((a, b) => a.number - b.number) };
}

export function nextNumber({ versions }: CardHistory): number {
  return Math.max(0, ...versions.map(({ number }) => number)) + 1;
}

/** The files of the last of these versions are in the folder now; the versions before it are past. */
export function started(
  history: CardHistory,
  versions: readonly CardVersion[],
  nowMs: Instant,
): CardHistory {
  const last = versions.at(-1);
  if (last === undefined) return history;
  return {
    ...versions.reduce((all, one) => withVersion(all, { ...one, startedMs: nowMs }), history),
    current: last.number,
  };
}

/** The versions that hold on the day and whose files were never in the folder. */
export function dueVersions(history: CardHistory, day: Day): WaitingVersion[] {
  return waitingVersions(history).filter(({ holdsFrom }) => dayOfDate(holdsFrom) <= day);
}

/**
 * The history that explains the files in the folder, whose hash is given. A publisher writes its version down, swaps the files, and
 * then marks the version as started: if it died before the swap, its version never held and is dropped. Files that no
 * version explains become a version of their own, so that they can be used again.
 */
export function settled(
  history: CardHistory,
  hash: string | undefined,
  { nowMs, today }: { nowMs: Instant; today: Day },
): CardHistory {
  const isUnfinished = ({ holdsFrom, startedMs }: CardVersion): boolean =>
    holdsFrom === undefined && startedMs === undefined;
  const due = dueVersions(history, today);
  const swapped = history.versions.filter((one) => isUnfinished(one) && one.hash === hash);
  const explained = due.at(-1)?.hash === hash ? due : swapped.slice(-1);
  const { current, versions } = started(history, explained, nowMs);
  const kept = versions.filter((one) => !isUnfinished(one));
  if (hash === undefined) return { versions: kept };
  if (kept.some((one) => one.number === current && one.hash === hash))
    return current === undefined ? { versions: kept } : { current, versions: kept };
  const found = { number: nextNumber({ versions: kept }), hash, startedMs: nowMs };
  return { current: found.number, versions: [...kept, found] };
}
