// No request costs much more than an ordinary one of its size, for every text, list and number of every route, at its
// limit and far past it. The test compares this thread's processor time with that of a plain request to the same
// route and of a quote, in the same run, so the machine's speed does not matter.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { stripeNotices } from '../../src/adapters/payments/stripe/stripe-notices.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { aCarton, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { isLong } from '../support/long-form.ts';
import { webhookSecret } from '../support/money/stripe/signed-event.ts';
import { aFullOrder } from '../support/orders/order-bodies.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { costlyRequests, type PlainRequest } from './costly-requests.ts';
import {
  hostileTargets,
  type OpenapiDocument,
  type Schema,
  type Target,
} from './hostile-targets.ts';

/** The most that a request may cost, as a multiple of the more expensive of its two comparisons. */
const maxTimes = 4;
/** Garbage collection may run at any time, so expensive requests are measured again. */
const tries = 6;

const samples: Readonly<Record<string, unknown>> = {
  postcode: '0822',
  suburb: 'WADEYE',
  country: 'AU',
  type: 'business',
  email: 'kim@example.com',
  order_id: '77',
  imported_from: 'Shop',
};

describe('cost of a request', () => {
  // The measured work happens before any database query, so one engine is enough.
  const [setup] = setups;
  let t: TestApp;
  let jane: TestMember;
  let spareKey: number;
  let visitor: Visitor;
  let targets: readonly Target[];
  let requests = 0;

  before(async () => {
    assert.ok(setup);
    const none = 0;
    t = await startTestApp(setup, {
      parts: { paymentNotices: stripeNotices(webhookSecret) },
      limits: {
        v4PerMinute: none,
        v4Concurrent: none,
        v4AddressPerMinute: none,
        v4AddressConcurrent: none,
        v5PerMinute: none,
        v5AnonymousPerHour: none,
        trackPerMinute: none,
        operationsPerMinute: none,
        membersPerMinute: none,
        membersAddressPerMinute: none,
      },
    });
    jane = await t.addMember();
    await changeMember(t.app, jane.email, { isOperator: true });
    visitor = await new Visitor(t).signIn(jane);
    const made = await visitor.send('POST', '/keys', { module_type: 'custom_site', site: 'spare' });
    assert.equal(made.statusCode, 201, made.body);
    spareKey = made.json().id;
    for (const [url, payload] of [
      ['/api/v5/bookings', sydneyToMelbourne()],
      ['/api/v5/orders', aFullOrder()],
    ] as const) {
      const answer = await t.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'api-key': jane.key },
      });
      assert.equal(answer.statusCode, 201, answer.body);
    }
    targets = oneOfEach(hostileTargets((await t.get('/openapi.json')).json<OpenapiDocument>()));
  });
  after(() => t.close());

  /** Names of existing records, unless a valid request would change what other tests need. */
  const knownFor =
    ({ method, path, body }: Target) =>
    (name: string, _schema: Schema): unknown => {
      const isKept = method === 'DELETE' || (method === 'POST' && body === undefined);
      if (/id$|^reference$/.test(name))
        return isKept ? '999' : path.includes('/keys/') ? String(spareKey) : '1';
      return samples[name] ?? 'A text';
    };

  async function send(target: Target, { url, body }: PlainRequest): Promise<number> {
    requests += 1;
    const answer = await t.inject({
      remoteAddress: `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
      method: target.method,
      url,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(target.from === 'members'
          ? { cookie: visitor.cookie ?? '', 'x-csrf-token': visitor.csrfToken }
          : { 'api-key': jane.key }),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    t.log.length = 0;
    return answer.statusCode;
  }

  async function cost(
    target: Target,
    request: PlainRequest,
  ): Promise<{ micros: number; status: number }> {
    const began = process.threadCpuUsage();
    const status = await send(target, request);
    const { user, system } = process.threadCpuUsage(began);
    return { micros: user + system, status };
  }

  test('no text, list or number of any route costs more than a normal request of its size', async (context) => {
    const quote: Target = {
      from: 'openapi',
      method: 'POST',
      path: '',
      access: 'key',
      queryNames: [],
      body: undefined,
      examples: [],
    };
    const quotes: number[] = [];
    for (let n = 1; n <= 40; n += 1) {
      const body = JSON.stringify(sydneyToMelbourne({ items: [aCarton({ weight: n / 4 })] }));
      quotes.push((await cost(quote, { url: '/api/v5/bookings', body })).micros);
    }
    const ofAQuote = quotes.toSorted((left, right) => left - right)[20] ?? 0;
    const tooCostly: string[] = [];
    const statuses = new Map<number, number>();
    let done = 0;
    let costliest = { times: 0, what: '' };
    for (const target of targets) {
      if (
        target.from === 'members' &&
        (await send(
          { ...target, method: 'GET' },
          { url: '/members/api/member', body: undefined },
        )) !== 200
      )
        await visitor.signIn(jane);
      for (const { what, costly, plain } of costlyRequests(target, knownFor(target))) {
        let [least, reference] = [Number.POSITIVE_INFINITY, 0];
        for (let n = 0; n < tries && least > maxTimes * reference; n += 1) {
          const { micros, status } = await cost(target, costly);
          if (n === 0) statuses.set(status, (statuses.get(status) ?? 0) + 1);
          least = Math.min(least, micros);
          reference = Math.max(ofAQuote, (await cost(target, plain)).micros);
        }
        done += 1;
        const times = least / reference;
        if (times > costliest.times) costliest = { times, what };
        if (times > maxTimes) tooCostly.push(`${what}: ${times.toFixed(1)} times (${least} µs)`);
      }
    }
    context.diagnostic(`a quote ${ofAQuote} µs`);
    context.diagnostic(
      `${done} requests at ${targets.length} operations (${[...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}); the dearest ${costliest.times.toFixed(1)} times: ${costliest.what}`,
    );
    assert.deepEqual(tooCostly, []);
  });
});

/**
 * The same endpoint answers in several generations and at several paths; only the long form tests all of them.
 */
function oneOfEach(targets: readonly Target[]): readonly Target[] {
  if (isLong) return targets;
  const byPlace = new Map<string, Target>();
  for (const target of targets) {
    const { method, path, queryNames, access } = target;
    const place = path.replace(/^(?:\/api\/v5|\/api|\/members\/api)/, '').replace('/v4', '');
    byPlace.set([method, place, queryNames, access === 'operator'].join(' '), target);
  }
  return [...byPlace.values()];
}
