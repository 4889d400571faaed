import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import {
  type CarrierServer,
  type Reply,
  startCarrierServer,
} from '../../../test/support/carriers/scripted-carrier-server.ts';
import { silentLog, silentMeter } from '../../../test/support/test-logs.ts';
import type {
  CarrierAccount,
  CarrierCall,
  CarrierRequest,
  Connector,
} from '../../application/ports.ts';
import { jsonOf, textAt } from '../../domain/connectors/carrier-answer.ts';
import { CarrierTrouble, type TroubleKind } from '../../domain/connectors/carrier-trouble.ts';
import { CallLog } from './call-log.ts';
import { type CallDetails, CarrierConnection } from './carrier-connection.ts';
import { openTransport, type Transport } from './transport.ts';

const account: CarrierAccount = { user: 'acme', password: 'top&secret "pass"' };

/** A connector whose check sends one request and returns the text of the answer. */
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
  connection: CarrierConnection;
  calls: CarrierCall[];
  advance(ms: number): void;
  transport: Transport;
};
const open: Bench[] = [];

async function bench(script: Reply[], parts: Partial<Connector> = {}): Promise<Bench> {
  const server = await startCarrierServer(...script);
  const calls: CarrierCall[] = [];
  const log = new CallLog({ carrierCalls: { add: async () => {} } }, silentLog);
  log.note = (call, texts) => void calls.push({ ...call, ...texts() });
  let nowMs = 1_800_000_000_000;
  const transport = openTransport();
  const connection = new CarrierConnection(plainConnector(server, parts), account, {
    transport,
    calls: log,
    clock: { nowMs: () => nowMs },
    meter: silentMeter,
    random: () => 0,
    wait: async () => {},
  });
  const made: Bench = {
    server,
    connection,
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
  (request: Partial<CarrierRequest> = {}, asking: Partial<CallDetails> = {}) =>
  (connection: CarrierConnection) =>
    connection.converse({ operation: 'check', reference: '', ...asking }, function* () {
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

const says = (text: string): Reply => ({ json: { said: text } });

describe('a connection to a carrier', () => {
  afterEach(async () => {
    for (const { server, transport } of open.splice(0)) {
      await transport.close();
      await server.close();
    }
  });

  test('sends the credentials in the headers and keeps them out of the log', async () => {
    const { connection, server, calls } = await bench([says('hello')]);
    const body = { json: { password: account.password, note: 'fine' } };
    assert.equal(await asks({ method: 'POST', body })(connection), 'hello');
    assert.equal(server.requests[0]?.headers.authorization, account.password);
    const [call] = calls;
    assert.equal(call?.status, 200);
    assert.ok(call.sent.includes('fine'));
    assert.ok(!JSON.stringify(call).includes('top&secret'), 'the log contains the secret');
  });

  test('does not send a booking when the requests before it took too long, and reports it as unsent', async () => {
    const { connection, server, advance } = await bench([says('price'), says('booked')]);
    const trouble = await troubleOf(
      connection.converse({ operation: 'book', reference: '7' }, function* () {
        yield { method: 'GET', path: '/price', isRepeatable: true };
        advance(61_000);
        yield { method: 'POST', path: '/book', isRepeatable: false };
      }),
    );
    assert.equal(trouble.isUnsent, true);
    assert.deepEqual(
      server.requests.map(({ path }) => path),
      ['/price'],
    );
  });

  test('fetches a file that the carrier refers to only from the account’s address or the internet', async () => {
    const [{ connection, server, calls }, inside] = [await bench([says('here')]), await bench([])];
    const fetchFile = (path: string) =>
      connection.converse({ operation: 'label', reference: '7' }, function* () {
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
      assert.match(trouble.message, /refers to a file at/);
      assert.equal(calls.at(-1)?.trouble, 'bad_answer', 'the call is logged for the operator');
    }
    assert.equal(inside.server.requests.length, 0);
  });

  test('does not follow a redirect to a file', async () => {
    const { connection, server } = await bench([
      { status: 302, headers: { location: 'http://127.0.0.1:1/secret' }, json: {} },
    ]);
    const trouble = await troubleOf(asks({ path: `${server.url}/label.pdf` })(connection));
    assert.equal(trouble.kind, 'bad_answer');
    assert.equal(server.requests.length, 1);
  });

  test('does not report a booking as unsent when a request after its answer fails', async () => {
    const { connection, server, advance } = await bench([says('booked'), says('labels')]);
    const trouble = await troubleOf(
      connection.converse({ operation: 'book', reference: '7' }, function* () {
        yield { method: 'POST', path: '/book', isRepeatable: false };
        advance(61_000);
        yield { method: 'POST', path: '/labels', isRepeatable: false };
      }),
    );
    assert.equal(trouble.isUnsent, false);
    assert.deepEqual(
      server.requests.map(({ path }) => path),
      ['/book'],
    );
  });

  const faults: {
    name: string;
    answer: Reply;
    kind: TroubleKind;
    isUnsent: boolean;
    requests: number;
  }[] = [
    { name: 'a reset', answer: 'resets', kind: 'lost', isUnsent: false, requests: 2 },
    { name: 'a truncated answer', answer: 'truncates', kind: 'lost', isUnsent: false, requests: 2 },
    {
      name: 'an endless answer',
      answer: 'endless',
      kind: 'too_large',
      isUnsent: false,
      requests: 1,
    },
    { name: 'a 500', answer: { status: 500 }, kind: 'server_error', isUnsent: false, requests: 2 },
    { name: 'a 503', answer: { status: 503 }, kind: 'server_error', isUnsent: false, requests: 2 },
    { name: 'a 501', answer: { status: 501 }, kind: 'server_error', isUnsent: false, requests: 1 },
    { name: 'a 401', answer: { status: 401 }, kind: 'credentials', isUnsent: true, requests: 1 },
    { name: 'a 403', answer: { status: 403 }, kind: 'credentials', isUnsent: true, requests: 1 },
    { name: 'a 429', answer: { status: 429 }, kind: 'rate_limited', isUnsent: true, requests: 2 },
    {
      name: 'a 429 with a long wait',
      answer: { status: 429, headers: { 'retry-after': '60' } },
      kind: 'rate_limited',
      isUnsent: true,
      requests: 1,
    },
    {
      name: 'a redirect',
      answer: { status: 302, headers: { location: 'https://example.com/' } },
      kind: 'bad_answer',
      isUnsent: false,
      requests: 1,
    },
    {
      name: 'no JSON',
      answer: { text: 'Internal error' },
      kind: 'bad_answer',
      isUnsent: false,
      requests: 1,
    },
  ];

  for (const { name, answer, kind, isUnsent, requests } of faults) {
    test(`reports ${name} as ${kind} and sends the request ${requests === 1 ? 'once' : 'twice'}`, async () => {
      const { connection, server } = await bench([answer]);
      const trouble = await troubleOf(asks()(connection));
      assert.deepEqual([trouble.kind, trouble.isUnsent], [kind, isUnsent]);
      assert.equal(server.requests.length, requests);
    });
  }

  for (const answer of ['resets', 'truncates', { status: 500 }] as const) {
    test(`never repeats an unrepeatable request after ${JSON.stringify(answer)}`, async () => {
      const { connection, server } = await bench([answer, says('twice')]);
      const trouble = await troubleOf(asks({ method: 'POST', isRepeatable: false })(connection));
      assert.equal(trouble.isUnsent, false);
      assert.equal(server.requests.length, 1);
    });
  }

  test('returns the answer when a repeated request succeeds', async () => {
    const { connection } = await bench(['resets', says('at last')]);
    assert.equal(await asks()(connection), 'at last');
  });

  test('reports a request as unsent when the carrier is unreachable', async () => {
    const { connection, server } = await bench([says('never')]);
    await server.close();
    const trouble = await troubleOf(asks({ isRepeatable: false })(connection));
    assert.deepEqual([trouble.kind, trouble.isUnsent], ['unreachable', true]);
  });

  test('sends no credentials to an address from a carrier’s answer', async () => {
    const { connection, server } = await bench([says('a file')]);
    assert.equal(await asks({ path: `${server.url}/file` })(connection), 'a file');
    assert.equal(server.requests[0]?.headers.authorization, undefined);
  });

  test('cancels a request when its caller aborts, without counting a failure', async () => {
    const { connection, server } = await bench([
      'hangs',
      ...Array.from({ length: 5 }, () => 'hangs' as const),
      says('fine'),
    ]);
    for (let n = 0; n < 6; n += 1) {
      const leaving = new AbortController();
      const trouble = troubleOf(asks({}, { signal: leaving.signal })(connection));
      while (server.requests.length <= n) await new Promise((resolve) => setImmediate(resolve));
      leaving.abort();
      await trouble;
    }
    assert.equal(await asks()(connection), 'fine');
  });

  test('stops calling a carrier that keeps failing, and calls it again after a while', async () => {
    const { connection, server, advance } = await bench([
      ...Array.from({ length: 5 }, () => ({ status: 501 })),
      says('back'),
    ]);
    for (let n = 0; n < 5; n += 1) await troubleOf(asks()(connection));
    const trouble = await troubleOf(asks()(connection));
    assert.deepEqual([trouble.kind, trouble.isUnsent], ['circuit_open', true]);
    assert.equal(server.requests.length, 5);
    advance(31_000);
    assert.equal(await asks()(connection), 'back');
  });

  test('sends a carrier no more requests than it allows', async () => {
    const { connection, server, advance } = await bench([says('yes')], {
      pace: { track: { requests: 2, perMs: 60_000 } },
    });
    const track = asks({}, { operation: 'track' });
    await track(connection);
    await track(connection);
    const trouble = await troubleOf(track(connection));
    assert.deepEqual([trouble.kind, trouble.isUnsent, server.requests.length], ['paced', true, 2]);
    advance(60_000);
    assert.equal(await track(connection), 'yes');
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
  const token = (text: string, seconds = 3600): Reply => ({
    json: { access_token: text, expires_in: seconds },
  });

  test('shares one sign-in among concurrent requests and uses its token until shortly before it expires', async () => {
    const { connection, server, advance, calls } = await bench(
      [token('one-token', 60), says('a'), says('b'), says('c'), token('two-token'), says('d')],
      { signIn },
    );
    assert.deepEqual((await Promise.all([1, 2, 3].map(() => asks()(connection)))).sort(), [
      'a',
      'b',
      'c',
    ]);
    assert.equal(server.requests.filter(({ path }) => path === '/token').length, 1);
    advance(31_000);
    assert.equal(await asks()(connection), 'd');
    assert.equal(server.requests.at(-1)?.headers.authorization, 'two-token');
    assert.ok(!/one-token|two-token|top%26secret|top&secret/.test(JSON.stringify(calls)));
  });

  test('signs in again once and repeats the request when the carrier rejects the token', async () => {
    const { connection, server } = await bench(
      [token('old'), { status: 401 }, token('new'), says('in')],
      {
        signIn,
      },
    );
    assert.equal(await asks({ isRepeatable: false })(connection), 'in');
    assert.equal(server.requests.length, 4);
  });

  test('does not repeat a rejected sign-in', async () => {
    const { connection, server } = await bench([{ status: 401 }], { signIn });
    const trouble = await troubleOf(asks()(connection));
    assert.deepEqual([trouble.kind, trouble.isUnsent], ['credentials', true]);
    assert.equal(server.requests.length, 1);
  });
});
