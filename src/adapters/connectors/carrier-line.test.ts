import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import {
  type CarrierServer,
  startCarrierServer,
  type Told,
} from '../../../test/support/carriers/scripted-carrier-server.ts';
import { silentLog, silentMeter } from '../../../test/support/silence.ts';
import type {
  CarrierAccount,
  CarrierCall,
  CarrierRequest,
  Connector,
} from '../../application/ports.ts';
import { jsonOf, textAt } from '../../domain/connectors/carrier-answer.ts';
import { CarrierTrouble, type TroubleKind } from '../../domain/connectors/carrier-trouble.ts';
import { CallLog } from './call-log.ts';
import { type Asking, CarrierLine } from './carrier-line.ts';
import { openTransport, type Transport } from './transport.ts';

const account: CarrierAccount = { user: 'acme', password: 'top&secret "pass"' };

/** A connector that asks one question and says what it heard. */
function plainConnector(server: CarrierServer, parts: Partial<Connector> = {}): Connector {
  return {
    carrier: 'plain',
    fields: [
      { name: 'user', label: 'user', isSecret: false },
      { name: 'password', label: 'password', isSecret: true },
    ],
    services: [],
    baseUrl: () => server.url,
    authorise: ({ password = '' }, token) => ({ authorization: token ?? password }),
    check: function* () {
      const reply = yield { method: 'GET', path: '/check', isRepeatable: true };
      return textAt(jsonOf(reply.bytes), 'said');
    },
    ...parts,
  };
}

type Bench = {
  server: CarrierServer;
  line: CarrierLine;
  calls: CarrierCall[];
  advance(ms: number): void;
  transport: Transport;
};
const open: Bench[] = [];

async function bench(script: Told[], parts: Partial<Connector> = {}): Promise<Bench> {
  const server = await startCarrierServer(...script);
  const calls: CarrierCall[] = [];
  const log = new CallLog({ carrierCalls: { add: async () => {} } }, silentLog);
  log.note = (call, texts) => void calls.push({ ...call, ...texts() });
  let nowMs = 1_800_000_000_000;
  const transport = openTransport();
  const line = new CarrierLine(plainConnector(server, parts), account, {
    transport,
    calls: log,
    clock: { nowMs: () => nowMs },
    meter: silentMeter,
    random: () => 0,
    wait: async () => {},
  });
  const made: Bench = {
    server,
    line,
    calls,
    transport,
    advance: (ms) => {
      nowMs += ms;
    },
  };
  open.push(made);
  return made;
}

const asks =
  (request: Partial<CarrierRequest> = {}, asking: Partial<Asking> = {}) =>
  (line: CarrierLine) =>
    line.hold({ operation: 'check', reference: '', ...asking }, function* () {
      const reply = yield { method: 'GET', path: '/check', isRepeatable: true, ...request };
      return textAt(jsonOf(reply.bytes), 'said');
    });

async function troubleOf(work: Promise<unknown>): Promise<CarrierTrouble> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof CarrierTrouble, String(error));
    return error;
  }
  throw new Error('nothing went wrong');
}

const said = (text: string): Told => ({ json: { said: text } });

describe('a line to a carrier', () => {
  afterEach(async () => {
    for (const { server, transport } of open.splice(0)) {
      await transport.close();
      await server.close();
    }
  });

  test('an answer comes through, with the account in its headers and not in the record', async () => {
    const { line, server, calls } = await bench([said('hello')]);
    const body = { json: { password: account.password, note: 'fine' } };
    assert.equal(await asks({ method: 'POST', body })(line), 'hello');
    assert.equal(server.asked[0]?.headers.authorization, account.password);
    const [call] = calls;
    assert.equal(call?.status, 200);
    assert.ok(call.sent.includes('fine'));
    assert.ok(!JSON.stringify(call).includes('top&secret'), 'the secret is not written down');
  });

  test('a booking whose questions took too long is not sent any more, and known not to have been', async () => {
    const { line, server, advance } = await bench([said('price'), said('booked')]);
    const trouble = await troubleOf(
      line.hold({ operation: 'book', reference: '7' }, function* () {
        yield { method: 'GET', path: '/price', isRepeatable: true };
        advance(61_000);
        yield { method: 'POST', path: '/book', isRepeatable: false };
      }),
    );
    assert.equal(trouble.isUnsent, true);
    assert.deepEqual(
      server.asked.map(({ path }) => path),
      ['/price'],
    );
  });

  test('a file that the carrier names is fetched where the account is asked, or from the internet, and nowhere else', async () => {
    const [{ line, server, calls }, inside] = [await bench([said('here')]), await bench([])];
    const fetchFile = (path: string) =>
      line.hold({ operation: 'label', reference: '7' }, function* () {
        yield { method: 'GET', path: '/label', isRepeatable: true };
        const file = yield { method: 'GET', path, isRepeatable: true };
        return textAt(jsonOf(file.bytes), 'said');
      });
    assert.equal(await fetchFile(`${server.url}/label.pdf`), 'here');
    const { port } = new URL(inside.server.url);
    for (const path of [
      `${inside.server.url}/secret`,
      `https://localhost:${port}/secret`,
      `https://127.0.0.1:${port}/secret`,
      `https://2130706433:${port}/secret`,
      `https://[::ffff:127.0.0.1]:${port}/secret`,
      'https://169.254.169.254/latest/meta-data',
      'https://user:pass@carrier.example/label.pdf',
      'http://carrier.example/label.pdf',
      'label.pdf',
    ]) {
      const trouble = await troubleOf(fetchFile(path));
      assert.equal(trouble.kind, 'bad_answer', path);
      assert.match(trouble.message, /names a file at/);
      assert.equal(calls.at(-1)?.trouble, 'bad_answer', 'the operator finds it among the calls');
    }
    assert.equal(inside.server.asked.length, 0);
  });

  test('a file elsewhere is not fetched by way of another address', async () => {
    const { line, server } = await bench([
      { status: 302, headers: { location: 'http://127.0.0.1:1/secret' }, json: {} },
    ]);
    const trouble = await troubleOf(asks({ path: `${server.url}/label.pdf` })(line));
    assert.equal(trouble.kind, 'bad_answer');
    assert.equal(server.asked.length, 1);
  });

  test('once a carrier has answered what has an effect, nothing later makes it unsent', async () => {
    const { line, server, advance } = await bench([said('booked'), said('labels')]);
    const trouble = await troubleOf(
      line.hold({ operation: 'book', reference: '7' }, function* () {
        yield { method: 'POST', path: '/book', isRepeatable: false };
        advance(61_000);
        yield { method: 'POST', path: '/labels', isRepeatable: false };
      }),
    );
    assert.equal(trouble.isUnsent, false);
    assert.deepEqual(
      server.asked.map(({ path }) => path),
      ['/book'],
    );
  });

  const faults: {
    name: string;
    told: Told;
    kind: TroubleKind;
    isUnsent: boolean;
    asked: number;
  }[] = [
    { name: 'a reset', told: 'resets', kind: 'lost', isUnsent: false, asked: 2 },
    { name: 'a cut answer', told: 'truncates', kind: 'lost', isUnsent: false, asked: 2 },
    { name: 'an endless answer', told: 'endless', kind: 'too_large', isUnsent: false, asked: 1 },
    { name: 'a 500', told: { status: 500 }, kind: 'server_error', isUnsent: false, asked: 2 },
    { name: 'a 503', told: { status: 503 }, kind: 'server_error', isUnsent: false, asked: 2 },
    { name: 'a 501', told: { status: 501 }, kind: 'server_error', isUnsent: false, asked: 1 },
    { name: 'a 401', told: { status: 401 }, kind: 'credentials', isUnsent: true, asked: 1 },
    { name: 'a 403', told: { status: 403 }, kind: 'credentials', isUnsent: true, asked: 1 },
    { name: 'a 429', told: { status: 429 }, kind: 'rate_limited', isUnsent: true, asked: 2 },
    {
      name: 'a 429 with a long wait',
      told: { status: 429, headers: { 'retry-after': '60' } },
      kind: 'rate_limited',
      isUnsent: true,
      asked: 1,
    },
    {
      name: 'a redirect',
      told: { status: 302, headers: { location: 'https://example.com/' } },
      kind: 'bad_answer',
      isUnsent: false,
      asked: 1,
    },
    {
      name: 'no JSON',
      told: { text: 'Internal error' },
      kind: 'bad_answer',
      isUnsent: false,
      asked: 1,
    },
  ];

  for (const { name, told, kind, isUnsent, asked } of faults) {
    test(`${name} is ${kind}, and the question is sent ${asked === 1 ? 'once' : 'twice'}`, async () => {
      const { line, server } = await bench([told]);
      const trouble = await troubleOf(asks()(line));
      assert.deepEqual([trouble.kind, trouble.isUnsent], [kind, isUnsent]);
      assert.equal(server.asked.length, asked);
    });
  }

  for (const told of ['resets', 'truncates', { status: 500 }] as const) {
    test(`never repeats an unrepeatable request after ${JSON.stringify(told)}`, async () => {
      const { line, server } = await bench([told, said('twice')]);
      const trouble = await troubleOf(asks({ method: 'POST', isRepeatable: false })(line));
      assert.equal(trouble.isUnsent, false);
      assert.equal(server.asked.length, 1);
    });
  }

  test('a repeated question that works the second time is an answer like any other', async () => {
    const { line } = await bench(['resets', said('at last')]);
    assert.equal(await asks()(line), 'at last');
  });

  test('a carrier that is not there has certainly seen nothing', async () => {
    const { line, server } = await bench([said('never')]);
    await server.close();
    const trouble = await troubleOf(asks({ isRepeatable: false })(line));
    assert.deepEqual([trouble.kind, trouble.isUnsent], ['unreachable', true]);
  });

  test('an address that the carrier gave is sent no credentials', async () => {
    const { line, server } = await bench([said('a file')]);
    assert.equal(await asks({ path: `${server.url}/file` })(line), 'a file');
    assert.equal(server.asked[0]?.headers.authorization, undefined);
  });

  test('cancels a question when its caller leaves, without counting a failure', async () => {
    const { line, server } = await bench([
      'hangs',
      ...Array.from({ length: 5 }, () => 'hangs' as const),
      said('fine'),
    ]);
    for (let n = 0; n < 6; n += 1) {
      const leaving = new AbortController();
      const asked = troubleOf(asks({}, { signal: leaving.signal })(line));
      while (server.asked.length <= n) await new Promise((resolve) => setImmediate(resolve));
      leaving.abort();
      await asked;
    }
    assert.equal(line.isResting, false);
    assert.equal(await asks()(line), 'fine');
  });

  test('a carrier that keeps failing is left alone, and asked again after a while', async () => {
    const { line, server, advance } = await bench([
      ...Array.from({ length: 5 }, () => ({ status: 501 })),
      said('back'),
    ]);
    for (let n = 0; n < 5; n += 1) await troubleOf(asks()(line));
    const trouble = await troubleOf(asks()(line));
    assert.deepEqual([trouble.kind, trouble.isUnsent], ['circuit_open', true]);
    assert.equal(server.asked.length, 5);
    advance(31_000);
    assert.equal(await asks()(line), 'back');
  });

  test('a carrier is not asked more often than it allows', async () => {
    const { line, server, advance } = await bench([said('yes')], {
      pace: { track: { requests: 2, perMs: 60_000 } },
    });
    const track = asks({}, { operation: 'track' });
    await track(line);
    await track(line);
    const trouble = await troubleOf(track(line));
    assert.deepEqual([trouble.kind, trouble.isUnsent, server.asked.length], ['paced', true, 2]);
    advance(60_000);
    assert.equal(await track(line), 'yes');
  });

  const signIn: Connector['signIn'] = function* () {
    const reply = yield {
      method: 'POST',
      path: '/token',
      isRepeatable: true,
      body: { form: { secret: account.password ?? '' } },
    };
    const answer = jsonOf(reply.bytes);
    return {
      token: textAt(answer, 'access_token'),
      expiresInSeconds: Number(textAt(answer, 'expires_in')),
    };
  };
  const token = (text: string, seconds = 3600): Told => ({
    json: { access_token: text, expires_in: seconds },
  });

  test('a token is asked for once by all who need it, and used until it is nearly over', async () => {
    const { line, server, advance, calls } = await bench(
      [token('one-token', 60), said('a'), said('b'), said('c'), token('two-token'), said('d')],
      { signIn },
    );
    assert.deepEqual((await Promise.all([1, 2, 3].map(() => asks()(line)))).sort(), [
      'a',
      'b',
      'c',
    ]);
    assert.equal(server.asked.filter(({ path }) => path === '/token').length, 1);
    advance(31_000);
    assert.equal(await asks()(line), 'd');
    assert.equal(server.asked.at(-1)?.headers.authorization, 'two-token');
    assert.ok(!/one-token|two-token|top%26secret|top&secret/.test(JSON.stringify(calls)));
  });

  test('a token that the carrier no longer knows is replaced once, and the question asked again', async () => {
    const { line, server } = await bench(
      [token('old'), { status: 401 }, token('new'), said('in')],
      {
        signIn,
      },
    );
    assert.equal(await asks({ isRepeatable: false })(line), 'in');
    assert.equal(server.asked.length, 4);
  });

  test('a sign-in that is refused is not tried again and again', async () => {
    const { line, server } = await bench([{ status: 401 }], { signIn });
    const trouble = await troubleOf(asks()(line));
    assert.deepEqual([trouble.kind, trouble.isUnsent], ['credentials', true]);
    assert.equal(server.asked.length, 1);
  });
});
