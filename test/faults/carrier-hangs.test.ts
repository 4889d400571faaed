// A real server and a carrier that goes silent on a real connection, at each stage of an answer: other carriers'
// quotes arrive, the silent one is reported as an error, and its connection is closed. Bookings with hanging carriers
// are in `carrier-faults.test.ts` and the simulator's tests.
//
// Quick: each stage once with a booking and a stream. Full (TESTS=long): 5 times.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { BookingShown } from '../support/bookings/checkout.ts';
import { openStream, readUntil } from '../support/bookings/open-stream.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { ask } from '../support/components/fleet.ts';
import { linehaul, type RunningServer, startServer } from '../support/components/program.ts';
import { isLong } from '../support/long-form.ts';
import { until } from '../support/until.ts';
import { type HangingCarrier, hangingStages, startHangingCarrier } from './hanging-carrier.ts';

const rounds = isLong ? 5 : 1;
const courier = 'couriers_please';
const uncached = sydneyToMelbourne({ options: { disable_cache: true } });

describe('a carrier that hangs', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-hangs-'));
  const environment = {
    DATA_DIR: dataDir,
    LIMIT_V5_PER_MINUTE: '0',
    CARRIER_DEADLINE_MS: '1500',
    QUOTE_BUDGET_MS: '60000',
  };
  let carrier: HangingCarrier;
  let server: RunningServer;
  let key: string;
  before(async () => {
    carrier = await startHangingCarrier();
    await linehaul(environment, 'member', 'add', '--email', 'a@example.com');
    const { stdout } = await linehaul(environment, 'key', 'add', '--member', '1', '--json');
    ({ key } = JSON.parse(stdout) as { key: string });
    const fields = carrier.account.split(' ');
    const connected = await linehaul(
      environment,
      ...['carrier', 'connect', courier, ...fields, '--policy', 'live', '--untested'],
    );
    assert.equal(connected.status, 0, connected.stderr);
  });
  after(async () => {
    await carrier.close();
    rmSync(dataDir, { recursive: true });
  });

  for (const stage of hangingStages)
    test(`${stage}, ${rounds} times: returns all other quotes without waiting for the carrier`, async (t) => {
      carrier.stage = stage;
      const counts = { requests: carrier.requests, bookings: 0, streams: 0, lost: 0 };
      let others = 0;
      for (let round = 0; round < rounds; round += 1) {
        // Each round starts a new process, because after five failures a process skips the carrier.
        server = await startServer(environment);
        try {
          const { status, body } = await ask(server.url, key, '/bookings', uncached);
          assert.equal(status, 201, JSON.stringify(body));
          const { quotes = {}, quote_errors = [] } = body as BookingShown;
          const failure = (quote_errors as { courier: string; code: string }[]).find(
            (failure) => failure.courier === courier,
          );
          assert.equal(failure?.code, 'carrier_timeout', JSON.stringify(quote_errors));
          others = Object.keys(quotes).length;
          counts.bookings += 1;
          if (others <= 20) counts.lost += 1;

          const events = await readUntil(
            await openStream(server.url, key),
            ({ event }) => event === 'complete',
          );
          const streamed = events.filter(({ event }) => event === 'quote');
          const silentAt = events.findIndex(
            ({ event, data }) => event === 'carrier_error' && data.carrier === courier,
          );
          counts.streams += 1;
          if (events.at(-1)?.event !== 'complete' || streamed.length !== others) counts.lost += 1;
          const lastQuoteAt = events.findLastIndex(({ event }) => event === 'quote');
          assert.ok(
            silentAt > lastQuoteAt,
            'other quotes arrived before the error of the hanging carrier',
          );
          await until('the request to the carrier is closed', () => carrier.waiting() === 0);
        } finally {
          assert.equal(await server.stop(), 0);
        }
      }
      counts.requests = carrier.requests - counts.requests;
      t.diagnostic(`${stage}: ${JSON.stringify(counts)}, ${others} quotes of others each time`);
      assert.equal(counts.lost, 0);
      // On a busy machine a deadline may pass before the request reaches the carrier.
      assert.ok(counts.requests >= rounds, 'the hanging carrier got a request in each round');
    });
});
