// The quote stream while carriers are slow, clients leave and the store fails.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { Checkout } from '../support/bookings/checkout.ts';
import { parseEvents, type StreamEvent } from '../support/bookings/event-stream.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { LiveService, passedDeadlines, uncached } from '../support/carriers/live-service.ts';
import {
  answers,
  behind,
  gate,
  hangs,
  repeated,
  scripted,
  waitsForSignal,
} from '../support/carriers/scripted-carriers.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { until } from '../support/until.ts';

describe('the stream', () => {
  let service: LiveService;
  afterEach(() => service.t.close());
  const start = async (...given: Parameters<typeof LiveService.start>) => {
    service = await LiveService.start(...given);
  };

  test('sends quotes in the order in which carriers answer, while others are still asked', async () => {
    const [first, second] = [gate(), gate()];
    await start([
      scripted('one', behind(first, answers(100))),
      scripted('other', behind(second, answers(200))),
    ]);
    const { events } = await service.stream();
    const next = async () => (await events.next()).value;
    assert.equal((await next())?.event, 'ready');
    // All rate cards' quotes arrive while both gates are closed.
    for (let n = 0; n < service.cardCount(); n += 1)
      assert.match((await next())?.event ?? '', /^(quote|carrier_error)$/);
    second.open();
    assert.equal((await next())?.data.carrier, 'other');
    first.open();
    assert.equal((await next())?.data.carrier, 'one');
    assert.equal((await next())?.event, 'complete');
    assert.equal((await events.next()).done, true);
  });

  test('ends at the budget with an error for each carrier that is still silent', async () => {
    await start([scripted('hanging', hangs)], passedDeadlines);
    const answer = await service.t.inject({
      method: 'POST',
      url: '/api/v5/bookings/stream',
      headers: { 'api-key': service.jane.key },
      payload: sydneyToMelbourne(),
    });
    const events = parseEvents(answer.body);
    assert.equal(events.at(-1)?.event, 'complete');
    assert.equal(events.at(-2)?.data.code, 'carrier_timeout');
  });

  test('stops carriers and stores nothing when the client leaves', async () => {
    const live = [scripted('waiting', waitsForSignal), scripted('hanging', hangs)];
    await start(live);
    const { events, leave } = await service.stream();
    assert.equal((await events.next()).value?.event, 'ready');
    await until('both carriers are asked', () => live.every(({ calls }) => calls.length === 1));
    assert.ok(live.every(({ calls }) => calls[0]?.signal.aborted === false));
    leave();
    await until('both carrier requests are aborted', () =>
      live.every(({ calls }) => calls[0]?.signal.aborted),
    );
    const stored = await service.t.get('/api/v5/bookings/v4', { 'api-key': service.jane.key });
    assert.deepEqual(stored.json(), []);
  });

  test('a client that disconnects does not count as a carrier failure', async () => {
    const waiting = scripted('waiting', ...repeated(8, waitsForSignal));
    await start([waiting]);
    for (let n = 1; n <= 8; n += 1) {
      const { events, leave } = await service.stream(
        sydneyToMelbourne(n % 2 === 0 ? uncached : {}),
      );
      await events.next();
      await until('the carrier is asked', () => waiting.calls.length === n);
      leave();
      await until(
        'the carrier request is aborted',
        () => waiting.calls.at(-1)?.signal.aborted === true,
      );
    }
    const { carriers, clock } = service.t.app;
    assert.equal(carriers.breakerOf('waiting').isOpen(clock.nowMs()), false);
  });

  test('ends the stream without complete and logs the error when the booking cannot be stored', async () => {
    await start([]);
    service.t.app.store.bookings.add = () => Promise.reject(new Error('the disk is full'));
    const { events } = await service.stream();
    const names: string[] = [];
    for await (const { event } of events) names.push(event);
    assert.equal(names.length, 1 + service.cardCount());
    assert.ok(!names.includes('complete'));
    const isLogged = () =>
      service.t.log.some(
        ({ level, fields }) =>
          level === 'error' && 'err' in fields && /disk/.test(String(fields.err)),
      );
    await until('the error is in the log', isLogged);
  });

  describe('in the members area', () => {
    const slow = () => {
      const closed = gate();
      return { open: closed.open, carrier: scripted('slow', behind(closed, answers(99_99))) };
    };
    const signIn = () => new Visitor(service.t).signIn(service.jane);
    type Streaming = AsyncGenerator<StreamEvent>;
    const nextOf = async (events: Streaming, name: string): Promise<StreamEvent['data']> => {
      for (;;) {
        const { value, done } = await events.next();
        assert.notEqual(done, true, `no ${name} came`);
        if (value.event === name) return value.data;
      }
    };
    const read = async (visitor: Visitor, id: unknown) =>
      (await visitor.get(`/bookings/v4/${id}`)).json();

    test('stores the prices so far while a carrier is still asked, and completes them when it answers', async () => {
      const { open, carrier } = slow();
      await start([carrier]);
      const visitor = await signIn();
      const { events } = await service.stream(sydneyToMelbourne(), visitor);
      const { bookingId } = await nextOf(events, 'stored');
      const sofar = await read(visitor, bookingId);
      const errorOf = ({ quote_errors }: { quote_errors: { courier: string; code: string }[] }) =>
        quote_errors.find(({ courier }) => courier === 'slow')?.code;
      assert.ok(Object.keys(sofar.quotes).length >= 25);
      assert.equal(errorOf(sofar), 'carrier_timeout');
      open();
      const complete = await nextOf(events, 'complete');
      assert.equal(complete.bookingId, bookingId);
      const whole = await read(visitor, bookingId);
      assert.equal(whole.quotes.slow.total, 99.99);
      assert.equal(errorOf(whole), undefined);
      assert.equal(Object.keys(whole.quotes).length, complete.quoted);
      const { slow: _slow, ...others } = whole.quotes;
      assert.deepEqual(others, sofar.quotes);
    });

    test('keeps the prices so far when the person leaves before the slowest carrier answers', async () => {
      const { carrier } = slow();
      await start([carrier]);
      const visitor = await signIn();
      const { events, leave } = await service.stream(sydneyToMelbourne(), visitor);
      const { bookingId } = await nextOf(events, 'stored');
      leave();
      await until(
        'the carrier request is aborted',
        () => carrier.calls[0]?.signal.aborted === true,
      );
      assert.ok(Object.keys((await read(visitor, bookingId)).quotes).length >= 25);
    });

    test('a price chosen while a carrier is still asked is the price booked, and a late answer changes nothing', async () => {
      const { open, carrier } = slow();
      await start([carrier]);
      const visitor = await signIn();
      const { events } = await service.stream(sydneyToMelbourne(), visitor);
      const streamed: StreamEvent['data'][] = [];
      let bookingId: unknown;
      while (bookingId === undefined) {
        const { value } = await events.next();
        if (value.event === 'quote') streamed.push(value.data);
        if (value.event === 'stored') bookingId = value.data.bookingId;
      }
      const { carrier: courier, quote } = streamed.at(-1) as {
        carrier: string;
        quote: { total: number; pickup_dates: string[] };
      };
      await new Checkout(service.t, service.jane).giveCredit(1000);
      for (const side of ['sender', 'receiver'])
        await visitor.send('PUT', `/bookings/v4/${bookingId}`, {
          [side]: { name: 'Sam', address: '1 Smith Street' },
        });
      open();
      const booked = await visitor.send('POST', `/bookings/v4/${bookingId}/confirm`, {
        courier,
        pickup_date: quote.pickup_dates[0],
      });
      assert.equal(booked.statusCode, 200, booked.body);
      assert.equal(booked.json().cost, quote.total);
      const names: string[] = [];
      for await (const { event } of events) names.push(event);
      assert.ok(!names.includes('complete'), 'the prices are no longer the booking’s');
      assert.equal((await read(visitor, bookingId)).cost, quote.total);
    });

    test('stores a quote once when no carrier is awaited', async () => {
      await start([]);
      const { bookings } = service.t.app.store;
      const { replace } = bookings;
      let changes = 0;
      bookings.replace = (...given) => {
        changes += 1;
        return replace(...given);
      };
      const { events } = await service.stream(sydneyToMelbourne(), await signIn());
      const names: string[] = [];
      for await (const { event } of events) names.push(event);
      assert.equal(names.at(-1), 'complete');
      assert.ok(!names.includes('stored'));
      assert.equal(changes, 0);
    });
  });
});
