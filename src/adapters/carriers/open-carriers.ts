// The carriers as the pipeline sees them: one snapshot at a time, kept up to date while the server runs, with the
// operator's switches. Which carriers are off is read again whenever the configuration has changed.
import { join } from 'node:path';
import type { Carriers, LiveCarrier, Log, Store } from '../../application/ports.ts';
import type { Problem } from './loading/problem.ts';
import type { PreparedCarriers } from './prepared-carriers.ts';
import { readInThread } from './read-in-thread.ts';
import { CarrierRegistry } from './registry.ts';
import { CarrierWatch, type ReadingTrouble, type WatchOptions } from './watch-carriers.ts';

export const shippedCarriersDir = join(import.meta.dirname, '..', '..', '..', 'carriers');

const lookEveryMs = 1_000;

export type CarriersOptions = {
  operatorDir: string | undefined;
  store: Pick<Store, 'carrierSwitches' | 'configurationRevision'>;
  log: Log;
  /** A server looks for changed files; a command reads them once. */
  watches: boolean;
  /** Those that are asked over the network, as they are at the moment. */
  live?: () => readonly LiveCarrier[];
  /** The same for a member with accounts of their own. */
  liveOf?: Carriers['liveOf'];
  asks: Carriers['asks'];
  /** How carriers have been answering, in this process or in all. */
  answering: Pick<Carriers, 'breakerOf' | 'healthOf'>;
  prepared?: PreparedCarriers;
  /** How the watch waits before it tries again what it could not read. */
  later?: WatchOptions['later'];
  /** Told after each time that the files were read. */
  onRefused?: (files: readonly string[]) => void;
};

export type OpenCarriers = Carriers & {
  problems(): readonly Problem[];
  /** Each once. */
  refusedFiles(): readonly string[];
  reload(): Promise<unknown>;
  close(): void;
};

export async function openCarriers(options: CarriersOptions): Promise<OpenCarriers> {
  const { operatorDir, store, log, watches } = options;
  const reader = watches ? readInThread() : undefined;
  const registry = await CarrierRegistry.open({
    shippedDir: shippedCarriersDir,
    ...(reader === undefined ? {} : { readAgain: reader.read }),
    ...(options.prepared === undefined ? {} : { prepared: options.prepared }),
    ...(operatorDir === undefined ? {} : { operatorDir }),
  });
  const tell = (): void => {
    tellProblems(log, registry.problems, operatorDir);
    options.onRefused?.(refusedFiles(registry.problems));
  };
  tell();
  const watch = watches
    ? new CarrierWatch({
        roots: registry.roots,
        reload: () => registry.reload(),
        fingerprintOf: (root) => registry.fingerprintOf(root),
        onReload: (snapshot) => {
          tell();
          log.info(
            { version: snapshot.version, carriers: snapshot.carriers.length },
            'carriers were read again',
          );
        },
        ...(options.later === undefined ? {} : { later: options.later }),
        unread: () => unreadFiles(registry.problems),
        onTrouble: (trouble) => tellTrouble(log, trouble),
        onError: (error) => log.warn({ err: error }, 'carriers can not be watched for changes'),
      })
    : undefined;
  const switches = await openSwitches(store, log);
  // A process that nobody asks for a quote would otherwise learn of a switch only after its next one.
  const looking = watches ? setInterval(switches, lookEveryMs).unref() : undefined;
  return {
    snapshot: () => registry.snapshot,
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
      clearInterval(looking);
      watch?.close();
      reader?.close();
    },
  };
}

const none: readonly LiveCarrier[] = [];

/**
 * A quote must not wait for the database to know which carriers are off, so the last known set is at hand. It keeps its
 * identity until it changes: answers for a caller are remembered by it.
 */
async function openSwitches(
  store: CarriersOptions['store'],
  log: Log,
): Promise<() => ReadonlySet<string>> {
  let revision = store.configurationRevision();
  let off: ReadonlySet<string> = new Set(await store.carrierSwitches.listOff());
  let reading = false;
  return () => {
    const now = store.configurationRevision();
    if (now !== revision && !reading) {
      reading = true;
      store.carrierSwitches
        .listOff()
        .then(
          (list) => {
            const isSame = list.length === off.size && list.every((one) => off.has(one));
            if (!isSame) off = new Set(list);
            revision = now;
          },
          (error: unknown) =>
            log.warn({ err: error }, 'the switched-off carriers could not be read'),
        )
        .finally(() => {
          reading = false;
        });
    }
    return off;
  };
}

function refusedFiles(problems: readonly Problem[]): string[] {
  const refused = problems.filter(({ severity }) => severity === 'error');
  return [...new Set(refused.map(({ file }) => file))];
}

/** What was there and could not be read: somebody else may hold it for a moment. */
function unreadFiles(problems: readonly Problem[]): string[] {
  const unread = problems.filter(({ code }) => unreadCodes.has(code));
  return [...new Set(unread.map(({ file }) => file))];
}

const unreadCodes: ReadonlySet<string> = new Set(['file_unreadable', 'folder_unreadable']);

function tellTrouble(log: Log, { error, files, attempts, againMs }: ReadingTrouble): void {
  const fields = { ...(error === undefined ? {} : { err: error }), files, attempts };
  const sentence = 'changed carriers could not be read; those that were read before stay in use';
  if (againMs === undefined)
    log.error(fields, `${sentence}. That was the last attempt until the files change again`);
  else log.warn(fields, `${sentence}. They are tried again in ${againMs / 1000} s`);
}

/** A file in the wrong columns has a mistake in each line: the log shows what kind, the check shows all. */
const mostProblemsTold = 20;

function tellProblems(log: Log, problems: readonly Problem[], folder: string | undefined): void {
  const mistakesFirst = problems.toSorted((a, b) => rank(a) - rank(b));
  for (const { severity, code: _, message, ...place } of mistakesFirst.slice(0, mostProblemsTold)) {
    if (severity === 'warning') log.warn(place, `a carrier's file should be looked at: ${message}`);
    else log.error(place, `a carrier's file was refused: ${message}`);
  }
  const more = problems.length - mostProblemsTold;
  if (more > 0)
    log.error({ more, folder }, `and ${more} more in carriers' files: linehaul carriers check`);
}

const rank = ({ severity }: Problem): number => (severity === 'error' ? 0 : 1);
