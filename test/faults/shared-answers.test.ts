// Cached and shared carrier answers: errors and members' own prices are never stored, and a client that leaves does
// not cancel an answer that others wait for.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { aCarton, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import {
  errorOf,
  LiveService,
  passedDeadlines,
  uncached,
} from '../support/carriers/live-service.ts';
import {
  answers,
  behind,
  declines,
  gate,
  hangs,
  repeated,
  replies,
  scripted,
  throws,
} from '../support/carriers/scripted-carriers.ts';
import { until } from '../support/until.ts';

let service: LiveService;
const start = async (...given: Parameters<typeof LiveService.start>) => {
  service = await LiveService.start(...given);
};

describe('the cache of carrier answers', () => {
  afterEach(() => service.t.close());

  test('keeps offers and declined quotes, and no failures', async () => {
    const live = [
      scripted('good', answers(700)),
      scripted('away', declines),
      scripted('failing', throws(new Error('down')), answers(100)),
      scripted('garbage', replies('?'), answers(200)),
      scripted('slow', hangs, answers(300)),
    ];
    await start(live, passedDeadlines);
    await service.quote();
    const { quotes } = await service.quote();
    assert.deepEqual(
      ['good', 'failing', 'garbage', 'slow'].map((carrier) => quotes[carrier]?.total),
      [7, 1, 2, 3],
    );
    await service.quote();
    assert.deepEqual(
      live.map(({ calls }) => calls.length),
      [1, 1, 2, 2, 2],
    );
  });

  test('never keeps invalid answers, even when nothing else fails', async () => {
    const garbage = scripted('garbage', ...repeated(3, replies('?')), answers(200));
    await start([garbage]);
    // A service that has just started does not cache answers yet.
    for (const weight of [6, 7])
      await service.quote(service.jane, sydneyToMelbourne({ items: [aCarton({ weight })] }));
    assert.equal(errorOf(await service.quote(), 'garbage').code, 'carrier_bad_answer');
    assert.equal((await service.quote()).quotes.garbage?.total, 2);
    await service.quote();
    assert.equal(garbage.calls.length, 4);
  });

  test('serves an answer for five minutes, for the same shipment, unless disable_cache is set', async () => {
    const live = scripted('live', answers(700));
    await start([live]);
    const { t, jane } = service;
    await service.quote();
    await service.quote(jane, sydneyToMelbourne({ description: 'otherwise', referrer: 'here' }));
    assert.equal(live.calls.length, 1);
    await service.quote(jane, sydneyToMelbourne({ items: [aCarton({ weight: 5.001 })] }));
    assert.equal(live.calls.length, 2);
    await service.quote(jane, sydneyToMelbourne(uncached));
    assert.equal(live.calls.length, 3);
    t.advanceClock(299_999);
    await service.quote();
    assert.equal(live.calls.length, 3);
    t.advanceClock(1);
    await service.quote();
    assert.equal(live.calls.length, 4);
  });

  test("never carries one member's discount, margin or filter to another", async () => {
    const live = scripted('live', answers(1000));
    await start([live]);
    const { t, jane } = service;
    const bob = await t.addMember('bob@example.com');
    const carol = await t.addMember('carol@example.com');
    await changeMember(t.app, String(jane.id), { discountBasisPoints: 5000, hasMultipickup: true });
    await changeKeySettings(t.app, carol.keyId, {
      parts: {
        module_setting: {
          enabled_courier: ['live', 'toll'],
          surcharge_amount: 3,
          insurance_select: 'on',
          insurance_value: 100,
        },
        rules: [{ name: 'Free', couriers: ['toll'], action: { type: 'free' } }],
      },
    });
    const fresh = (await service.quote(bob, sydneyToMelbourne(uncached))).quotes;
    live.calls.length = 0;
    // Whichever member quotes first, each sees their own prices.
    const quotes = [carol, jane, bob, jane, carol, bob].map(
      (member) => async () => (await service.quote(member)).quotes,
    );
    const quoted: Awaited<ReturnType<(typeof quotes)[number]>>[] = [];
    for (const ask of quotes) quoted.push(await ask());
    const [carol1, jane1, bob1, jane2, carol2, bob2] = quoted;
    assert.equal(live.calls.length, 1);
    assert.deepEqual([bob1, bob2], [fresh, fresh]);
    assert.deepEqual([jane2, carol2], [jane1, carol1]);
    assert.deepEqual(Object.keys(carol1 ?? {}), ['toll', 'live']);
    assert.deepEqual([carol1?.live?.total, carol1?.toll?.price_insurance_ex], [13, 3]);
    assert.deepEqual([jane1?.live?.total, bob1?.live?.total], [5, 10]);
  });

  test('keeps an answer past a quote for other carriers, until it expires', async () => {
    const [first, second] = ['one', 'two'].map((name) => scripted(name, answers(100)));
    assert.ok(first && second);
    await start([first, second]);
    const { t, jane } = service;
    const bob = await t.addMember('bob@example.com');
    for (const [member, carrier] of [
      [jane, 'one'],
      [bob, 'two'],
    ] as const)
      await changeKeySettings(t.app, member.keyId, {
        parts: { module_setting: { enabled_courier: [carrier] } },
      });
    await service.quote(jane);
    t.advanceClock(200_000);
    for (const member of [bob, jane, bob]) await service.quote(member);
    assert.deepEqual([first.calls.length, second.calls.length], [1, 1]);
    t.advanceClock(100_000);
    await service.quote(jane);
    assert.equal(first.calls.length, 2);
  });

  test('asks only carriers without a cached answer, all at once', async () => {
    const slow = gate();
    const known = scripted('known', answers(100));
    const [first, second] = ['first', 'second'].map((name) =>
      scripted(name, throws(new Error('not yet')), behind(slow, answers(200))),
    );
    assert.ok(first && second);
    await start([first, known, second]);
    await service.quote();
    const answer = service.quote();
    await until(
      'both carriers are asked',
      () => first.calls.length === 2 && second.calls.length === 2,
    );
    slow.open();
    const { quotes } = await answer;
    assert.deepEqual([quotes.first?.total, quotes.known?.total, quotes.second?.total], [2, 1, 2]);
    assert.equal(known.calls.length, 1);
  });
});

describe('two identical simultaneous quotes', () => {
  afterEach(() => service.t.close());

  test('identical simultaneous quotes share one request to each carrier, and each gets its own prices', async () => {
    const slow = gate();
    const live = scripted('live', behind(slow, answers(1000)));
    await start([live]);
    const { t, jane } = service;
    const bob = await t.addMember('bob@example.com');
    await changeMember(t.app, String(bob.id), { discountBasisPoints: 1000 });
    const both = [service.quote(jane), service.quote(bob)];
    await until('the carrier is asked', () => live.calls.length > 0);
    slow.open();
    const [first, second] = await Promise.all(both);
    assert.deepEqual([first?.quotes.live?.total, second?.quotes.live?.total], [10, 9]);
    assert.notEqual(first?.id, second?.id);
    assert.equal(live.calls.length, 1);
  });

  test('keeps the answer for the second client when the first leaves', async () => {
    const slow = gate();
    const live = scripted('live', behind(slow, answers(1000)));
    await start([live]);
    const connected = once(service.t.server.server, 'connection');
    const leaving = await service.stream();
    const [socket] = (await connected) as [Socket];
    await until('the carrier is asked', () => live.calls.length === 1);
    const staying = await service.stream();
    // Once every card has been read, the stream waits for the live carrier.
    for (let n = 0; n <= service.cardCount(); n += 1) await staying.events.next();
    leaving.leave();
    // The server notices the closed connection before this event.
    await once(socket, 'close');
    assert.equal(live.calls[0]?.signal.aborted, false);
    slow.open();
    const { value: quote } = await staying.events.next();
    assert.deepEqual([quote?.event, quote?.data.carrier], ['quote', 'live']);
    assert.equal((await staying.events.next()).value?.event, 'complete');
    assert.equal(live.calls.length, 1);
  });

  test('cancels the carrier request when both clients leave, and sends a new one for the next', async () => {
    const live = scripted('live', hangs, answers(1000));
    await start([live]);
    const both = [await service.stream(), await service.stream()];
    for (const { events } of both)
      for (let n = 0; n <= service.cardCount(); n += 1) await events.next();
    assert.equal(live.calls.length, 1);
    for (const { leave } of both) leave();
    await until('the carrier request is aborted', () => live.calls[0]?.signal.aborted === true);
    assert.equal((await service.quote()).quotes.live?.total, 10);
  });

  test('different quotes do not share a carrier request', async () => {
    const slow = gate();
    const live = scripted('live', behind(slow, answers(1000)));
    await start([live]);
    const { jane } = service;
    const heavier = sydneyToMelbourne({ items: [aCarton({ weight: 6 })] });
    const both = [service.quote(), service.quote(jane, heavier)];
    await until('the carrier is asked twice', () => live.calls.length === 2);
    slow.open();
    for (const { quotes } of await Promise.all(both)) assert.equal(quotes.live?.total, 10);
  });

  test('a shared failure is retried by the next quote', async () => {
    const slow = gate();
    const live = scripted('live', behind(slow, throws(new Error('down'))), answers(1000));
    await start([live]);
    const both = [service.quote(), service.quote()];
    await until('the carrier is asked', () => live.calls.length > 0);
    slow.open();
    for (const answer of await Promise.all(both))
      assert.equal(errorOf(answer, 'live').code, 'carrier_error');
    assert.equal(live.calls.length, 1);
    assert.equal((await service.quote()).quotes.live?.total, 10);
  });
});
