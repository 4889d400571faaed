// The machine's clock jumps under a real server: hours ahead, days back, and back to normal. Members are still
// served: no limit, session, key or quote gets stuck, bookings stay booked, and the jobs still run. A payment whose
// answer was lost is settled automatically.
//
// Quick: each jump once. Full (TESTS=long): ten rounds.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { hourMs } from '../../src/domain/time/durations.ts';
import type { BookingShown } from '../support/bookings/checkout.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { ask, Roamer } from '../support/components/fleet.ts';
import { linehaul, startServer } from '../support/components/program.ts';
import { isLong } from '../support/long-form.ts';
import { until } from '../support/until.ts';

const rounds = isLong ? 10 : 1;
/** Clock settings in hours ahead of real time. Sessions and quotes outlive each of them. */
const jumps = [6, 0, -48, 0, 30, -30, 0];
const limit = 10;

/** Longer than an unused session lasts. */
const hoursUntilSignedOut = 20 * 24;

type Summary = { id: number; status: string; connote: string | null; cost: number | null };
const summaryOf = ({ id, status, connote, cost }: BookingShown): Summary => ({
  id,
  status,
  connote,
  cost: cost ?? null,
});

test(`keeps members signed in, bookings and jobs going while the clock jumps ${rounds} times`, async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-clock-'));
  const clockFile = join(dataDir, 'clock');
  const setClock = (aheadMs: number): void => writeFileSync(clockFile, String(aheadMs));
  setClock(0);
  const environment = {
    DATA_DIR: dataDir,
    LIMIT_V5_PER_MINUTE: String(limit),
    LIMIT_MEMBERS_PER_MINUTE: '0',
  };
  const json = async <Shown>(line: string): Promise<Shown> => {
    const { status, stdout, stderr } = await linehaul(environment, ...line.split(' '), '--json');
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout) as Shown;
  };
  const person = { email: 'a@example.com', password: 'correct-horse-battery' };
  await json(`member add --email ${person.email} --password ${person.password}`);
  await json(`credit set --member ${person.email} --limit 1000000`);
  const card = await json<{ id: string }>(`card add --member ${person.email} --token tok_timeout`);
  const { key } = await json<{ key: string }>(`key add --member ${person.email}`);
  const server = await startServer({
    ...environment,
    CLOCK_FILE: clockFile,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'skewed-clock.js')}`,
  });
  const jumpTo = async (hours: number): Promise<void> => {
    setClock(hours * hourMs);
    await until('the process has the new time', async () => {
      await fetch(`${server.url}/healthz`);
      return hoursAhead(server.output) === hours;
    });
  };
  // A session from before the first jump, which shows what the service knows.
  const signedIn = await new Roamer({ url: () => server.url }).signIn(person);
  const read = async (id: number): Promise<Summary> => {
    const { status, body } = await signedIn.send('GET', `/bookings/v4/${id}`);
    assert.equal(status, 200, JSON.stringify(body));
    return summaryOf(body as BookingShown);
  };
  const book = async (payment_method: string): Promise<{ status: number; body: BookingShown }> => {
    const quoted = await ask(server.url, key, '/bookings', sydneyToMelbourne());
    assert.equal(quoted.status, 201, JSON.stringify(quoted.body));
    const { id, quotes } = quoted.body as BookingShown;
    const pickup_date = quotes?.toll?.pickup_dates[0];
    const request = { courier: 'toll', pickup_date, payment_method };
    const { status, body } = await ask(server.url, key, `/bookings/v4/${id}/confirm`, request);
    return { status, body: body as BookingShown };
  };
  const acknowledged: Summary[] = [];
  const counts = { jumps: 0, settledByJobs: 0, readBack: 0, lost: 0 };
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const hours of jumps) {
        await jumpTo(hours);
        counts.jumps += 1;
        // Quote, confirm and read succeed, because limits start a new window after a jump.
        const booked = await book('credit');
        assert.equal(booked.status, 200, JSON.stringify(booked.body));
        acknowledged.push(summaryOf(booked.body));
        const slow = await book(card.id);
        assert.equal(slow.status, 202, JSON.stringify(slow.body));
        // Only a job asks for the outcome.
        const { id } = slow.body;
        await until(
          'a job has settled the booking',
          async () => (await read(id)).status === 'Confirmed',
        );
        acknowledged.push(await read(id));
        counts.settledByJobs += 1;
        for (const known of acknowledged) {
          const now = await read(known.id);
          counts.readBack += 1;
          if (!isDeepStrictEqual(now, known)) counts.lost += 1;
          assert.deepEqual(now, known, `after the jump to ${hours} hours`);
        }
        // Use the limit up, so that a window that lasts too long would fail the next round.
        await until(
          'the limit is reached',
          async () => (await ask(server.url, key, '/member')).status === 429,
        );
      }
    }
    t.diagnostic(
      `${counts.jumps} jumps; ${acknowledged.length} bookings, ${counts.settledByJobs} of them settled by a job, read back ${counts.readBack} times, ${counts.lost} lost`,
    );
    assert.deepEqual(new Set(acknowledged.map(({ status }) => status)), new Set(['Confirmed']));
    const connotes = new Set(acknowledged.map(({ connote }) => connote));
    assert.equal(connotes.size, acknowledged.length, 'connotes are unique');

    await jumpTo(hoursUntilSignedOut);
    assert.equal((await signedIn.send('GET', '/member')).status, 401, 'an unused session expires');
    assert.equal((await ask(server.url, key, '/member')).status, 200, 'a key does not expire');
    await jumpTo(0);
    assert.equal((await ask(server.url, key, '/member')).status, 200);
    assert.ok(!server.output.some((line) => line.includes('"level":50')), 'no error is logged');
  } finally {
    assert.equal(await server.stop(), 0);
    rmSync(dataDir, { recursive: true });
  }
});

/** Compares the time of the last log line with real time. */
function hoursAhead(output: readonly string[]): number {
  const time = Number(/"time":(\d+)/.exec(output.at(-1) ?? '')?.[1]);
  return Math.round((time - Date.now()) / hourMs);
}
