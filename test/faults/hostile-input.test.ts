// Malicious and malformed requests to everything that answers: every operation in `/openapi.json`, every row of the
// other generations at each of its paths, the tracking pages, the payment gateway's webhooks. No answer may be a 5xx,
// unreadable, or reveal internals. `TESTS=long` sends a hundred thousand. A failing run prints its seed, and
// `HOSTILE_SEED=…` repeats it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { stripeNotices } from '../../src/adapters/payments/stripe/stripe-notices.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { isLong } from '../support/long-form.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { signatureOf, webhookSecret } from '../support/money/stripe/signed-event.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { routePaths } from '../support/route-paths.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { type HostileRequest, hostileRequest, type Known } from './hostile-requests.ts';
import { hostileTargets, type OpenapiDocument, type Target } from './hostile-targets.ts';
import { liveMegabytes } from './live-memory.ts';

const requests = (isLong ? 100_000 : 3_000) / setups.length;
/** The most that memory may grow during the second half of the requests; the first half fills caches. */
const mostGrowthMegabytes = 40;
const seed = Number(process.env.HOSTILE_SEED ?? Math.floor(Math.random() * 2 ** 31));

const ids = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'];
const address = { postcode: '2000', suburb: 'SYDNEY', type: 'business', country: 'AU' };
const carton = { description: 'Carton', weight: 5, length: 40, width: 30, height: 20, quantity: 1 };
/** Valid values of fields whose schema does not determine them. */
const known: Known = {
  id: ids,
  item_id: ids,
  reference: ids,
  page: ['1', '2', '0'],
  postCode: ['2000', '3121', '0800'],
  token: ['1.abc.def'],
  query: ['1', 'rich', '2000', '2026-11-16', 'id', 'desc', 'png', 'zpl'],
  postcode: ['2000', '3000'],
  suburb: ['SYDNEY', 'MELBOURNE'],
  country: ['AU', 'NZ'],
  courier: ['aramex', 'couriers_please', 'demo'],
  payment_method: ['demo', 'credit', 'card'],
  pickup_date: ['2026-11-17', '2026-11-18'],
  booking_ids: [[1, 2], [2]],
  sender: [address],
  receiver: [{ ...address, postcode: '3000', suburb: 'MELBOURNE' }],
  items: [[carton], [carton, { ...carton, weight: 12.5 }]],
};

for (const setup of setups)
  describe(`hostile input on ${setup.name}`, () => {
    let t: TestApp;
    let bob: TestMember;
    let jane: TestMember;
    let visitor: Visitor;
    let olga: TestMember;
    let operator: Visitor;
    let targets: readonly Target[];
    let sent = 0;

    before(async () => {
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
      bob = await t.addMember('bob@example.com');
      jane = await t.addMember();
      for (const member of [bob, jane]) {
        await setCreditLimit(t.app, String(member.id), 10_000_00);
        await saveCard(t.app, member, { isDefault: true });
      }
      visitor = await new Visitor(t).signIn(jane);
      olga = await t.addMember('olga@example.com');
      await changeMember(t.app, olga.email, { isOperator: true });
      operator = await new Visitor(t).signIn(olga);
      for (const [method, url] of [
        ['POST', '/api/v5/bookings'],
        ['POST', '/api/v5/bookings'],
        ['POST', '/api/v5/bookings/v4/2/confirm'],
      ] as const) {
        const payload = url.endsWith('confirm') ? { payment_method: 'demo' } : sydneyToMelbourne();
        await t.inject({ method, url, payload, headers: { 'api-key': bob.key } });
      }
      const document = await t.get('/openapi.json');
      assert.equal(document.statusCode, 200);
      targets = hostileTargets(document.json<OpenapiDocument>());
    });
    after(() => t.close());

    async function reopen(): Promise<void> {
      for (const { email } of [bob, jane, olga])
        await changeMember(t.app, email, { isOpen: true, mayBookLive: true });
      await changeMember(t.app, olga.email, { isOperator: true });
      for (const carrier of ['aramex', 'couriers_please'])
        await t.app.store.carrierSwitches.setOff(carrier, false);
    }

    async function ask(request: HostileRequest): Promise<LightMyRequestResponse> {
      const { target, url, body } = request;
      const isMembers = target.from === 'members';
      const isOperator = target.access === 'operator';
      const client = isOperator ? operator : visitor;
      if (isMembers && client.cookie === undefined) await client.signIn(isOperator ? olga : jane);
      const credentials = credentialsFor(request, client);
      sent += 1;
      const answer = await t.inject({
        // Each request has its own address, so that failed sign-ins of one do not lock out others.
        remoteAddress: `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
        method: target.method,
        url,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...credentials,
          ...request.headers,
        },
        ...(body === undefined ? {} : { payload: body }),
      });
      // A request may have ended the session, so sign in again.
      if (isMembers && answer.statusCode !== 200) {
        const session = await t.inject({ url: '/members/api/session', headers: credentials });
        if (session.statusCode !== 200 || session.json().member === null) client.cookie = undefined;
      }
      // Undo an operator's change that would stop others from booking.
      if (isOperator && target.method === 'PUT' && answer.statusCode === 200) await reopen();
      return answer;
    }

    function credentialsFor(
      { target, body, isSigned }: HostileRequest,
      client: Visitor,
    ): Record<string, string> {
      switch (target.from) {
        case 'members':
          return { cookie: client.cookie ?? '', 'x-csrf-token': client.csrfToken };
        case 'webhooks':
          return isSigned && typeof body === 'string'
            ? { 'stripe-signature': signatureOf(body, t.app.clock.nowMs()) }
            : {};
        default:
          return { 'api-key': bob.key };
      }
    }

    test(`answers ${requests} hostile requests without an internal error, seed ${seed}`, async (context) => {
      const statuses = new Map<number, number>();
      const tried = new Map<Target, number>();
      let byOperator = 0;
      let halfwayMegabytes = 0;
      let done = 0;
      await fc.assert(
        fc.asyncProperty(hostileRequest(targets, known), async (request) => {
          const answer = await ask(request);
          tried.set(request.target, (tried.get(request.target) ?? 0) + 1);
          statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
          if (request.target.access === 'operator' && answer.statusCode === 200) byOperator += 1;
          checkAnswer(request, answer);
          // The test's own log lines would count as growth.
          t.log.length = 0;
          done += 1;
          if (done === Math.floor(requests / 2)) halfwayMegabytes = liveMegabytes();
        }),
        { numRuns: requests, seed, endOnFailure: true },
      );
      const grownMegabytes = liveMegabytes() - halfwayMegabytes;
      context.diagnostic(
        `${done} requests at ${tried.size} of ${targets.length} operations: ${summary(tried, statuses)}, ${grownMegabytes.toFixed(1)} MB more in use after the second half`,
      );
      assert.ok(grownMegabytes < mostGrowthMegabytes, `${grownMegabytes} MB more in use`);
      // Without any success the requests would have tested nothing.
      const served = statuses.get(200) ?? 0;
      assert.ok(served > requests / 20, `${served} of ${requests} were served`);
      assert.ok(byOperator > 0, 'no operator request succeeded');
      assert.deepEqual(({} as Record<string, unknown>).isOperator, undefined);
    });

    test('hostile requests cover every row of the route table', () => {
      const covered = new Set(targets.map(({ method, path }) => `${method} ${path}`));
      for (const { prefix, row, path } of routePaths)
        assert.ok(covered.has(`${row.method} ${prefix}${path}`), `${row.method} ${prefix}${path}`);
    });

    test('keys work and the books balance after hostile requests', async () => {
      const answer = await t.get('/api/v5/member', { 'api-key': bob.key });
      assert.equal(answer.statusCode, 200);
      for (const account of await t.app.store.ledger.check(0, 100)) {
        assert.equal(account.usedCents, account.entriesCents, `member ${account.memberId}`);
      }
    });

    function checkAnswer(request: HostileRequest, answer: LightMyRequestResponse): void {
      const { statusCode, body } = answer;
      const details = () =>
        `${request.target.method} ${request.url} ${String(request.body).slice(0, 600)} → ${statusCode} ${body.slice(0, 400)}\n${lastTrouble(t)}`;
      assert.ok(statusCode >= 200 && statusCode < 500, details());
      const type = String(answer.headers['content-type'] ?? '');
      // An answer to HEAD has no message.
      if (request.target.method === 'HEAD' && body === '') return;
      if (request.target.from === 'pages' && type.startsWith('text/html')) {
        assert.doesNotMatch(body, /node_modules|\.ts:\d|SQLITE|syntax error at/i, details());
        assert.doesNotMatch(body, /<script>alert/, details());
      } else if (statusCode >= 400) {
        assert.match(type, /^application\/json/, details());
        assert.ok(String(JSON.parse(body).message ?? '').length > 5, details());
        assert.doesNotMatch(body, /node_modules|\.ts:\d|SQLITE|syntax error at/i, details());
      } else if (type.startsWith('application/json') && body !== '') {
        JSON.parse(body);
      }
    }
  });

/** A summary of the requests by target and of their statuses. */
function summary(tried: Map<Target, number>, statuses: Map<number, number>): string {
  const byOrigin = Map.groupBy(tried, ([{ from }]) => from);
  const counts = [...byOrigin].map(
    ([from, some]) => `${from} ${some.reduce((sum, [, times]) => sum + times, 0)}`,
  );
  const answered = [...statuses]
    .toSorted(([left], [right]) => left - right)
    .map(([status, times]) => `${times} × ${status}`);
  return `${counts.join(', ')}; ${answered.join(', ')}`;
}

/** The last error in the log. */
function lastTrouble({ log }: TestApp): string {
  const { err } = (log.findLast(({ level }) => level === 'error')?.fields ?? {}) as { err?: Error };
  return err?.stack ?? '';
}
