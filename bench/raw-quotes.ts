// The engine's own limit for stored quotes on SQLite: the last row that the service wrote, written repeatedly as raw
// prepared statements and flushed, with as many to a commit as clients wait in the load beside it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { writingCacheKilobytes } from '../src/adapters/store/engine/sqlite-engine.ts';
import { effort } from './effort.ts';
import { makeTables } from './make-tables.ts';
import { median } from './quantile.ts';
import { usualConnections } from './side-by-side.ts';

/** Quotes a second. */
export async function rawQuotes(dataDirOfService: string): Promise<number> {
  const row = lastBooking(dataDirOfService);
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-bench-'));
  try {
    await makeTables(undefined, dataDir);
    // The row names a member and a key that do not exist here.
    const database = new DatabaseSync(join(dataDir, 'linehaul.db'), {
      enableForeignKeyConstraints: false,
    });
    database.exec('pragma journal_mode = wal; pragma synchronous = full');
    database.exec(`pragma cache_size = ${-writingCacheKilobytes}`);
    const names = Object.keys(row);
    const add = database.prepare(
      `insert into bookings (${names.join(', ')}) values (${names.map(() => '?').join(', ')}) returning id`,
    );
    const rates: number[] = [];
    for (let round = 0; round <= effort.rounds; round += 1) {
      const began = performance.now();
      const until = began + effort.secondsPerRound * 1000;
      let count = 0;
      for (; performance.now() < until; count += usualConnections) {
        database.exec('begin immediate');
        for (let n = 0; n < usualConnections; n += 1) add.get(...Object.values(row));
        database.exec('commit');
      }
      // The first warms up.
      if (round > 0) rates.push(count / ((performance.now() - began) / 1000));
    }
    database.close();
    return median(rates);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

function lastBooking(dataDir: string): Record<string, SQLInputValue> {
  const database = new DatabaseSync(join(dataDir, 'linehaul.db'), { readOnly: true });
  const found = database.prepare('select * from bookings order by id desc limit 1').get();
  database.close();
  if (found === undefined) throw new Error('the service has stored nothing');
  const { id: _id, ...row } = found;
  return row;
}
