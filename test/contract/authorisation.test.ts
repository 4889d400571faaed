// Permissions: every row of the route table, in each of its generations, rejects every caller that may not use it.
// The tests are generated from the table, so new rows are covered at once.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { changeKey } from '../../src/application/keys/manage-keys.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { sessionIdleMs } from '../../src/domain/members/session.ts';
import { allows, type Role } from '../../src/domain/users/role.ts';
import type { Row } from '../../src/http/server/row.ts';
import { isLong } from '../support/long-form.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { routePaths } from '../support/route-paths.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import {
  foreignRequests,
  makeRecords,
  type Question,
  type Records,
  secretName,
} from './foreign-requests.ts';

const prefixes = { v4: '/api', v5: '/api/v5', members: '/members/api' };
type GenerationName = keyof typeof prefixes;

/** A row at one of its paths; `listed` is its path in the table. */
type ListedRow = Row & { listed: string };

function rowsWith(generation: GenerationName, accesses: readonly Row['access'][]): ListedRow[] {
  return routePaths
    .filter((place) => place.generation === generation && accesses.includes(place.row.access))
    .map(({ row, path }) => ({ ...row, path, listed: row.path }));
}

/** Every row that requires authentication. */
const guardedRows = (generation: GenerationName): ListedRow[] =>
  rowsWith(generation, ['key', 'operator']);

/** Also the rows that work without credentials but reject wrong ones. */
const checkedRows = (generation: GenerationName): ListedRow[] =>
  rowsWith(generation, ['key', 'operator', 'optional', 'quote']);

/** The refusal in docs/errors.md, which is generated from the tables that render refusals. */
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
    let records: Omit<Records, 'sessionId'>;
    let requests = 0;
    before(async () => {
      t = await startTestApp(setup, {
        connectors: [auspost],
        limits: {
          v4PerMinute: 0,
          v4AddressPerMinute: 0,
          v5PerMinute: 0,
          membersPerMinute: 0,
          membersAddressPerMinute: 0,
        },
      });
      jane = await t.addMember();
      records = await makeRecords(t, jane);
    });
    after(() => t.close());

    /** Each request has its own address, because ten rejected credentials lock an address out. */
    function ask(
      generation: GenerationName,
      row: ListedRow,
      headers: Record<string, string>,
      { names = {}, payload }: Partial<Question> = {},
    ): Promise<LightMyRequestResponse> {
      requests += 1;
      const path = row.path.replace(/:(\w+)/g, (_, name: string) => String(names[name] ?? 1));
      const request: InjectOptions = {
        method: row.method,
        url: prefixes[generation] + path,
        remoteAddress: `10.1.${requests >> 8}.${requests & 255}`,
        headers,
      };
      if (row.method === 'POST' || row.method === 'PUT') request.payload = payload ?? {};
      return t.inject(request);
    }

    function expectDocumented(
      answer: LightMyRequestResponse,
      row: ListedRow,
      code: string,
      generation: GenerationName,
    ): void {
      const route = `${row.method} ${row.path}`;
      const { status, body } = documented(code, generation);
      assert.equal(answer.statusCode, status, route);
      assert.deepEqual(answer.json(), body, route);
    }

    for (const generation of ['v4', 'v5'] as const) {
      test(`${generation}: refuses every route without a key`, async () => {
        for (const row of guardedRows(generation))
          expectDocumented(await ask(generation, row, {}), row, 'credentials_missing', generation);
      });

      test(`${generation}: refuses every route to a key that does not exist`, async () => {
        for (const row of checkedRows(generation)) {
          const answer = await ask(generation, row, { 'api-key': 'lh_nobodys' });
          expectDocumented(answer, row, 'credentials_rejected', generation);
        }
      });

      test(`${generation}: refuses every route to a key that is switched off`, async () => {
        const bob = await t.addMember(`bob-${generation}@example.com`);
        await changeKey(t.app, bob.keyId, { isActive: false });
        for (const row of checkedRows(generation)) {
          const answer = await ask(generation, row, { 'api-key': bob.key });
          expectDocumented(answer, row, 'credentials_rejected', generation);
        }
      });
    }

    test('v5: does not accept an e-mail and password in place of a key', async () => {
      for (const row of guardedRows('v5')) {
        const headers = { authorization: basic(jane.email, jane.password) };
        expectDocumented(await ask('v5', row, headers), row, 'credentials_missing', 'v5');
      }
    });

    test('members area: refuses every route without a session', async () => {
      for (const row of guardedRows('members'))
        expectDocumented(await ask('members', row, {}), row, 'credentials_missing', 'members');
    });

    test('members area: refuses every route to a session that has ended', async () => {
      const visitor = await new Visitor(t).signIn(jane);
      const headers = { cookie: visitor.cookie ?? '', 'x-csrf-token': visitor.csrfToken };
      await visitor.send('DELETE', '/session');
      for (const row of guardedRows('members'))
        expectDocumented(await ask('members', row, headers), row, 'session_ended', 'members');
    });

    test('members area: refuses every route to a session unused for two weeks', async () => {
      const visitor = await new Visitor(t).signIn(jane);
      const headers = { cookie: visitor.cookie ?? '', 'x-csrf-token': visitor.csrfToken };
      assert.equal((await visitor.get('/member')).statusCode, 200);
      t.advanceClock(sessionIdleMs + 1);
      for (const row of guardedRows('members'))
        expectDocumented(await ask('members', row, headers), row, 'session_ended', 'members');
    });

    test('v4: rejects a wrong password and the password of a closed account', async () => {
      const carol = await t.addMember('carol@example.com');
      await changeMember(t.app, carol.email, { isOpen: false });
      // Checking a password is slow by design, so only the long form tests all rows.
      const rows = guardedRows('v4').filter((_row, n) => isLong || n % 10 === 0);
      assert.ok(rows.length > 2);
      for (const row of rows) {
        for (const authorization of [
          basic(jane.email, 'not it'),
          basic('unknown@example.com', 'x'),
          basic(carol.email, carol.password),
        ]) {
          const answer = await ask('v4', row, { authorization });
          expectDocumented(answer, row, 'credentials_rejected', 'v4');
        }
      }
    });

    for (const generation of ['v4', 'v5'] as const)
      test(`${generation}: rejects the key of a closed account`, async () => {
        const dave = await t.addMember(`dave-${generation}@example.com`);
        await changeMember(t.app, dave.email, { isOpen: false });
        for (const row of checkedRows(generation)) {
          const answer = await ask(generation, row, { 'api-key': dave.key });
          expectDocumented(answer, row, 'credentials_rejected', generation);
        }
      });

    test("members area: rejects a change without its CSRF token or with another session's", async () => {
      const visitor = await new Visitor(t).signIn(jane);
      for (const row of guardedRows('members')) {
        if (row.method === 'GET') continue;
        for (const token of [undefined, 'x'.repeat(64)]) {
          const headers = {
            cookie: visitor.cookie ?? '',
            ...(token === undefined ? {} : { 'x-csrf-token': token }),
          };
          const answer = await ask('members', row, headers);
          expectDocumented(answer, row, 'csrf_token_wrong', 'members');
        }
      }
      // None of the requests has signed Jane out.
      assert.equal((await visitor.get('/member')).statusCode, 200);
    });

    test('the members area rejects keys, and the interface rejects sessions', async () => {
      const visitor = await new Visitor(t).signIn(jane);
      for (const row of guardedRows('members')) {
        const answer = await ask('members', row, { 'api-key': jane.key });
        expectDocumented(answer, row, 'credentials_missing', 'members');
      }
      for (const row of guardedRows('v5')) {
        const answer = await ask('v5', row, { cookie: visitor.cookie ?? '' });
        expectDocumented(answer, row, 'credentials_missing', 'v5');
      }
    });

    for (const generation of ['v4', 'v5', 'members'] as const) {
      test(`${generation}: answers for another member's records as if they did not exist`, async (context) => {
        const bob = await t.addMember(`stranger-${generation}@example.com`);
        const [janes, bobs] = [await new Visitor(t).signIn(jane), await new Visitor(t).signIn(bob)];
        const session = (await janes.get('/sessions'))
          .json<{ id: number; is_current: boolean }[]>()
          .find((listed) => listed.is_current);
        const questions = foreignRequests({ ...records, sessionId: session?.id ?? 0 });
        const headersOf = (member: TestMember, visitor: Visitor): Record<string, string> =>
          generation === 'members'
            ? { cookie: visitor.cookie ?? '', 'x-csrf-token': visitor.csrfToken }
            : { 'api-key': member.key };
        const [owner, stranger] = [headersOf(jane, janes), headersOf(bob, bobs)];
        const before = await recordsOfJane(janes);
        const rows = guardedRows(generation).filter(({ access }) => access !== 'operator');
        let tried = 0;
        for (const row of rows) {
          const known = questions.get(`${row.method} ${row.listed}`) ?? [];
          const route = `${generation}: ${row.method} ${row.path}`;
          assert.ok(
            !row.path.includes(':') || known.length > 0,
            `${route} has no request by a stranger`,
          );
          for (const question of known) {
            const answer = await ask(generation, row, stranger, question);
            tried += 1;
            assert.doesNotMatch(answer.body, new RegExp(secretName), route);
            await expectOutcome(answer, { generation, row, question, headers: stranger });
            // The owner must get a different answer, which proves that the record exists.
            if (row.method !== 'GET') continue;
            const owners = await ask(generation, row, owner, question);
            assert.notEqual(owners.body, answer.body, route);
          }
        }
        assert.deepEqual(await recordsOfJane(janes), before, 'the owner’s records are unchanged');
        const named = rows.filter(({ path }) => path.includes(':'));
        assert.ok(tried > 0);
        context.diagnostic(
          `${generation}: ${named.length} rows that name a record, ${tried} tries`,
        );
      });
    }

    async function expectOutcome(
      answer: LightMyRequestResponse,
      asking: {
        generation: GenerationName;
        row: ListedRow;
        question: Question;
        headers: Record<string, string>;
      },
    ): Promise<void> {
      const { generation, row, question, headers } = asking;
      const details = `${row.method} ${row.path}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
      switch (question.outcome.kind) {
        case 'refused': {
          const { code, example, actual } = question.outcome;
          const { status, body } = documented(code, generation);
          const expected = JSON.parse(JSON.stringify(body).replaceAll(example, actual));
          assert.deepEqual([answer.statusCode, answer.json()], [status, expected], details);
          break;
        }
        case 'unknown': {
          const unknownConnote = 'UNKNOWN000001';
          const names = { reference: unknownConnote };
          const other = await ask(generation, row, headers, { ...question, names });
          const expected = other.body.replaceAll(unknownConnote, String(question.names.reference));
          assert.deepEqual([answer.statusCode, answer.body], [other.statusCode, expected], details);
          assert.ok(answer.statusCode === 404 || answer.json().matched === false, details);
          break;
        }
        case 'done':
          assert.deepEqual([answer.statusCode, answer.body], [204, ''], details);
      }
    }

    /** Jane's records as she sees them herself. */
    async function recordsOfJane(janes: Visitor): Promise<unknown[]> {
      const paths = [
        ...Object.values(records.bookings).map(({ id }) => `/bookings/v4/${id}`),
        ...['/users', '/bookings/v4', '/orders', '/keys', `/keys/${records.keyId}/settings`],
        ...['/members/payment-methods', '/carrier-accounts', '/credit', '/payments'],
      ];
      const bodies: unknown[] = [];
      for (const path of paths) {
        const answer = await janes.get(path);
        assert.equal(answer.statusCode, 200, `${path}: ${answer.body.slice(0, 300)}`);
        bodies.push(answer.json());
      }
      return bodies;
    }

    for (const role of ['viewer', 'booker'] as const)
      test(`members area: refuses to a ${role} every route that needs a higher role`, async () => {
        const owner = await t.addMember(`team-of-${role}@example.com`);
        await changeMember(t.app, owner.email, { isOperator: true });
        const user = { email: `${role}@example.com`, password: 'correct: horse' };
        await addUser(owner, user, role);
        const visitor = await new Visitor(t).signIn(user);
        const headers = { cookie: visitor.cookie ?? '', 'x-csrf-token': visitor.csrfToken };
        // Routes that sign out come last.
        const rows = checkedRows('members').toSorted(
          (one, other) =>
            Number(one.path.startsWith('/session')) - Number(other.path.startsWith('/session')),
        );
        for (const row of rows) {
          const answer = await ask('members', row, headers);
          const route = `${row.method} ${row.path}`;
          if (allows(role, row.role)) {
            assert.doesNotMatch(answer.body, /"role_needed"/, route);
            continue;
          }
          const { status, body } = documented('role_needed', 'members');
          assert.equal(answer.statusCode, status, route);
          assert.equal(answer.json().error, 'role_needed', route);
          if (role === 'viewer' && row.role === 'booker') assert.deepEqual(answer.json(), body);
        }
      });

    test('v4: refuses a booking to the password of a viewer, and reads for it', async () => {
      const vera = { email: 'vera@example.com', password: 'correct: horse' };
      await addUser(jane, vera, 'viewer');
      const headers = { authorization: basic(vera.email, vera.password) };
      const answer = await t.inject({
        method: 'POST',
        url: '/api/bookings/v4',
        headers,
        payload: {},
      });
      assert.deepEqual([answer.statusCode, answer.json().error], [403, 'role_needed']);
      assert.equal((await t.get('/api/member', headers)).json().email, jane.email);
    });

    test('settings, keys, ways to pay and carrier accounts are changed by admins only', () => {
      const ofAdmins =
        /^\/(member|users|invitations|keys|carrier-accounts|members\/(payment-methods|card-page)|operator\/(carrier-accounts|carriers|margins|rate-cards))(\/|$)/;
      const others = rowsWith('members', ['key', 'operator'])
        .filter(({ method, path, role }) => {
          return method !== 'GET' && ofAdmins.test(path) && role !== 'admin';
        })
        .map(({ method, path }) => `${method} ${path}`);
      assert.deepEqual(others, [
        'PUT /member/password',
        'POST /keys/:id/preview',
        'POST /operator/margins/preview',
        'POST /operator/rate-cards/check',
      ]);
    });

    async function addUser(
      owner: TestMember,
      { email, password }: { email: string; password: string },
      role: Role,
    ): Promise<void> {
      await t.app.store.users.add({
        memberId: owner.id,
        email,
        role,
        passwordHash: await t.app.passwords.hash(password),
        createdAtMs: 0,
      });
    }

    test('members area: refuses operator routes to members', async () => {
      const visitor = await new Visitor(t).signIn(jane);
      const rows = guardedRows('members').filter(({ access }) => access === 'operator');
      assert.ok(rows.length > 10);
      for (const row of rows) {
        const headers = { cookie: visitor.cookie ?? '', 'x-csrf-token': visitor.csrfToken };
        const answer = await ask('members', row, headers);
        expectDocumented(answer, row, 'operators_only', 'members');
      }
    });
  });
