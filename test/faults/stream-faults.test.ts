// The quote stream while carriers are slow, clients leave and the store fails.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { parseEvents } from '../support/bookings/event-stream.ts';
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
});
