// The project's nginx example on a real nginx in front of two real servers: streams arrive event by event, clients'
// addresses are passed on, and a rolling deployment under load loses nothing, with streams open.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openStream, readUntil } from '../support/bookings/open-stream.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { type HeldCarrier, startHeldCarrier } from '../support/carriers/held-carrier.ts';
import { ask, Fleet } from '../support/components/fleet.ts';
import { reservedPort } from '../support/components/processes.ts';
import { startServer } from '../support/components/program.ts';
import { isLong } from '../support/long-form.ts';
import { until } from '../support/until.ts';
import { atPorts, type Nginx, startNginx } from './nginx.ts';

/** How often every server is restarted. */
const rounds = isLong ? 10 : 1;
const clients = 6;
const streamers = 2;
/** On a reload nginx closes its clients' idle connections, so clients here use a new one for each request. */
const newConnection = { connection: 'close' };

describe('nginx in front of two servers', () => {
  let fleet: Fleet;
  let nginx: Nginx;
  let carrier: HeldCarrier;
  let key: string;
  const ports: number[] = [];

  before(async () => {
    carrier = await startHeldCarrier();
    ports.push(await reservedPort(), await reservedPort());
    fleet = await Fleet.start(0, {
      TRUST_PROXY: '127.0.0.1',
      METRICS: 'everyone',
      CARRIER_DEADLINE_MS: '60000',
      QUOTE_BUDGET_MS: '60000',
    });
    ({ key } = await fleet.addOperator());
    await fleet.json(`carrier connect couriers_please ${carrier.account} --untested`);
    await Promise.all(ports.map((port) => fleet.add({ PORT: String(port) })));
    nginx = await startNginx(atPorts(ports));
  });
  after(async () => {
    await nginx.stop();
    await fleet.close();
    await carrier.close();
  });

  test('answers 404 to requests for /metrics from outside', async () => {
    for (const path of ['/metrics', '/metrics/', '//metrics', '/%6detrics/', '/metrics?x=1'])
      assert.equal((await fetch(nginx.url + path)).status, 404, path);
    assert.equal((await fetch(`${fleet.url(0)}/metrics`)).status, 200);
  });

  test("logs each client's own address and ignores addresses that it claims", async (t) => {
    const claims = ['10.9.8.7', '10.9.8.6, 10.9.8.5', '127.0.0.1', 'unknown', ''];
    const addresses = (): string[] =>
      fleet.servers.flatMap(({ output }) =>
        output
          .filter((line) => line.includes('/stream'))
          .map((line) => /"address":"([^"]*)"/.exec(line)?.[1] ?? 'none'),
      );
    const before = addresses().length;
    for (const claim of claims) {
      const headers = { 'x-forwarded-for': claim, 'x-real-ip': claim };
      const stream = await openStream(nginx.url, key, { localAddress: '127.0.0.9', headers });
      await readUntil(stream, ({ event }) => event === 'complete');
    }
    await until('all claims are in the log', () => addresses().length >= before + claims.length);
    const logged = addresses().slice(before);
    t.diagnostic(`${claims.length} clients claimed other addresses; known as ${logged.join(', ')}`);
    assert.deepEqual(
      logged,
      claims.map(() => '127.0.0.9'),
    );
  });

  test('passes stream events on while a carrier is still asked', async () => {
    carrier.hold();
    const stream = await openStream(nginx.url, key);
    const events = await readUntil(stream, ({ event }) => event === 'quote');
    assert.equal(events[0]?.event, 'ready');
    await until('the carrier is asked', () => carrier.waiting() > 0);
    carrier.release();
    const rest = await readUntil(stream, ({ event }) => event === 'complete');
    assert.equal(rest.at(-1)?.event, 'complete');
  });

  test('finishes open streams before a server stops', async () => {
    const server = await startServer(fleet.environment);
    carrier.hold();
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => openStream(server.url, key)),
    );
    await until('the carrier is asked', () => carrier.waiting() > 0);
    const stopped = server.stop('SIGTERM');
    await server.says('stopping');
    carrier.release();
    const ends = await Promise.all(
      streams.map(
        async (stream) =>
          (await readUntil(stream, ({ event }) => event === 'complete')).at(-1)?.event,
      ),
    );
    assert.deepEqual(new Set(ends), new Set(['complete']));
    assert.equal(await stopped, 0);
  });

  test(`restarting each server ${rounds} times under load fails no request or stream`, async (t) => {
    let isOver = false;
    const failures: string[] = [];
    const counts = { reads: 0, bookings: 0, streams: 0 };
    const client = async (): Promise<void> => {
      while (!isOver) {
        const quoted = await ask(nginx.url, key, '/bookings', sydneyToMelbourne(), newConnection);
        if (quoted.status !== 201) failures.push(`booking: ${quoted.status}`);
        counts.bookings += 1;
        const { id } = quoted.body as { id: number };
        const read = await ask(nginx.url, key, `/bookings/v4/${id}`, undefined, newConnection);
        if (read.status !== 200) failures.push(`read: ${read.status}`);
        counts.reads += 1;
      }
    };
    const streamer = async (): Promise<void> => {
      while (!isOver) {
        const stream = await openStream(nginx.url, key);
        const events = await readUntil(stream, ({ event }) => event === 'complete');
        if (events.at(-1)?.event !== 'complete')
          failures.push(`stream: ${stream.answer.statusCode} ${events.at(-1)?.event}`);
        counts.streams += 1;
      }
    };
    const guarded = (work: () => Promise<void>): Promise<void> =>
      work().catch((error: unknown) => {
        failures.push(String(error));
      });
    const load = Promise.all([
      ...Array.from({ length: clients }, () => guarded(client)),
      ...Array.from({ length: streamers }, () => guarded(streamer)),
    ]);
    try {
      for (let restart = 0; restart < rounds * ports.length; restart += 1) {
        const n = restart % ports.length;
        const port = Number(new URL(fleet.url(n)).port);
        const before = counts.streams;
        await until('the load continues', () => counts.streams > before + 2 || failures.length > 0);
        await nginx.drain(port);
        assert.equal(await fleet.servers[n]?.stop('SIGTERM'), 0);
        fleet.servers[n] = await startServer({ ...fleet.environment, PORT: String(port) });
        await nginx.drain(undefined);
      }
    } finally {
      isOver = true;
      await load;
    }
    t.diagnostic(
      `${rounds * ports.length} restarts, ${JSON.stringify(counts)}, failed: ${failures.length}`,
    );
    assert.deepEqual(failures, [], nginx.log());
  });
});
