// Carrier accounts on the command line while a real server runs: tested, stored encrypted, used by the server without
// a restart, and readable after the secret key changed.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openSqlite } from '../../src/adapters/store/engine/sqlite-engine.ts';
import { storeOver } from '../../src/adapters/store/store.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import {
  type CarrierServer,
  startCarrierServer,
} from '../support/carriers/scripted-carrier-server.ts';
import { linehaul, type RunningServer, startServer } from '../support/components/program.ts';
import { until } from '../support/until.ts';
import { temporaryFolder } from './environments.ts';

type Shown = { id: number; email: string; own_carriers: string; own_accounts: number };

const firstKey = 'the first secret key of this test, long enough';
const secondKey = 'the second secret key of this test, long enough';

describe('carrier accounts on the command line', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-carrier-'));
  const environment: Record<string, string> = { DATA_DIR: dataDir, SECRET_KEY: firstKey };
  const file = join(dataDir, 'account.json');
  let carrier: CarrierServer;
  let server: RunningServer | undefined;
  const run = (...args: string[]) => linehaul(environment, 'carrier', ...args);
  const json = async (...args: string[]) => {
    const { status, stdout, stderr } = await run(...args, '--json');
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  before(async () => {
    carrier = await startCarrierServer(({ path, body }) => {
      if (path.startsWith('/v1/locations'))
        return { json: { responseCode: 'SUCCESS', data: [{ suburb: 'SYDNEY' }] } };
      assert.ok(body.includes('fromSuburb'));
      const card = {
        RateCardCode: 'L55',
        CalculatedFreightCharge: 10,
        CalculatedFuelCharge: 0,
        ETA: '1',
      };
      return { json: { responseCode: 'SUCCESS', data: [card] } };
    });
    writeFileSync(
      file,
      JSON.stringify({ account_number: 'CP1', api_key: 'very-secret-key', base_url: carrier.url }),
    );
    assert.equal((await linehaul(environment, 'migrate')).status, 0);
  });
  after(async () => {
    await server?.stop();
    await carrier.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('lodges no manifest when the folder for its document does not exist', async () => {
    const missing = join(dataDir, 'nowhere', 'summary.pdf');
    const { status, stderr } = await run('manifest', 'auspost', '--output', missing);
    assert.equal(status, 1);
    // The folder is checked before the carrier, which is not even connected here.
    assert.match(stderr, /There is no folder .*nowhere\. Create it/);
  });

  test('lists lodged manifests and writes their documents again', async () => {
    const engine = openSqlite(join(dataDir, 'linehaul.db'), () => {});
    const { manifests, sentConsignments: sent } = storeOver(engine);
    const house = { carrier: 'auspost' };
    const consignment = { stringId: 'auspost_regular_eparcel', bookingId: bookingId(7), nowMs: 0 };
    await sent.open({ ...house, ...consignment, reference: '7' });
    await manifests.keep(house, { manifestId: 'AP1', references: ['7'], nowMs: 0 });
    await manifests.keepDocument(house, 'AP1', Buffer.from('%PDF-1.7'));
    await engine.close();
    assert.deepEqual(await json('manifests', 'auspost'), [
      {
        ...{ carrier: 'auspost', member: null, manifest_id: 'AP1', consignments: 1 },
        ...{ lodged_at: '1970-01-01T00:00:00.000Z', has_document: true },
      },
    ]);
    assert.deepEqual(await json('manifests', 'startrack'), []);
    const target = join(dataDir, 'again.pdf');
    assert.equal(
      (await json('manifest', 'auspost', '--id', 'AP1', '--output', target)).file,
      target,
    );
    assert.equal(readFileSync(target, 'utf8'), '%PDF-1.7');
    const unknown = await run('manifest', 'auspost', '--id', 'AP2', '--output', target);
    assert.equal(unknown.status, 1);
    assert.match(unknown.stderr, /no manifest AP2 .*"linehaul carrier manifests"/);
  });

  const livePrice = async (): Promise<number | undefined> => {
    const answer = await fetch(`${server?.url}/api/v5/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...sydneyToMelbourne(), options: { disable_cache: true } }),
    });
    const booking = (await answer.json()) as {
      quotes?: Record<string, { price_insurance_ex: number }>;
    };
    return booking.quotes?.couriers_please?.price_insurance_ex;
  };

  test('carrier list: shows the fields that each carrier needs to connect', async () => {
    const listed = (await json('list')) as {
      id: string;
      connected: boolean;
      fields: { name: string }[];
    }[];
    const couriersPlease = listed.find(({ id }) => id === 'couriers_please');
    assert.equal(couriersPlease?.connected, false);
    assert.ok(couriersPlease.fields.some(({ name }) => name === 'api_key'));
  });

  test('carrier connect: points to "carrier list" for an unknown carrier', async () => {
    const dataDir = temporaryFolder();
    const { status, stderr } = await linehaul(
      { DATA_DIR: dataDir },
      ...'carrier connect nope --set a=b'.split(' '),
    );
    assert.equal(status, 1);
    assert.match(stderr, /"linehaul carrier list"/);
    rmSync(dataDir, { recursive: true });
  });

  test('rejects wrong fields, an unknown carrier and a failing account with a reason', async () => {
    const wrong = await run(
      'connect',
      'couriers_please',
      '--set',
      'acount=1',
      '--set',
      'api_key=x',
    );
    assert.equal(wrong.status, 1);
    assert.match(wrong.stderr, /acount is not a field of couriers_please/);
    assert.match(wrong.stderr, /account_number is missing/);
    const unknown = await run('connect', 'pony_express', '--file', file);
    assert.equal(unknown.status, 1);
    assert.match(unknown.stderr, /pony_express/);
    const unreachable = await run(
      'connect',
      'couriers_please',
      '--file',
      file,
      '--set',
      'base_url=http://127.0.0.1:9',
    );
    assert.equal(unreachable.status, 1);
    assert.match(unreachable.stderr, /could not be reached/);
    assert.equal((await run('test', 'couriers_please')).status, 1);
  });

  test('uses a new account in a running server and stores it sealed', async () => {
    server = await startServer({ ...environment, LIMIT_V5_ANONYMOUS_PER_HOUR: '0' });
    const connected = await json('connect', 'couriers_please', '--file', file, '--policy', 'live');
    assert.equal(connected.policy, 'live');
    await until('the live price is quoted', async () => (await livePrice()) === 11);
    for (const name of readdirSync(dataDir).filter((file) => file !== 'account.json')) {
      const content = readFileSync(join(dataDir, name)).toString('latin1');
      assert.ok(!content.includes('very-secret-key'), name);
    }
    assert.ok(!server.output.join('\n').includes('very-secret-key'));
    await server.stop();
    const calls = (await json('calls', 'couriers_please')) as { operation: string }[];
    assert.ok(calls.some(({ operation }) => operation === 'quote'));
  });

  test("stores a member's own account only if the operator allows it, and lists it without credentials", async () => {
    const jane = ['--member', 'jane@example.com'];
    const added = await linehaul(environment, 'member', 'add', '--email', 'jane@example.com');
    assert.equal(added.status, 0, added.stderr);
    const early = await run('connect', 'couriers_please', '--file', file, ...jane);
    assert.equal(early.status, 1);
    assert.match(early.stderr, /does not allow carrier accounts/);
    const allowed = await linehaul(environment, 'member', 'set', ...jane, '--own-carriers', 'on');
    assert.equal(allowed.status, 0, allowed.stderr);
    const card = await run(
      'connect',
      'couriers_please',
      '--file',
      file,
      ...jane,
      '--policy',
      'card',
    );
    assert.equal(card.status, 1);
    assert.match(card.stderr, /a member's own account is always live/);
    const tnt = await run('connect', 'tnt', '--file', file, ...jane);
    assert.equal(tnt.status, 1);
    assert.match(tnt.stderr, /does not both price and take bookings/);
    const connected = await json('connect', 'couriers_please', '--file', file, ...jane);
    assert.deepEqual([connected.connected, connected.policy], [true, 'live']);
    assert.equal((await json('test', 'couriers_please', ...jane)).ok, true);
    const listed = (await json('accounts')) as { id: string; member: string | null }[];
    assert.deepEqual(
      listed.map(({ id, member }) => [id, member]),
      [
        ['couriers_please', null],
        ['couriers_please', 'jane@example.com'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(listed), /very-secret-key|CP1/);
    const members = await linehaul(environment, 'member', 'list', '--json');
    const shown = (JSON.parse(members.stdout) as Shown[]).find(
      ({ email }) => email === 'jane@example.com',
    );
    assert.ok(shown);
    assert.deepEqual([shown.own_carriers, shown.own_accounts], ['on', 1]);
    const calls = (await json('calls', 'couriers_please')) as { member: number; at: string }[];
    assert.equal(calls[0]?.member, shown.id);
    assert.deepEqual(
      Object.keys(calls[0] ?? {}).filter((name) => /[A-Z]/.test(name)),
      [],
      'field names of calls are in snake case',
    );
    for (const list of ['calls', 'manifests']) {
      const unknown = await run(list, 'pony');
      assert.deepEqual([unknown.status, unknown.stdout], [1, ''], list);
      assert.match(unknown.stderr, /There is no carrier pony .*"linehaul carrier list"/);
    }
  });

  test('a carrier account sealed with the previous secret key is opened and sealed again with the new key', async () => {
    environment.SECRET_KEY = secondKey;
    assert.equal((await run('test', 'couriers_please')).status, 1);
    server = await startServer({ ...environment, SECRET_KEY_PREVIOUS: firstKey });
    await server.stop();
    const tested = await json('test', 'couriers_please');
    assert.equal(tested.ok, true);
    const jane = ['--member', 'jane@example.com'];
    assert.equal((await json('test', 'couriers_please', ...jane)).ok, true);
    await json('disconnect', 'couriers_please', ...jane);
    const removed = await run('test', 'couriers_please', ...jane);
    assert.equal(removed.status, 1);
    assert.match(removed.stderr, /no account of your own with couriers_please/);
    assert.deepEqual(await json('disconnect', 'couriers_please'), {
      carrier: 'couriers_please',
      connected: false,
    });
  });
});
