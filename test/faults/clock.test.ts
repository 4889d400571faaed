// The machine's clock jumps under a real server: hours ahead, days back, and right again. Whoever was served goes on being
// served: no limit, session, key or quote is stuck at an hour that never was, and the process goes on doing its jobs.
//
// Quick: each jump once. Full (TESTS=long): ten rounds.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { BookingShown } from '../support/checkout.ts';
import { ask } from '../support/fleet.ts';
import { isLong } from '../support/long-form.ts';
import { linehaul, startServer } from '../support/program.ts';
import { sydneyToMelbourne } from '../support/quote-bodies.ts';
import { until } from '../support/until.ts';

const rounds = isLong ? 10 : 1;
const hourMs = 3_600_000;
/** Where the clock stands, in hours ahead of the right time. Sessions and quotes outlive each of them. */
const jumps = [6, 0, -48, 0, 30, -30, 0];
const limit = 10;

test(`a clock that jumps, ${rounds} times through: nobody is shut out, and what is booked stays booked`, async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-clock-'));
  const clockFile = join(dataDir, 'clock');
  const setClock = (aheadMs: number): void => writeFileSync(clockFile, String(aheadMs));
  setClock(0);
  const environment = { DATA_DIR: dataDir, LIMIT_V5_PER_MINUTE: String(limit) };
  const json = async (line: string): Promise<{ key: string }> => {
    const { status, stdout, stderr } = await linehaul(environment, ...line.split(' '), '--json');
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  await json('member add --email a@example.com');
  await json('credit set --member a@example.com --limit 1000000');
  const { key } = await json('key add --member a@example.com');
  const server = await startServer({
    ...environment,
    CLOCK_FILE: clockFile,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '..', 'support', 'skewed-clock.js')}`,
  });
  const told: BookingShown[] = [];
  let jumped = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const hours of jumps) {
        setClock(hours * hourMs);
        await until('the process has the new time', async () => {
          await fetch(`${server.url}/healthz`);
          return hoursAhead(server.output) === hours;
        });
        jumped += 1;
        // A fresh window, whatever stood in the old one: quoted, confirmed, read.
        const quoted = await ask(server.url, key, '/bookings', sydneyToMelbourne());
        assert.equal(quoted.status, 201, JSON.stringify(quoted.body));
        const { id, quotes } = quoted.body as BookingShown;
        const booked = await ask(server.url, key, `/bookings/v4/${id}/confirm`, {
          courier: 'toll',
          pickup_date: quotes?.toll?.pickup_dates[0],
          payment_method: 'credit',
        });
        assert.equal(booked.status, 200, JSON.stringify(booked.body));
        told.push(booked.body as BookingShown);
        // Used up, so that a window that lasts too long would shut the next round out.
        for (let n = 0; n < limit; n += 1) await ask(server.url, key, '/member');
        assert.equal((await ask(server.url, key, '/member')).status, 429);
      }
    }
    t.diagnostic(`${jumped} jumps, ${told.length} bookings, 0 lost`);
    assert.equal(new Set(told.map(({ connote }) => connote)).size, told.length);
    assert.ok(!server.output.some((line) => line.includes('"level":50')), 'nothing went wrong');
  } finally {
    assert.equal(await server.stop(), 0);
    rmSync(dataDir, { recursive: true });
  }
});

/** By what it last wrote into its log. */
function hoursAhead(output: readonly string[]): number {
  const time = Number(/"time":(\d+)/.exec(output.at(-1) ?? '')?.[1]);
  return Math.round((time - Date.now()) / hourMs);
}
