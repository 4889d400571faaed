// The carriers as use-cases see them: the current snapshot, the switched-off carriers and the live ones.
import { join } from 'node:path';
import type { Carriers, Clock, LiveCarrier, Log, Store } from '../../application/ports.ts';
import { followConfiguration } from '../shared/followed-configuration.ts';
import type { CarrierCache } from './loading/load-carriers.ts';
import type { Problem } from './loading/problem.ts';
import { readInThread } from './read-in-thread.ts';
import { CarrierRegistry } from './registry.ts';
import { CarrierWatch, type ReadingTrouble, type WatchOptions } from './watch-carriers.ts';

export const shippedCarriersDir = join(import.meta.dirname, '..', '..', '..', 'carriers');

const regularCheckMs = 1_000;
/** A folder that cannot be written, such as a read-only one, is tried again after this time. */
const startAgainMs = 60_000;

export type CarriersOptions = {
  operatorDir: string | undefined;
  store: Pick<Store, 'carrierSwitches' | 'configurationRevision'>;
  log: Log;
  clock: Clock;
  /** Puts the files of versions whose day has come into the folder; only a server does. */
  startDue?: () => Promise<void>;
  /** A server watches for changed files; a command reads them once. */
  watches: boolean;
  /** Carriers with a live service now. */
  live?: () => readonly LiveCarrier[];
  /** The same for a member with own carrier accounts. */
  liveOf?: Carriers['liveOf'];
  asks: Carriers['asks'];
  /** The health of carriers' services, in this process or in all. */
  answering: Pick<Carriers, 'breakerOf' | 'healthOf'>;
  prepared?: CarrierCache;
  /** The pause before the watch retries. */
  later?: WatchOptions['later'];
  /** Called after each reading. */
  onRefused?: (files: readonly string[]) => void;
};

export type OpenCarriers = Carriers & {
  problems(): readonly Problem[];
  refusedFiles(): readonly string[];
  reload(): Promise<unknown>;
  close(): void;
};

export async function openCarriers(options: CarriersOptions): Promise<OpenCarriers> {
  const { operatorDir, store, log, clock, watches } = options;
  const reader = watches ? readInThread() : undefined;
  const registry = await CarrierRegistry.open({
    shippedDir: shippedCarriersDir,
    ...(reader === undefined ? {} : { readAgain: reader.read }),
    ...(options.prepared === undefined ? {} : { prepared: options.prepared }),
    ...(operatorDir === undefined ? {} : { operatorDir }),
  });
  const report = (): void => {
    logProblems(log, registry.problems, operatorDir);
    options.onRefused?.(refusedFiles(registry.problems));
  };
  report();
  const watch = watches
    ? new CarrierWatch({
        roots: registry.roots,
        reload: () => registry.reload(),
        fingerprintOf: (root) => registry.fingerprintOf(root),
        onReload: (snapshot) => {
          report();
          log.info(
            { version: snapshot.version, carriers: snapshot.carriers.length },
            'carriers were read again',
          );
        },
        ...(options.later === undefined ? {} : { later: options.later }),
        unread: () => unreadFiles(registry.problems),
        onTrouble: (trouble) => logTrouble(log, trouble),
        onError: (error) => log.warn({ err: error }, 'carriers cannot be watched for changes'),
      })
    : undefined;
  const switches = await openSwitches(store, log);
  const startDue = startingDue(registry, options);
  // Without this an idle process would see a changed switch only after its next quote.
  const regularCheck = watches
    ? setInterval(() => {
        switches();
        startDue();
      }, regularCheckMs).unref()
    : undefined;
  return {
    snapshot: () => registry.at(clock.nowMs()),
    problems: () => registry.problems,
    refusedFiles: () => refusedFiles(registry.problems),
    get live() {
      return options.live?.() ?? none;
    },
    liveOf: (memberId) => options.liveOf?.(memberId) ?? none,
    reload: () => registry.reload(),
    asks: options.asks,
    ...options.answering,
    switchedOff: switches,
    close: () => {
      clearInterval(regularCheck);
      watch?.close();
      reader?.close();
    },
  };
}

const none: readonly LiveCarrier[] = [];

/** Quotes use a version from midnight on. Its files follow, so that people and other programs see what is in use. */
function startingDue(
  registry: CarrierRegistry,
  { clock, log, startDue }: CarriersOptions,
): () => void {
  let idleUntilMs = 0;
  let isStarting = false;
  return () => {
    const nowMs = clock.nowMs();
    if (startDue === undefined || isStarting || nowMs < idleUntilMs || !registry.isDue(nowMs))
      return;
    isStarting = true;
    startDue()
      .catch((error: unknown) => {
        idleUntilMs = nowMs + startAgainMs;
        log.warn(
          { err: error },
          'a scheduled version of rate cards is in use, but its files could not be put into the folder',
        );
      })
      .finally(() => {
        isStarting = false;
      });
  };
}

/** The set is the same object until it changes, because quotes are cached by it. */
async function openSwitches(
  store: CarriersOptions['store'],
  log: Log,
): Promise<() => ReadonlySet<string>> {
  const { current } = await followConfiguration<ReadonlySet<string>>(store, log, async (before) => {
    const off = await store.carrierSwitches.listOff();
    const isSame = off.length === before?.size && off.every((carrier) => before.has(carrier));
    return isSame ? before : new Set(off);
  });
  return current;
}

function refusedFiles(problems: readonly Problem[]): string[] {
  const refused = problems.filter(({ severity }) => severity === 'error');
  return [...new Set(refused.map(({ file }) => file))];
}

/** Existing files that could not be read; another program may be using them. */
function unreadFiles(problems: readonly Problem[]): string[] {
  const unread = problems.filter(({ code }) => unreadCodes.has(code));
  return [...new Set(unread.map(({ file }) => file))];
}

const unreadCodes: ReadonlySet<string> = new Set(['file_unreadable', 'folder_unreadable']);

function logTrouble(log: Log, { error, files, attempts, againMs }: ReadingTrouble): void {
  const fields = { ...(error === undefined ? {} : { err: error }), files, attempts };
  const sentence = 'changed carriers could not be read; the last versions stay in use';
  if (againMs === undefined)
    log.error(fields, `${sentence}. That was the last attempt until the files change again`);
  else log.warn(fields, `${sentence}. The next attempt is in ${againMs / 1000} s`);
}

/** A file with wrong columns has a mistake in each line; `carriers check` lists all of them. */
const mostProblemsLogged = 20;

function logProblems(log: Log, problems: readonly Problem[], folder: string | undefined): void {
  const mistakesFirst = problems.toSorted((a, b) => rank(a) - rank(b));
  for (const { severity, code: _, message, ...place } of mistakesFirst.slice(
    0,
    mostProblemsLogged,
  )) {
    if (severity === 'warning') log.warn(place, `warning in a carrier's file: ${message}`);
    else log.error(place, `error in a carrier's file: ${message}`);
  }
  const more = problems.length - mostProblemsLogged;
  if (more > 0)
    log.error({ more, folder }, `and ${more} more in carriers' files: linehaul carriers check`);
}

const rank = ({ severity }: Problem): number => (severity === 'error' ? 0 : 1);
