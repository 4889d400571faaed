// Far more requests than the process can serve: some are refused at once with 503 and Retry-After, the others are
// served and stored as usual, health checks always answer, and afterwards everything is as before.
//
// Quick: a limit so low that any machine is overloaded, three thousand requests at once on a thousand connections. Full
// (TESTS=long): the usual limit, twenty seconds' worth of five times what the machine was measured to serve. Figures are
// printed; what is asserted are ratios within one run, loose enough for a machine that does other things too. A slow
// database is in `slow-database.test.ts`.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { median, quantile } from '../../bench/quantile.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { ask } from '../support/components/fleet.ts';
import { linehaul, type RunningServer, startServer } from '../support/components/program.ts';
import { isLong } from '../support/long-form.ts';
import { until } from '../support/until.ts';
import { sendCrowd } from './crowd.ts';

/** One request at a time, which even the lowest limit allows. */
const calmLoad = { connections: 1, amount: 100 };
/** A rate that no machine can serve. */
const quickCrowd = { count: 3_000, perSecond: 10_000 };
const longCrowd = { seconds: 20, timesCapacity: 5 };
/** The least share of the calm rate that must still be served during the overload. */
const leastShareServed = 0.1;
/**
 * The longest wait, as a share of the time for serving all requests in turn. Without refusals an average wait would
 * be a third of it or more.
 */
const mostShareOfLine = 0.1;
/**
 * A refusal may take at most this multiple of a served request's time. It is normally faster, but both share the
 * processor.
 */
const refusedLaterThanServed = 2;
/** The least share of the calm rate that must be served again afterwards. */
const leastShareAfterwards = 1 / 3;
const uncached = sydneyToMelbourne({ options: { disable_cache: true } });

describe('overload', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-overload-'));
  const environment = { DATA_DIR: dataDir, LIMIT_V5_PER_MINUTE: '0', LOG_LEVEL: 'info' };
  const [usualLimit, lowLimit] = [{ OVERLOAD_MS: '250' }, { OVERLOAD_MS: '2' }];
  let server: RunningServer;
  let key: string;
  before(async () => {
    await linehaul(environment, 'member', 'add', '--email', 'a@example.com');
    const { stdout } = await linehaul(environment, 'key', 'add', '--member', '1', '--json');
    ({ key } = JSON.parse(stdout) as { key: string });
    server = await startServer({ ...environment, ...(isLong ? usualLimit : lowLimit) });
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
  /** As many connections as keep a server busy that waits for the disk. */
  const measureCapacity = async (): Promise<number> => {
    await load({ connections: 100, duration: 3 });
    const most = await load({ connections: 100, duration: 10 });
    return countOf(most, 201) / most.duration;
  };
  /**
   * The rate of one client that sends its next request after each answer; autocannon's own durations are whole
   * seconds.
   */
  const paceOf = (result: autocannon.Result): number => 1000 / result.latency.average;
  type Busy = {
    count: number;
    tookMs: number;
    unanswered: number;
    /** How long each waited from the moment it came, with its wait for a connection. */
    servedMs: number[];
    refusedMs: number[];
  };
  const sendMany = async (count: number, perSecond: number): Promise<Busy> => {
    const { waits, tookMs } = await sendCrowd({
      url: `${server.url}/api/v5/bookings`,
      headers: { 'api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(uncached),
      count,
      perSecond,
    });
    const [servedMs = [], refusedMs = []] = [waits[201], waits[503]];
    const unanswered = count - servedMs.length - refusedMs.length;
    return { count, tookMs, unanswered, servedMs, refusedMs };
  };
  /** Ids of bookings are consecutive, so a new one shows how many there are. */
  const stored = async (): Promise<number> => {
    const { status, body } = await ask(server.url, key, '/bookings', uncached);
    assert.equal(status, 201);
    return (body as { id: number }).id;
  };

  test('refuses the excess at once, serves and stores the rest, and recovers afterwards', async (t) => {
    // The first requests fill caches, so they are not measured.
    await load(calmLoad);
    const calm = await load(calmLoad);
    assert.equal(countOf(calm, 503), 0, 'no request is refused below the limit');
    const calmPerSecond = paceOf(calm);
    const capacity = isLong ? await measureCapacity() : calmPerSecond;
    const perSecond = isLong ? Math.ceil(capacity * longCrowd.timesCapacity) : quickCrowd.perSecond;
    const before = await stored();

    const health: number[] = [];
    let isOver = false;
    const watch = async (work: () => Promise<void>): Promise<void> => {
      while (!isOver) await work();
    };
    // As often as an eager load balancer: beyond 50 a second, health checks queue like other requests.
    const watching = watch(async () => {
      health.push((await fetch(`${server.url}/readyz`)).status);
      await pause(25);
    });
    // A single client that sends requests throughout the crowd, with its waiting times for each kind of answer.
    const waits = { served: [] as number[], refused: [] as number[] };
    const polling = watch(async () => {
      const beganMs = performance.now();
      const { status } = await ask(server.url, key, '/bookings', uncached);
      assert.ok(status === 201 || status === 503, `${status}`);
      waits[status === 201 ? 'served' : 'refused'].push(performance.now() - beganMs);
    });
    const busy = await sendMany(
      isLong ? perSecond * longCrowd.seconds : quickCrowd.count,
      perSecond,
    );
    isOver = true;
    await Promise.all([watching, polling]);

    const { servedMs, refusedMs } = busy;
    const servedPerSecond = servedMs.length / (busy.tookMs / 1000);
    // The time to serve all requests in turn, which is the wait of the last one.
    const lineMs = (busy.count / servedPerSecond) * 1000;
    let calmAgain = 0;
    let tries = 0;
    const isAsBefore = async (): Promise<boolean> => {
      const again = await load(calmLoad);
      assert.equal(countOf(again, 503), 0, 'no request is refused after the overload');
      calmAgain = paceOf(again);
      tries += 1;
      return calmAgain >= calmPerSecond * leastShareAfterwards;
    };
    const storedMeanwhile = (await stored()) - before - 1;
    await until('the server is as fast as before', isAsBefore);
    t.diagnostic(
      JSON.stringify({
        asked: busy.count,
        askedPerSecond: perSecond,
        served: servedMs.length,
        refused: refusedMs.length,
        unanswered: busy.unanswered,
        lost: servedMs.length + waits.served.length - storedMeanwhile,
        perSecond: {
          calm: Math.round(calmPerSecond),
          capacity: Math.round(capacity),
          served: Math.round(servedPerSecond),
          afterwards: Math.round(calmAgain),
        },
        crowdMs: { served: medianAnd99(servedMs), refused: medianAnd99(refusedMs) },
        oneAmongThemMs: { served: medianAnd99(waits.served), refused: medianAnd99(waits.refused) },
        calmMs: [calm.latency.p50, calm.latency.p99],
        lineMs: Math.round(lineMs),
        healthChecks: health.length,
        triesUntilCalm: tries,
      }),
    );
    assert.ok(servedMs.length > 0 && refusedMs.length > 0);
    assert.equal(busy.unanswered, 0, 'every request is answered');
    assert.deepEqual(new Set(health), new Set([200]));
    assert.equal(
      storedMeanwhile,
      servedMs.length + waits.served.length,
      'each served booking is stored and no refused one',
    );
    assert.ok(
      servedPerSecond >= capacity * leastShareServed,
      `${servedPerSecond} a second were served, of ${capacity} in calm`,
    );
    // A single client may get only one of the two kinds of answers during the crowd.
    const met = Object.entries(waits).filter(([, times]) => times.length > 0);
    assert.ok(met.length > 0);
    for (const [kind, times] of met)
      assert.ok(
        median(times) < lineMs * mostShareOfLine,
        `a single client, ${kind}: ${median(times)} ms in the median; serving all requests in turn takes ${lineMs} ms`,
      );
    assert.ok(
      median(refusedMs) < median(servedMs) * refusedLaterThanServed,
      `refused after ${median(refusedMs)} ms, served after ${median(servedMs)} ms`,
    );
  });

  test('an overload refusal explains itself, says when to retry and is counted', async (t) => {
    const { url, stop } = await startServer({ ...environment, ...lowLimit });
    t.after(() => stop());
    let refused: Awaited<ReturnType<typeof ask>> | undefined;
    await until('one of many simultaneous requests is refused', async () => {
      const answers = await Promise.all(
        Array.from({ length: 300 }, () => ask(url, key, '/bookings', uncached)),
      );
      refused = answers.find(({ status }) => status === 503);
      return refused !== undefined;
    });
    assert.deepEqual(refused?.body, {
      error: 'overloaded',
      message: 'This service is overloaded. Nothing was done. Try again in a moment.',
    });
    assert.equal(refused?.headers.get('retry-after'), '1');
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const countedAs = (sample: string): number =>
      Number(
        metrics
          .split('\n')
          .find((line) => line.startsWith(sample))
          ?.slice(sample.length),
      );
    const hits = countedAs('linehaul_limits_hit_total{limit="overload"}');
    assert.ok(hits > 0);
    assert.equal(
      countedAs(
        'linehaul_request_duration_seconds_count{method="POST",route="overload",generation="v5",status="503"}',
      ),
      hits,
      'refusals are counted as requests',
    );
  });
});

function medianAnd99(waits: readonly number[]): number[] {
  return [0.5, 0.99].map((share) => Math.round(quantile(waits, share)));
}
