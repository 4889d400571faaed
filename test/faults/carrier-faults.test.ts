// Live carriers that are slow, hang, throw, answer garbage or flap must not delay or break the others. No test
// sleeps: slow carriers wait behind gates, and deadlines that must pass are milliseconds long.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import {
  errorOf,
  LiveService,
  passedDeadlines,
  patient,
  uncached,
} from '../support/carriers/live-service.ts';
import {
  type Act,
  answers,
  behind,
  declines,
  gate,
  hangs,
  rejects,
  repeated,
  replies,
  scripted,
  throws,
  waitsForSignal,
} from '../support/carriers/scripted-carriers.ts';
import { until } from '../support/until.ts';

describe('carriers that fail', () => {
  let service: LiveService;
  afterEach(() => service.t.close());
  const start = async (...given: Parameters<typeof LiveService.start>) => {
    service = await LiveService.start(...given);
  };

  test('a live carrier quotes beside the others, with GST in its price and a breakdown that adds up', async () => {
    await start([scripted('live', answers(1100)), scripted('away', declines)]);
    const answer = await service.quote();
    assert.equal(answer.quotes.live?.total, 11);
    assert.ok(Object.keys(answer.quotes).length > 25);
    assert.deepEqual(errorOf(answer, 'away'), {
      code: 'route_not_served',
      serviceability: 'no_route',
      retryable: false,
    });
    const breakdown = await service.t.get(`/api/v5/bookings/v4/${answer.id}/breakdown`, {
      'api-key': service.jane.key,
    });
    const amounts = breakdown.json().live.lines.map(({ amount }: { amount: number }) => amount);
    // Freight, GST, and the mark that says whose price it is.
    assert.deepEqual(amounts, [10, 1, 0]);
  });

  test('answers at the budget with every carrier that has answered by then', async () => {
    const live = [
      scripted('hanging', hangs),
      scripted('obedient', waitsForSignal),
      scripted('quick', answers(500)),
    ];
    await start(live, { carrierDeadlineMs: 600_000, quoteBudgetMs: 5 });
    const answer = await service.quote();
    const timeout = { code: 'carrier_timeout', serviceability: 'timeout', retryable: true };
    assert.deepEqual(errorOf(answer, 'hanging'), timeout);
    assert.deepEqual(errorOf(answer, 'obedient'), timeout);
    assert.equal(answer.quotes.quick?.total, 5);
    assert.equal(
      Object.keys(answer.quotes).length + answer.quote_errors.length,
      service.cardCount() + live.length,
    );
    assert.ok(live.slice(0, 2).every(({ calls }) => calls[0]?.signal.aborted));
  });

  test("a carrier's own deadline applies when the budget is longer", async () => {
    await start([scripted('hanging', hangs)], { ...patient, carrierDeadlineMs: 5 });
    assert.equal(errorOf(await service.quote(), 'hanging').code, 'carrier_timeout');
  });

  test("ignores an answer that arrives after the carrier's deadline", async () => {
    const late = gate();
    const live = [
      scripted('late', behind(late, answers(100)), answers(900)),
      scripted('late_failure', behind(late, rejects(new Error('too late'))), answers(900)),
    ];
    await start(live, passedDeadlines);
    assert.equal(errorOf(await service.quote(), 'late').code, 'carrier_timeout');
    late.open();
    await late.opened;
    const { quotes } = await service.quote();
    assert.deepEqual([quotes.late?.total, quotes.late_failure?.total], [9, 9]);
  });

  test('reports a carrier that throws as a retryable failure and logs the cause', async () => {
    const noConnection = Object.assign(new Error('broken'), { code: 'ECONNREFUSED' });
    const error = { code: 'carrier_error', serviceability: 'error', retryable: true };
    const unreachable = {
      code: 'carrier_unreachable',
      serviceability: 'unavailable',
      retryable: true,
    };
    const cases: [name: string, act: Act, expected: object][] = [
      ['throwing', throws(new Error('broken')), error],
      ['throwing_nothing', throws(undefined), error],
      ['rejecting', rejects(new Error('broken')), error],
      ['rejecting_a_text', rejects('broken'), error],
      ['aborting', rejects(new DOMException('broken', 'AbortError')), error],
      ['refused', rejects(noConnection), unreachable],
      ['refused_in_fetch', rejects(new TypeError('broken', { cause: noConnection })), unreachable],
    ];
    await start([...cases.map(([name, act]) => scripted(name, act)), scripted('good', answers(7))]);
    const answer = await service.quote();
    for (const [name, , expected] of cases) {
      assert.deepEqual(errorOf(answer, name), expected, name);
      const isLogged = service.t.log.some(
        ({ level, fields }) => level === 'warn' && 'carrier' in fields && fields.carrier === name,
      );
      assert.ok(isLogged, name);
    }
    assert.equal(answer.quotes.good?.total, 0.07);
    assert.ok(Object.keys(answer.quotes).length > 25);
    assert.ok(!JSON.stringify(answer).includes('broken'));
  });

  test('reports a malformed carrier answer as a bad answer and keeps the other quotes', async () => {
    const transit = { text: '1 day', minDays: 1, maxDays: 1 };
    const offerWith = (change: object) => ({
      priceCents: 1000,
      transit: { ...transit, ...change },
    });
    const absent = (change: object) => ({
      absence: { code: 'x', serviceability: 'no_route', message: 'x', ...change },
    });
    const garbage: unknown[] = [
      ...[undefined, null, 'twelve dollars', 42, [], {}, { priceCents: 1000 }],
      ...[0, -5, 10.5, '1000', Number.NaN, 1e12, null].map((priceCents) => ({
        priceCents,
        transit,
      })),
      { priceCents: 1000, transit: null },
      ...[{ text: 5 }, { text: 'x'.repeat(10_000) }, { minDays: undefined }].map(offerWith),
      ...[{ minDays: -1 }, { maxDays: Number.POSITIVE_INFINITY }, { maxDays: '2' }].map(offerWith),
      ...[{ absence: null }, { absence: {} }, { ...offerWith({}), absence: null }],
      ...[{ code: 5 }, { code: '' }, { message: undefined }].map(absent),
      ...[{ serviceability: 'timeout' }, { serviceability: 'unheard-of' }].map(absent),
    ];
    const live = garbage.map((value, n) => scripted(`garbage_${n}`, replies(value)));
    await start([...live, scripted('good', answers(700))]);
    const answer = await service.quote();
    for (const [n, value] of garbage.entries()) {
      assert.deepEqual(
        errorOf(answer, `garbage_${n}`),
        { code: 'carrier_bad_answer', serviceability: 'error', retryable: false },
        JSON.stringify(value),
      );
    }
    assert.equal(answer.quotes.good?.total, 7);
    assert.ok(Object.keys(answer.quotes).length > 25);
  });

  test('asks thirty slow carriers in parallel', async () => {
    const slow = gate();
    const live = Array.from({ length: 30 }, (_, n) =>
      scripted(`slow_${n}`, behind(slow, answers(1000 + n))),
    );
    await start(live);
    const answer = service.quote();
    await until('all thirty carriers are asked', () =>
      live.every(({ calls }) => calls.length === 1),
    );
    slow.open();
    const { quotes } = await answer;
    assert.deepEqual(
      live.map(({ stringId }) => quotes[stringId]?.total),
      live.map((_, n) => (1000 + n) / 100),
    );
  });

  test('does not ask a carrier that a key excludes', async () => {
    const live = scripted('live', answers(1000));
    await start([live]);
    await changeKeySettings(service.t.app, service.jane.keyId, {
      parts: { module_setting: { enabled_courier: ['toll'] } },
    });
    assert.deepEqual(Object.keys((await service.quote()).quotes), ['toll']);
    assert.equal(live.calls.length, 0);
  });

  describe('the circuit breaker', () => {
    const ask = () => service.quote(service.jane, sydneyToMelbourne(uncached));

    test('stops asking a carrier after five failures, then tries once after the pause', async () => {
      const down = throws(new Error('down'));
      const flapping = scripted('flapping', ...repeated(6, down), answers(400));
      await start([flapping, scripted('good', answers(700))]);
      for (let n = 1; n <= 5; n += 1)
        assert.equal(errorOf(await ask(), 'flapping').code, 'carrier_error');
      const open = await ask();
      assert.deepEqual(errorOf(open, 'flapping'), {
        code: 'carrier_circuit_open',
        serviceability: 'unavailable',
        retryable: true,
      });
      assert.equal(flapping.calls.length, 5);
      assert.equal(open.quotes.good?.total, 7);
      // The trial after the pause fails, so another pause begins.
      service.t.advanceClock(30_000);
      assert.equal(errorOf(await ask(), 'flapping').code, 'carrier_error');
      assert.equal(errorOf(await ask(), 'flapping').code, 'carrier_circuit_open');
      service.t.advanceClock(30_000);
      assert.equal((await ask()).quotes.flapping?.total, 4);
      assert.equal((await ask()).quotes.flapping?.total, 4);
      assert.equal(flapping.calls.length, 8);
    });

    test('timeouts and bad answers open the breaker, and declined quotes never do', async () => {
      const live = [
        scripted('hanging', hangs),
        scripted('garbage', replies('?')),
        scripted('away', declines),
      ];
      await start(live, passedDeadlines);
      for (let n = 0; n < 7; n += 1) await ask();
      assert.deepEqual(
        live.map(({ calls }) => calls.length),
        [5, 5, 7],
      );
    });
  });
});
