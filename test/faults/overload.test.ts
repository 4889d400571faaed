// Far more requests than the process can serve: some are refused at once with 503 and when to come back, the others are
// served and stored like any, health checks always answer, and afterwards everything is as before.
//
// Quick: a limit so low that any machine is overloaded, a few thousand requests on hundreds of connections. Full
// (TESTS=long): the usual limit, five times what the machine was measured to serve, for a minute; figures are printed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import autocannon from 'autocannon';
import { ask } from '../support/fleet.ts';
import { isLong } from '../support/long-form.ts';
import { linehaul, type RunningServer, startServer } from '../support/program.ts';
import { sydneyToMelbourne } from '../support/quote-bodies.ts';
import { until } from '../support/until.ts';

/** One after the other, which no limit can be too low for. */
const calmLoad = { connections: 1, amount: 100 };
const uncached = sydneyToMelbourne({ options: { disable_cache: true } });

describe('overload', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-overload-'));
  let server: RunningServer;
  let key: string;
  before(async () => {
    const environment = {
      DATA_DIR: dataDir,
      LIMIT_V5_PER_MINUTE: '0',
      LOG_LEVEL: 'info',
      OVERLOAD_MS: isLong ? '250' : '2',
    };
    await linehaul(environment, 'member', 'add', '--email', 'a@example.com');
    const { stdout } = await linehaul(environment, 'key', 'add', '--member', '1', '--json');
    ({ key } = JSON.parse(stdout) as { key: string });
    server = await startServer(environment);
  });
  after(async () => {
    assert.equal(await server.stop(), 0);
    rmSync(dataDir, { recursive: true });
  });

  const load = (options: Partial<autocannon.Options>): Promise<autocannon.Result> =>
    autocannon({
      url: `${server.url}/api/v5/bookings`,
      method: 'POST',
      headers: { 'api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(uncached),
      timeout: 60,
      ...options,
    });
  const countOf = (result: autocannon.Result, status: number): number =>
    result.statusCodeStats?.[`${status}`]?.count ?? 0;
  /** Bookings are numbered one after the other; this one tells how many there have been. */
  const stored = async (): Promise<number> => {
    const { status, body } = await ask(server.url, key, '/bookings', uncached);
    assert.equal(status, 201);
    return (body as { id: number }).id;
  };

  test('the excess is refused at once, the rest is served and stored, and all is well afterwards', async (t) => {
    const calm = await load(calmLoad);
    assert.equal(countOf(calm, 503), 0, 'nobody is refused while there is room');
    const capacity = isLong ? (await load({ connections: 4, duration: 10 })).requests.average : 0;
    const before = await stored();

    const health: number[] = [];
    let isOver = false;
    const watch = async (work: () => Promise<void>): Promise<void> => {
      while (!isOver) await work();
    };
    const watching = watch(async () => {
      health.push((await fetch(`${server.url}/readyz`)).status);
    });
    // One who comes again and again among all the others: how long it waits for each kind of answer.
    const waits: Record<number, number[]> = { 201: [], 503: [] };
    const asking = watch(async () => {
      const beganMs = performance.now();
      const { status } = await ask(server.url, key, '/bookings', uncached);
      waits[status]?.push(performance.now() - beganMs);
    });
    const busy = await load(
      isLong
        ? {
            connections: 500,
            amount: Math.ceil(capacity * 5 * 60),
            overallRate: Math.ceil(capacity * 5),
          }
        : { connections: 300, amount: 3_000 },
    );
    isOver = true;
    await Promise.all([watching, asking]);
    const own = waits[201]?.length ?? 0;

    assert.deepEqual(Object.keys(busy.statusCodeStats ?? {}).sort(), ['201', '503']);
    assert.equal(busy.errors, 0, 'nobody was left without an answer');
    assert.ok(countOf(busy, 201) > 0 && countOf(busy, 503) > 0);
    assert.deepEqual(new Set(health), new Set([200]));
    assert.equal(
      (await stored()) - before - 1,
      countOf(busy, 201) + own,
      'what was refused left nothing',
    );

    const again = await load(calmLoad);
    assert.equal(countOf(again, 503), 0, 'nobody is refused once it is over');
    t.diagnostic(
      JSON.stringify({
        capacity,
        served: countOf(busy, 201),
        refused: countOf(busy, 503),
        seconds: busy.duration,
        calmMs: [calm.latency.p50, calm.latency.p99],
        servedMs: medianAnd99(waits[201]),
        refusedMs: medianAnd99(waits[503]),
        healthChecks: health.length,
        afterwards: again.requests.average,
      }),
    );
  });

  test('a refusal says so in words and when to come back, and is counted', async () => {
    let refused: Awaited<ReturnType<typeof ask>> | undefined;
    await until('one of many at once is refused', async () => {
      const answers = await Promise.all(
        Array.from({ length: 300 }, () => ask(server.url, key, '/bookings', uncached)),
      );
      refused = answers.find(({ status }) => status === 503);
      return refused !== undefined;
    });
    assert.deepEqual(refused?.body, {
      error: 'overloaded',
      message:
        'More is asked of this service than it can answer right now. Nothing was done; try again in a moment.',
    });
    assert.equal(refused?.headers.get('retry-after'), '1');
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    assert.match(metrics, /^linehaul_limits_hit_total\{limit="overload"\} [1-9]/m);
  });
});

function medianAnd99(waits: readonly number[] = []): number[] {
  const sorted = waits.toSorted((left, right) => left - right);
  return [0.5, 0.99].map((share) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0));
}
