// Concurrent changes of one booking, over real connections to two services on one database, and changes of a booking
// that is meanwhile changed, paid or deleted, or whose process dies. Acknowledged changes are kept, rejected ones
// have no effect, and prices match the contents.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  BookingClient,
  type ShownBooking,
  type ShownItem,
} from '../support/bookings/booking-client.ts';
import { setStatus } from '../support/bookings/bookings.ts';
import { aCarton, type Body, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import {
  answers,
  behind,
  type Gate,
  gate,
  type ScriptedCarrier,
  scripted,
} from '../support/carriers/scripted-carriers.ts';
import { linehaul, type RunningServer, startServer } from '../support/components/program.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';

type Answered = { status: number; body: unknown };

async function send(url: string, key: string, method: string, body?: unknown): Promise<Answered> {
  const answer = await fetch(url, {
    method,
    headers: {
      'api-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

const listen = async ({ server }: TestApp): Promise<string> => {
  await server.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api/v5/bookings/v4`;
};

for (const setup of setups) {
  describe(`simultaneous changes of a booking on ${setup.name}`, () => {
    let first: TestApp;
    let second: TestApp;
    let jane: TestMember;
    let client: BookingClient;
    let urls: [string, string];
    before(async () => {
      first = await startTestApp(setup);
      second = await startTestApp(setup, { place: first.place });
      jane = await first.addMember();
      client = new BookingClient(first, jane, '/api/v5/bookings/v4');
      urls = [await listen(first), await listen(second)];
    });
    after(async () => {
      await second.close();
      await first.close();
    });

    test('one service: applies each of thirty simultaneous changes on top of the others', async () => {
      const { id } = await client.create();
      const weights = Array.from({ length: 30 }, (_, n) => n + 1);
      const added = await Promise.all(
        weights.map((weight) =>
          send(`${urls[0]}/${id}/items`, jane.key, 'POST', aCarton({ weight })),
        ),
      );
      assert.ok(added.every(({ status }) => status === 201));
      const { items, quotes } = await client.read(id);
      assert.deepEqual(
        items.slice(1),
        added.map(({ body }) => body as ShownItem).toSorted((left, right) => left.id - right.id),
      );
      assert.deepEqual(items.map(({ weight }) => weight).toSorted(), [5, ...weights].toSorted());
      assert.deepEqual(quotes, await client.quotesFor(sydneyToMelbourne({ items })));
      assert.equal((await client.stored(id)).version, 31);
    });

    test('two services: acknowledged changes are stored once and rejected ones are not', async () => {
      for (let round = 0; round < 3; round += 1) await changeFromBothSides();
    });

    const changeFromBothSides = async (): Promise<void> => {
      const { id, items } = await client.create(
        sydneyToMelbourne({
          items: Array.from({ length: 6 }, (_, n) => aCarton({ weight: n + 1 })),
        }),
      );
      const changes: { method: string; path: string; body?: Body }[] = [
        ...Array.from({ length: 8 }, (_, n) => ({
          method: 'POST',
          path: `/${id}/items`,
          body: aCarton({ weight: 100 + n }),
        })),
        ...items.slice(0, 3).map((item, n) => ({
          method: 'PUT',
          path: `/${id}/items/${item.id}`,
          body: { quantity: n + 2 },
        })),
        ...items.slice(3, 5).map((item) => ({ method: 'DELETE', path: `/${id}/items/${item.id}` })),
        ...Array.from({ length: 4 }, (_, n) => ({
          method: 'PUT',
          path: `/${id}`,
          body: { items: [aCarton({ weight: 200 + n })], notifications: { email: true } },
        })),
        { method: 'PUT', path: `/${id}`, body: { declared_value: 77 } },
        { method: 'PUT', path: `/${id}`, body: { receiver: { name: 'Kim' } } },
      ];
      const outcomes = await Promise.all(
        changes.map(async (request, n) => ({
          request,
          ...(await send(
            urls[n % 2 === 0 ? 0 : 1] + request.path,
            jane.key,
            request.method,
            request.body,
          )),
        })),
      );
      const done = outcomes.filter(({ status }) => status < 300);
      for (const { status, body } of outcomes.filter((outcome) => !done.includes(outcome))) {
        assert.equal(status, 409);
        assert.equal((body as Body).error, 'booking_changed');
      }
      assert.ok(done.length >= 4, 'a change is rejected only when another succeeds');
      const booking = await client.read(id);
      const isDone = (method: string, path: string) =>
        done.some(({ request }) => request.method === method && request.path === path);
      const expected = new Map(
        items
          .filter((item) => !isDone('DELETE', `/${id}/items/${item.id}`))
          .map((item, n) => [
            Number(item.weight),
            isDone('PUT', `/${id}/items/${item.id}`) ? n + 2 : 1,
          ]),
      );
      for (const { request } of done) {
        const added =
          request.method === 'POST' ? request.body : (request.body?.items as Body[])?.[0];
        if (added !== undefined) expected.set(Number(added.weight), 1);
      }
      const byWeight = (entries: Iterable<[number, number]>) =>
        [...entries].toSorted(([left], [right]) => left - right);
      assert.deepEqual(
        byWeight(booking.items.map(({ weight, quantity }) => [Number(weight), quantity])),
        byWeight(expected),
      );
      assert.equal(new Set(booking.items.map((item) => item.id)).size, booking.items.length);
      assert.equal(
        booking.declared_value,
        done.some(({ request }) => request.body?.declared_value === 77) ? 77 : 0,
      );
      assert.equal((await client.stored(id)).version, 1 + done.length);
      assert.deepEqual(
        booking.quotes,
        await client.quotesFor(
          sydneyToMelbourne({ items: booking.items, declared_value: booking.declared_value }),
        ),
      );
    };
  });

  describe(`a booking that changes during an update, on ${setup.name}`, () => {
    let slow: Gate;
    let carrier: ScriptedCarrier;
    let t: TestApp;
    let jane: TestMember;
    let client: BookingClient;
    let url: string;
    before(async () => {
      carrier = scripted('live', async (call) => await act(call));
      t = await startTestApp(setup, {
        live: [carrier],
        timing: { carrierDeadlineMs: 600_000, quoteBudgetMs: 600_000 },
      });
      jane = await t.addMember();
      client = new BookingClient(t, jane, '/api/v5/bookings/v4');
      url = await listen(t);
    });
    after(() => t.close());
    let act: Parameters<typeof scripted>[1] = answers(1000);

    /** A booking with a change in progress: the carrier has been asked and has not answered. */
    const underWay = async (): Promise<{ id: number; changed: Promise<Answered> }> => {
      act = answers(1000);
      const { id } = await client.create(sydneyToMelbourne({ options: { disable_cache: true } }));
      slow = gate();
      act = behind(slow, answers(2000));
      carrier.calls.length = 0;
      const changed = send(`${url}/${id}/items`, jane.key, 'POST', aCarton({ weight: 9 }));
      await until('the carrier is asked', () => carrier.calls.length === 1);
      return { id, changed };
    };

    test('an update starts again on the changes of another process', async () => {
      const { id, changed } = await underWay();
      const stored = await client.stored(id);
      assert.ok(await t.app.store.bookings.replace({ ...stored, description: 'Other' }, 1));
      slow.open();
      assert.equal((await changed).status, 201);
      const { description, items } = await client.read(id);
      assert.deepEqual([description, items.length], ['Other', 2]);
      assert.equal(carrier.calls.length, 2);
      assert.equal((await client.stored(id)).version, 3);
    });

    test('answers 422 and changes nothing when the booking is paid meanwhile', async () => {
      const { id, changed } = await underWay();
      await setStatus(t.place, id, 'pending_payment');
      const before = await client.stored(id);
      slow.open();
      const { status, body } = await changed;
      assert.deepEqual([status, (body as Body).error], [422, 'booking_already_paid']);
      assert.deepEqual(await client.stored(id), before);
    });

    test('answers 404 when the booking is deleted meanwhile', async () => {
      const { id, changed } = await underWay();
      // Deleting does not wait for the change.
      assert.equal((await send(`${url}/${id}`, jane.key, 'DELETE', [])).status, 204);
      slow.open();
      assert.equal((await changed).status, 404);
      assert.equal((await send(`${url}/${id}`, jane.key, 'GET')).status, 404);
    });

    test('other writes go on while carriers are asked, because no transaction is open', async () => {
      const { changed } = await underWay();
      const first = act;
      act = answers(3000);
      const other = await send(url, jane.key, 'POST', sydneyToMelbourne());
      assert.equal(other.status, 201);
      const { id } = other.body as ShownBooking;
      assert.equal(
        (await send(`${url}/${id}`, jane.key, 'PUT', { tailgate_pickup: true })).status,
        200,
      );
      act = first;
      slow.open();
      assert.equal((await changed).status, 201);
    });
  });
}

describe('a server killed in the midst of changes', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-edits-'));
  const environment = { DATA_DIR: dataDir, LIMIT_V5_PER_MINUTE: '0' };
  let server: RunningServer | undefined;
  after(async () => {
    await server?.stop('SIGKILL');
    rmSync(dataDir, { recursive: true });
  });

  test('a killed server keeps every acknowledged change and no partial one', async () => {
    await linehaul(environment, 'member', 'add', '--email', 'a@example.com', '--password', 'p');
    const made = await linehaul(environment, 'key', 'add', '--member', 'a@example.com', '--json');
    const { key } = JSON.parse(made.stdout) as { key: string };
    server = await startServer(environment);
    let bookings = `${server.url}/api/v5/bookings/v4`;
    const { id } = (await send(bookings, key, 'POST', sydneyToMelbourne())).body as ShownBooking;
    const acknowledged: ShownItem[] = [];
    let isKilled = false;
    const client = async (weight: number): Promise<void> => {
      while (!isKilled) {
        try {
          const added = await send(`${bookings}/${id}/items`, key, 'POST', aCarton({ weight }));
          assert.equal(added.status, 201);
          acknowledged.push(added.body as ShownItem);
        } catch (error) {
          if (!isKilled) throw error;
        }
      }
    };
    const clients = [11, 12, 13, 14].map(client);
    await until('twenty changes are acknowledged', () => acknowledged.length >= 20);
    isKilled = true;
    await server.stop('SIGKILL');
    await Promise.all(clients);

    server = await startServer(environment);
    bookings = `${server.url}/api/v5/bookings/v4`;
    const { items, quotes } = (await send(`${bookings}/${id}`, key, 'GET')).body as ShownBooking;
    for (const item of acknowledged)
      assert.deepEqual(
        items.find((kept) => kept.id === item.id),
        item,
      );
    assert.ok(items.length <= 1 + acknowledged.length + clients.length);
    const fresh = await send(bookings, key, 'POST', sydneyToMelbourne({ items }));
    assert.deepEqual((fresh.body as ShownBooking).quotes, quotes);
  });
});
