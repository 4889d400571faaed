// The margins in force. They are read again after each change of the configuration in any process, and compiled again
// when a day begins on which others hold, so that no quote waits for the database.
import type { Log, MarginBook, Store } from '../../application/ports.ts';
import { type Margin, MarginTable, nextChange } from '../../domain/margins/margin.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { instantOf, localTime } from '../../domain/time/time-zone.ts';
import { followConfiguration } from '../shared/followed-configuration.ts';

const checkMs = 1_000;

type Options = {
  store: Pick<Store, 'margins' | 'configurationRevision'>;
  log: Log;
  /** A server looks for changes while it is idle, too. */
  isServer: boolean;
};

export async function openMarginBook({
  store,
  log,
  isServer,
}: Options): Promise<MarginBook & { close(): void }> {
  const { current, refresh } = await followConfiguration<readonly Margin[]>(
    store,
    log,
    async (before) => {
      const margins = await store.margins.list();
      return JSON.stringify(margins) === JSON.stringify(before) && before !== undefined
        ? before
        : margins;
    },
  );
  const checking = isServer ? setInterval(current, checkMs).unref() : undefined;
  let compiled = compile(current(), 0);
  return {
    at: (nowMs) => {
      const margins = current();
      if (margins !== compiled.margins || nowMs < compiled.fromMs || nowMs >= compiled.untilMs)
        compiled = compile(margins, nowMs);
      return compiled.table;
    },
    refresh,
    close: () => clearInterval(checking),
  };
}

/** `fromMs` and `untilMs` bound the days on which the same margins are in force. */
function compile(margins: readonly Margin[], nowMs: number) {
  const { day } = localTime(homeZone, nowMs);
  const next = nextChange(margins, day);
  return {
    margins,
    table: new MarginTable(margins, day),
    fromMs: instantOf(homeZone, { day, minute: 0 }),
    untilMs:
      next === undefined ? Number.POSITIVE_INFINITY : instantOf(homeZone, { day: next, minute: 0 }),
  };
}
