// Clients that do nothing, read slowly or disappear: thousands of idle connections cost others nothing, an unread
// stream does not fill the memory, and a client that leaves halfway leaves nothing behind.
//
// Quick: 500 idle connections, 50 clients of each other kind. Full (TESTS=long): 10,000 connections, as far as the
// system allows a process so many files, and 1,000 clients.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type OpenStream, openStream, readUntil } from '../support/bookings/open-stream.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { type HeldCarrier, startHeldCarrier } from '../support/carriers/held-carrier.ts';
import { ask } from '../support/components/fleet.ts';
import { linehaul, type RunningServer, startServer } from '../support/components/program.ts';
import { isLong } from '../support/long-form.ts';
import { until } from '../support/until.ts';

const idleConnections = isLong ? 10_000 : 500;
const leavers = isLong ? 1_000 : 50;
/** The server keeps idle connections for 75 seconds; on a busy machine a client notices their end later. */
const keptMs = 60_000;
/** Limits of memory growth, on top of the process's own use and memory not yet collected. */
const mostBytes = { each: 20_000, ofUnread: 200_000, atAll: 100_000_000 };
const sampleSize = 50;

/** A client that keeps its connection open and sends a request now and then. */
class IdleConnection {
  readonly #socket: Socket;
  #answeredMs = 0;
  #endedMs: number | undefined;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1')
      .on('error', () => {})
      .once('close', () => {
        this.#endedMs = performance.now();
      });
  }

  get isEnded(): boolean {
    return this.#endedMs !== undefined;
  }

  /** From the last answer to the end of the connection. */
  idleMs(): number {
    return (this.#endedMs ?? performance.now()) - this.#answeredMs;
  }

  /** The first line of the answer, or a note that there was none. */
  async ask(): Promise<string> {
    const answer = Promise.race([
      once(this.#socket, 'data').then(([data]) => String(data)),
      once(this.#socket, 'close').then(() => 'closed'),
    ]);
    this.#socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    const [firstLine = ''] = (await answer).split('\r\n');
    this.#answeredMs = performance.now();
    return firstLine;
  }

  leave(): void {
    this.#socket.destroy();
  }
}

describe('idle, slow and disconnecting clients', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-clients-'));
  let server: RunningServer;
  let carrier: HeldCarrier;
  let key: string;
  before(async () => {
    carrier = await startHeldCarrier();
    const environment = {
      DATA_DIR: dataDir,
      LIMIT_V5_PER_MINUTE: '0',
      CARRIER_DEADLINE_MS: '60000',
      QUOTE_BUDGET_MS: '60000',
    };
    await linehaul(environment, 'member', 'add', '--email', 'a@example.com');
    const { stdout } = await linehaul(environment, 'key', 'add', '--member', '1', '--json');
    ({ key } = JSON.parse(stdout) as { key: string });
    const fields = carrier.account.split(' ');
    await linehaul(environment, 'carrier', 'connect', 'couriers_please', ...fields, '--untested');
    server = await startServer(environment);
  });
  after(async () => {
    carrier.release();
    assert.equal(await server.stop(), 0);
    await carrier.close();
    rmSync(dataDir, { recursive: true });
  });

  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(new RegExp(`^${name}(?:\\{.*\\})? ([\\d.e+]+)`, 'm').exec(text)?.[1]);
  };
  const quote = async (): Promise<number> => {
    const { status, body } = await ask(server.url, key, '/bookings', sydneyToMelbourne());
    assert.equal(status, 201);
    return (body as { id: number }).id;
  };

  test(`serves others as usual with ${idleConnections} idle connections`, async (t) => {
    const { port } = new URL(server.url);
    const residentBytes = () => metric('linehaul_process_resident_memory_bytes');
    const before = await residentBytes();
    const idle: IdleConnection[] = [];
    for (let opened = 0; opened < idleConnections; opened += 250) {
      const some = Array.from(
        { length: Math.min(250, idleConnections - opened) },
        () => new IdleConnection(Number(port)),
      );
      // A connection without a first request would time out as an unfinished request.
      for (const client of some) assert.equal(await client.ask(), 'HTTP/1.1 200 OK');
      idle.push(...some);
    }
    for (let n = 0; n < 20; n += 1) await quote();
    const [after, ended] = [await residentBytes(), idle.filter((client) => client.isEnded)];
    t.diagnostic(
      `${idle.length} idle, ${ended.length} ended meanwhile; resident ${megabytes(after)} MB`,
    );
    assert.deepEqual(
      ended.filter((client) => client.idleMs() < keptMs),
      [],
      'the server closed idle connections too early',
    );
    const sample = idle.filter(
      (client, n) => !client.isEnded && n % (idle.length / sampleSize) < 1,
    );
    const answers = await Promise.all(sample.map((client) => client.ask()));
    assert.deepEqual(new Set(answers), new Set(['HTTP/1.1 200 OK']));
    assert.ok(
      after - before < mostBytes.atAll + idle.length * mostBytes.each,
      `${before} bytes became ${after}`,
    );
    for (const client of idle) client.leave();
    await quote();
  });

  test(`stops carriers, stores nothing and frees places when ${leavers} clients leave in the middle of a stream`, async (t) => {
    const before = await quote();
    carrier.hold();
    for (let left = 0; left < leavers; left += 50) {
      const streams = await Promise.all(
        Array.from({ length: 50 }, () => openStream(server.url, key)),
      );
      await until('the carrier is asked', () => carrier.waiting() > 0);
      for (const stream of streams) stream.leave();
      await until('the requests to the carrier are cancelled', () => carrier.waiting() === 0);
    }
    carrier.release();
    const stored = (await quote()) - before - 1;
    t.diagnostic(
      `${leavers} left in the middle: ${carrier.waiting()} carriers left waiting, ${stored} stored`,
    );
    assert.equal(stored, 0, 'clients that left have stored bookings');
  });

  test(`serves others while ${leavers} clients disconnect in the middle of their request`, async (t) => {
    const { port } = new URL(server.url);
    const before = await quote();
    let quoted = 0;
    for (let n = 0; n < leavers; n += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        'POST /api/v5/bookings HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{"sen',
      );
      socket.on('error', () => {});
      if (n % 5 === 0) {
        // Sent while the other request is unfinished.
        await quote();
        quoted += 1;
      }
      socket.resetAndDestroy();
    }
    const stored = (await quote()) - before - 1;
    assert.ok(quoted > 0);
    assert.equal(stored, quoted, 'only whole requests create bookings');
    t.diagnostic(`${leavers} stopped in the middle of a request, ${quoted} quotes meanwhile`);
  });

  test(`logs the address of each of ${leavers} clients that leave in the middle of their answer`, async () => {
    const { port } = new URL(server.url);
    for (let n = 0; n < leavers; n += 1) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
      // A long, public answer: the server starts sending it before it has looked at the client's address.
      socket.write(`GET /openapi.json HTTP/1.1\r\nhost: x\r\nx-request-id: leaver-${n}\r\n\r\n`);
      await once(socket, 'data');
      socket.resetAndDestroy();
    }
    const theirLines = () => server.output.filter((line) => line.includes('"leaver-'));
    await until('all clients are in the log', () => theirLines().length === leavers);
    const addresses = theirLines().map((line) => (JSON.parse(line) as { address: string }).address);
    assert.deepEqual(new Set(addresses), new Set(['127.0.0.1']));
  });

  test(`serves others without filling the memory while ${leavers} clients do not read their streams, and sends all to late readers`, async (t) => {
    const residentBytes = () => metric('linehaul_process_resident_memory_bytes');
    const before = await residentBytes();
    const slow: OpenStream[] = [];
    for (let opened = 0; opened < leavers; opened += 50) {
      carrier.hold();
      // Clients do not read from their connections until a test reads events.
      const some = await Promise.all(Array.from({ length: 50 }, () => openStream(server.url, key)));
      await until('the carrier is asked', () => carrier.waiting() > 0);
      carrier.release();
      slow.push(...some);
      await quote();
    }
    // The same process still holds the unread answers.
    for (let n = 0; n < 5; n += 1) await quote();
    const after = await residentBytes();
    const events = await Promise.all(
      slow.map((stream) => readUntil(stream, ({ event }) => event === 'complete')),
    );
    const cut = events.filter((stream) => stream.at(-1)?.event !== 'complete');
    const quotes = events.map((stream) => stream.filter(({ event }) => event === 'quote').length);
    t.diagnostic(
      `${slow.length} streams left unread; resident ${megabytes(before)} MB before, ${megabytes(after)} MB with all of them; ${cut.length} cut, at least ${Math.min(...quotes)} quotes in each`,
    );
    assert.equal(cut.length, 0, 'each late reader gets the whole stream');
    assert.ok(Math.min(...quotes) > 20);
    assert.ok(
      after - before < mostBytes.atAll + slow.length * mostBytes.ofUnread,
      `${before} bytes became ${after}`,
    );
    await quote();
  });
});

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);
