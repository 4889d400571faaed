// Who may ask what: every row of the route table, in every generation it names, by everybody who must not. Made from the
// table, so that a new row is tried the moment it is there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { changeKey } from '../../src/application/keys/manage-keys.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { sessionIdleMs } from '../../src/domain/accounts/session.ts';
import { type Row, routes } from '../../src/http/routes.ts';
import { isLong } from '../support/long-form.ts';
import { Visitor } from '../support/members-area.ts';
import { aFullOrder } from '../support/order-bodies.ts';
import { melbourne, sydneyToMelbourne } from '../support/quote-bodies.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

const prefixes = { v4: '/api', v5: '/api/v5', members: '/members/api' };
type GenerationName = keyof typeof prefixes;

const guarded: readonly Row['access'][] = ['key', 'operator'];

/** Every row that needs somebody to be known. */
function guardedRows(generation: GenerationName): Row[] {
  return routes.filter(
    (row) => row.generations.includes(generation) && guarded.includes(row.access),
  );
}

/** What docs/errors.md promises for a refusal: it is generated from the tables that render them. */
function documented(code: string, generation: GenerationName): { status: number; body: unknown } {
  const row = errorsPage.split('\n').find((line) => line.startsWith(`| \`${code}\` |`));
  const cell = row?.split(' | ')[1 + Object.keys(prefixes).indexOf(generation)];
  const [, status, body] = /^(\d{3}) `(.+)`( \|)?$/.exec(cell?.trim() ?? '') ?? [];
  assert.ok(body !== undefined, `${code} is documented`);
  return { status: Number(status), body: JSON.parse(body) };
}

const errorsPage = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'errors.md'), 'utf8');

const basic = (email: string, password: string): string =>
  `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;

for (const setup of setups)
  describe(`authorisation on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let asked = 0;
    before(async () => {
      t = await startTestApp(setup, {
        limits: {
          v4PerMinute: 0,
          v4AddressPerMinute: 0,
          v5PerMinute: 0,
          membersPerMinute: 0,
          membersAddressPerMinute: 0,
        },
      });
      jane = await t.addMember();
    });
    after(() => t.close());

    /** Each from elsewhere: ten rejected credentials would lock an address out. */
    function ask(
      generation: GenerationName,
      row: Row,
      headers: Record<string, string>,
    ): Promise<LightMyRequestResponse> {
      asked += 1;
      const request: InjectOptions = {
        method: row.method,
        url: prefixes[generation] + row.path.replace(/:\w+/g, '1'),
        remoteAddress: `10.1.${asked >> 8}.${asked & 255}`,
        headers,
      };
      if (row.method === 'POST' || row.method === 'PUT') request.payload = {};
      return t.inject(request);
    }

    function expect(
      answer: LightMyRequestResponse,
      row: Row,
      status: number,
      words: RegExp,
      error?: string,
    ): void {
      const what = `${row.method} ${row.path}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
      assert.equal(answer.statusCode, status, what);
      assert.match(answer.json().message, words, what);
      if (error !== undefined) assert.equal(answer.json().error, error, what);
    }

    function expectDocumented(
      answer: LightMyRequestResponse,
      row: Row,
      code: string,
      generation: GenerationName,
    ): void {
      const what = `${row.method} ${row.path}`;
      const { status, body } = documented(code, generation);
      assert.equal(answer.statusCode, status, what);
      assert.deepEqual(answer.json(), body, what);
    }

    for (const generation of ['v4', 'v5'] as const) {
      test(`${generation}: without a key`, async () => {
        for (const row of guardedRows(generation))
          expectDocumented(await ask(generation, row, {}), row, 'credentials_missing', generation);
      });

      test(`${generation}: with a key that is nobody’s`, async () => {
        for (const row of guardedRows(generation)) {
          const answer = await ask(generation, row, { 'api-key': 'lh_nobodys' });
          expectDocumented(answer, row, 'credentials_rejected', generation);
        }
      });

      test(`${generation}: with a key that is switched off`, async () => {
        const bob = await t.addMember(`bob-${generation}@example.com`);
        await changeKey(t.app, bob.keyId, { isActive: false });
        for (const row of guardedRows(generation)) {
          const answer = await ask(generation, row, { 'api-key': bob.key });
          expectDocumented(answer, row, 'credentials_rejected', generation);
        }
      });
    }

    test('v5: a right e-mail and password are no key', async () => {
      for (const row of guardedRows('v5')) {
        const headers = { authorization: basic(jane.email, jane.password) };
        expect(await ask('v5', row, headers), row, 401, /api-key/i);
      }
    });

    test('members area: without a session', async () => {
      for (const row of guardedRows('members'))
        expectDocumented(await ask('members', row, {}), row, 'credentials_missing', 'members');
    });

    test('members area: with a session that has ended', async () => {
      const visitor = await new Visitor(t).signIn(jane);
      const headers = { cookie: visitor.cookie ?? '', 'x-csrf-token': visitor.csrfToken };
      await visitor.send('DELETE', '/session');
      for (const row of guardedRows('members'))
        expectDocumented(await ask('members', row, headers), row, 'session_ended', 'members');
    });

    test('members area: with a session that nobody has used for two weeks', async () => {
      const visitor = await new Visitor(t).signIn(jane);
      const headers = { cookie: visitor.cookie ?? '', 'x-csrf-token': visitor.csrfToken };
      assert.equal((await visitor.get('/member')).statusCode, 200);
      t.advanceClock(sessionIdleMs + 1);
      for (const row of guardedRows('members'))
        expectDocumented(await ask('members', row, headers), row, 'session_ended', 'members');
    });

    test('v4: a wrong password, and one of a closed account', async () => {
      const carol = await t.addMember('carol@example.com');
      await changeMember(t.app, carol.email, { isOpen: false });
      // Checking a password takes its time by intention: all rows in the long form, each tenth otherwise.
      for (const row of guardedRows('v4').filter((_row, n) => isLong || n % 10 === 0)) {
        for (const authorization of [
          basic(jane.email, 'not it'),
          basic('nobody@example.com', 'x'),
          basic(carol.email, carol.password),
        ]) {
          const answer = await ask('v4', row, { authorization });
          expectDocumented(answer, row, 'credentials_rejected', 'v4');
        }
      }
    });

    for (const generation of ['v4', 'v5'] as const)
      test(`${generation}: with the key of a closed account`, async () => {
        const dave = await t.addMember(`dave-${generation}@example.com`);
        await changeMember(t.app, dave.email, { isOpen: false });
        for (const row of guardedRows(generation)) {
          const answer = await ask(generation, row, { 'api-key': dave.key });
          expectDocumented(answer, row, 'credentials_rejected', generation);
        }
      });

    test('members area: a change without its CSRF token, or with another’s', async () => {
      const visitor = await new Visitor(t).signIn(jane);
      for (const row of guardedRows('members')) {
        if (row.method === 'GET') continue;
        for (const token of [undefined, 'x'.repeat(64)]) {
          const headers = {
            cookie: visitor.cookie ?? '',
            ...(token === undefined ? {} : { 'x-csrf-token': token }),
          };
          expect(await ask('members', row, headers), row, 403, /page|token/i);
        }
      }
      // Nothing of it has signed Jane out.
      assert.equal((await visitor.get('/member')).statusCode, 200);
    });

    test('members area: a key is no session, and a session is no key', async () => {
      const visitor = await new Visitor(t).signIn(jane);
      for (const row of guardedRows('members'))
        expect(await ask('members', row, { 'api-key': jane.key }), row, 401, /sign/i);
      for (const row of guardedRows('v5'))
        expect(await ask('v5', row, { cookie: visitor.cookie ?? '' }), row, 401, /api-key/i);
    });

    for (const generation of ['v4', 'v5', 'members'] as const) {
      test(`${generation}: what is another member’s is not there`, async () => {
        const bob = await t.addMember(`stranger-${generation}@example.com`);
        const known = await janesRecords(t, jane);
        const visitor = await new Visitor(t).signIn(bob);
        const headers: Record<string, string> =
          generation === 'members'
            ? { cookie: visitor.cookie ?? '', 'x-csrf-token': visitor.csrfToken }
            : { 'api-key': bob.key };
        for (const row of guardedRows(generation)) {
          const id = known[row.path.split('/')[1] ?? ''];
          if (!row.path.includes(':') || id === undefined || row.access === 'operator') continue;
          const path = row.path.replace(/:\w+/g, String(id));
          const answer = await ask(generation, { ...row, path }, headers);
          const what = `${row.method} ${path}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
          // v5 answers a question about a stranger's shipment, with nothing.
          if (answer.statusCode === 200) assert.equal(answer.json().matched, false, what);
          else assert.match(String(answer.statusCode), /^40[034]$/, what);
          assert.doesNotMatch(answer.body, /janes-secret/, what);
        }
        const booking = await t.get(`/api/v5/bookings/v4/${known.bookings}`, {
          'api-key': jane.key,
        });
        assert.equal(booking.statusCode, 200);
        assert.equal(booking.json().items.length, 1);
      });
    }

    test('members area: what operators do is not for members', async () => {
      const visitor = await new Visitor(t).signIn(jane);
      for (const row of guardedRows('members').filter(({ access }) => access === 'operator')) {
        const headers = { cookie: visitor.cookie ?? '', 'x-csrf-token': visitor.csrfToken };
        assert.equal((await ask('members', row, headers)).statusCode, 403, row.path);
      }
    });
  });

/** Numbers of things that are Jane's, by the first word of the paths that lead to them. */
async function janesRecords(t: TestApp, jane: TestMember): Promise<Record<string, number>> {
  const post = async (url: string, payload: object): Promise<number> => {
    const headers = { 'api-key': jane.key };
    const answer = await t.inject({ method: 'POST', url: `/api/v5${url}`, headers, payload });
    assert.ok(answer.statusCode < 300, answer.body);
    return answer.json().id;
  };
  const receiver = { ...melbourne, name: 'janes-secret' };
  const bookings = await post('/bookings', sydneyToMelbourne({ receiver }));
  const orders = await post('/orders', aFullOrder({ order_id: `janes-secret-${bookings}` }));
  return { bookings, tracking: bookings, orders, keys: jane.keyId };
}
