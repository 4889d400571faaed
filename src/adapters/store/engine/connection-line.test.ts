// Callers that time out in the queue for a connection to PostgreSQL: the error says whether the server is too busy or away.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type pg from 'pg';
import { until } from '../../../../test/support/until.ts';
import { StoreAway, StoreBusy } from '../../../application/ports.ts';
import { ConnectionLine } from './connection-line.ts';

/** A pool whose test decides when the next caller gets a connection or times out, in order of arrival. */
class HandPool extends EventEmitter {
  readonly options: { max: number; connectionTimeoutMillis: number };
  readonly waiting: PromiseWithResolvers<pg.PoolClient>[] = [];

  constructor(connectionTimeoutMillis = 60_000) {
    super();
    this.options = { max: 1, connectionTimeoutMillis };
  }

  connect(): Promise<pg.PoolClient> {
    const place = Promise.withResolvers<pg.PoolClient>();
    this.waiting.push(place);
    return place.promise;
  }

  give(): pg.PoolClient {
    const client = {} as pg.PoolClient;
    this.emit('acquire', client);
    this.waiting.shift()?.resolve(client);
    return client;
  }

  /** Rejects with pg's own message. `postgres-engine.test.ts` covers the real pool. */
  giveUp(message = 'timeout exceeded when trying to connect'): void {
    this.waiting.shift()?.reject(new Error(message));
  }
}

function lineOver(pool: HandPool, { isWritten = false } = {}): ConnectionLine {
  const request = { noteWritten: () => {}, hasWritten: () => isWritten };
  return new ConnectionLine(pool as unknown as pg.Pool, request);
}

/** Of two callers, the first gets a connection and the second times out. */
async function secondOfTwo(line: ConnectionLine, pool: HandPool, message?: string): Promise<void> {
  const [first, second] = [line.connect(), line.connect()];
  const given = pool.give();
  pool.giveUp(message);
  assert.equal(await first, given);
  await second;
}

test('reports StoreBusy when others get connections but this caller times out', async () => {
  const pool = new HandPool();
  await assert.rejects(secondOfTwo(lineOver(pool), pool), StoreBusy);
});

test('reports StoreBusy to a job like to a request without writes', async () => {
  const pool = new HandPool();
  const line = new ConnectionLine(pool as unknown as pg.Pool);
  await assert.rejects(secondOfTwo(line, pool), StoreBusy);
});

test('reports a fault, not StoreBusy, once the request has written', async () => {
  const pool = new HandPool();
  const line = lineOver(pool, { isWritten: true });
  await assert.rejects(secondOfTwo(line, pool), /^Error: timeout exceeded/);
});

test('reports the database as away when no caller gets a connection', async () => {
  const pool = new HandPool();
  const line = lineOver(pool);
  // A connection given before the caller arrived does not count: the queue has not moved since.
  const before = line.connect();
  pool.give();
  await before;
  const waits = line.connect();
  pool.giveUp();
  await assert.rejects(waits, isAway(/timeout exceeded/));
  const writes = lineOver(pool, { isWritten: true }).connect();
  pool.giveUp();
  await assert.rejects(writes, /^Error: timeout exceeded/);
});

test('reports a broken connection as away even while others get connections', async () => {
  const pool = new HandPool();
  const refused = secondOfTwo(lineOver(pool), pool, 'Connection terminated unexpectedly');
  await assert.rejects(refused, isAway(/Connection terminated/));
});

const isAway = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof StoreAway);
  assert.match(error.message, message);
  return true;
};

test('rejects a caller who would wait too long at once, unless it has written', async () => {
  // With almost no patience, every wait is too long on any machine.
  const pool = new HandPool(Number.MIN_VALUE);
  const [line, writers] = [lineOver(pool), lineOver(pool, { isWritten: true })];
  assert.equal(line.waitMs(), 0, 'the queue is empty');
  const inLine = [line.connect(), writers.connect()];
  pool.emit('release', undefined, pool.give());
  const all = [line.connect(), writers.connect()];
  await until('the waiting time is known', () => line.waitMs() > 0 && writers.waitMs() > 0);
  const before = pool.waiting.length;
  await assert.rejects(line.connect(), StoreBusy);
  assert.equal(pool.waiting.length, before);
  all.push(writers.connect());
  assert.equal(pool.waiting.length, before + 1);
  while (pool.waiting.length > 0) pool.give();
  await Promise.all([...inLine, ...all]);
  assert.equal(line.waitMs(), 0, 'the queue is empty again');
});
