// Rules that every connector must follow: its stories, run against the pure functions and over a real connection, and
// every kind of bad answer from a carrier.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { connectors } from '../../carriers/connectors.ts';
import { CallLog } from '../../src/adapters/connectors/call-log.ts';
import { accountProblems, completeAccount } from '../../src/adapters/connectors/carrier-account.ts';
import { CarrierConnection } from '../../src/adapters/connectors/carrier-connection.ts';
import { openTransport, type Transport } from '../../src/adapters/connectors/transport.ts';
import {
  type CarrierAccount,
  type CarrierCall,
  type CarrierOperation,
  type CarrierReply,
  type CarrierRequest,
  capabilitiesOf,
} from '../../src/application/ports.ts';
import { gstField } from '../../src/domain/connectors/account-setting.ts';
import { CarrierTrouble } from '../../src/domain/connectors/carrier-trouble.ts';
import {
  type CarrierServer,
  type Reply,
  startCarrierServer,
} from '../support/carriers/scripted-carrier-server.ts';
import { silentLog, silentMeter } from '../support/test-logs.ts';
import { allStories } from './stories.ts';
import {
  beginOperation,
  type CarrierStories,
  type Exchange,
  question,
  type Story,
} from './story.ts';

const accountOf = (
  { connector, account }: CarrierStories,
  story: Story,
  base: string,
): CarrierAccount =>
  completeAccount(connector, {
    ...account,
    ...story.account,
    base_url: base,
    ...(connector.signIn === undefined ? {} : { token_url: `${base}/token` }),
  });

const filled = (value: unknown, base: string): unknown =>
  value instanceof Uint8Array || value === undefined
    ? value
    : JSON.parse(JSON.stringify(value).replaceAll('{base}', base));

function checkRequest(
  request: CarrierRequest,
  { asks, json, form, headers }: Exchange,
  base: string,
): void {
  assert.equal(`${request.method} ${request.path}`, asks.replaceAll('{base}', base));
  const { body } = request;
  assert.deepEqual(
    body !== undefined && 'json' in body ? JSON.parse(JSON.stringify(body.json)) : undefined,
    json,
  );
  assert.deepEqual(body !== undefined && 'form' in body ? body.form : undefined, form);
  for (const [name, value] of Object.entries(headers ?? {}))
    assert.equal(request.headers?.[name], value);
}

function replyOf({ answers }: Exchange, base: string): CarrierReply {
  const { status = 200, json, text, bytes, type = 'application/json' } = answers;
  const content =
    bytes ??
    new TextEncoder().encode(
      text ?? (json === undefined ? '' : JSON.stringify(filled(json, base))),
    );
  return { status, contentType: type, bytes: content };
}

const plain = (result: unknown): unknown => (result instanceof Map ? [...result] : result);
const isTroubleOf = (kind: string) => (error: unknown) => {
  assert.ok(error instanceof CarrierTrouble, String(error));
  assert.equal(error.kind, kind);
  return true;
};

/** Runs a story against the connector's pure functions. */
function play(of: CarrierStories, story: Story): unknown {
  const base = 'https://carrier.example';
  const conversation = beginOperation(of, story, accountOf(of, story, base));
  let turn = conversation.next();
  for (const exchange of story.exchanges) {
    assert.equal(turn.done, false, `${exchange.asks} was not requested`);
    checkRequest(turn.value as CarrierRequest, exchange, base);
    turn = conversation.next(replyOf(exchange, base));
  }
  assert.equal(turn.done, true, `unexpected request: ${JSON.stringify(turn.value)}`);
  return plain(turn.value);
}

test('every connector has stories and every story has a connector', () => {
  assert.deepEqual(
    allStories.map(({ connector }) => connector.carrier).sort(),
    connectors.map(({ carrier }) => carrier).sort(),
  );
});

for (const of of allStories) {
  const { connector } = of;
  describe(connector.carrier, () => {
    test('every operation of the connector has a story', () => {
      const covered = new Set(of.stories.map(({ operation }) => operation));
      assert.deepEqual(
        capabilitiesOf(connector).filter((operation) => !covered.has(operation)),
        [],
      );
    });

    test('the account requires its declared fields and no others', () => {
      assert.deepEqual(accountProblems(connector, of.account, 'operator'), []);
      for (const { name, defaultText } of connector.fields) {
        const { [name]: _left, ...others } = of.account as Record<string, string>;
        const problems = accountProblems(connector, others, 'operator');
        const own = problems.filter((problem) => !problem.includes(`also needs ${name}`));
        assert.equal(own.length, defaultText === undefined ? 1 : 0, name);
        if (defaultText === undefined) assert.ok(problems[0]?.includes(name));
      }
      assert.equal(
        accountProblems(connector, { ...of.account, nonsense: 'x' }, 'operator').length,
        1,
      );
      // An account with custom addresses must set all of them.
      const addresses = connector.fields
        .filter(({ isAddress }) => isAddress === true)
        .map(({ name }) => [name, 'https://carrier.example'] as const);
      const elsewhere = { ...of.account, ...Object.fromEntries(addresses) };
      assert.equal(
        accountProblems(connector, { ...elsewhere, base_url: 'http://carrier.example' }, 'operator')
          .length,
        1,
      );
      assert.ok(connector.fields.some(({ isSecret }) => isSecret));
    });

    test('refuses every address field from a member', () => {
      const isAddress = (name: string, defaultText = '') =>
        /url|host|address|endpoint/.test(name) || /^https?:/.test(defaultText);
      const addresses = connector.fields.filter(({ name, defaultText }) =>
        isAddress(name, defaultText),
      );
      assert.ok(addresses.every((field) => field.isAddress === true));
      for (const name of ['base_url', ...addresses.map((field) => field.name)]) {
        const given = { ...of.account, [name]: 'https://inside.example' };
        const problems = accountProblems(connector, given, 'member');
        assert.ok(
          problems.includes(
            `${name} cannot be set by members: the operator sets the carrier's address`,
          ),
        );
      }
    });

    if (connector.quote !== undefined)
      test('states whether prices include GST, with evidence or a setting of the account', () => {
        assert.ok(connector.gst);
        assert.ok(connector.gst.evidence.length > 10);
        const hasSetting = connector.fields.some(({ name }) => name === gstField.name);
        assert.equal(connector.gst.prices === 'account_setting', hasSetting);
      });

    if (connector.gst?.prices === 'account_setting')
      test('asks the operator to compare a price when the account is tested', () => {
        const story = of.stories.find(({ operation, fails }) => operation === 'check' && !fails);
        assert.match(String(story?.gives), /Compare it with a price on an invoice/);
      });

    test('reaches the carrier over TLS by default', () => {
      assert.match(connector.baseUrl(completeAccount(connector, of.account)), /^https:\/\/[^/]+/);
    });

    const isSent = ({ operation, fails, exchanges }: Story): boolean =>
      fails === undefined && exchanges.length > 0 && ['book', 'manifest'].includes(operation);
    for (const story of of.stories.filter(isSent)) {
      test(`never repeats the request that creates a consignment or a manifest: ${story.name}`, () => {
        const base = 'https://carrier.example';
        const conversation = beginOperation(of, story, accountOf(of, story, base));
        let turn = conversation.next();
        const repeatable: boolean[] = [];
        for (const exchange of story.exchanges) {
          repeatable.push((turn.value as CarrierRequest).isRepeatable);
          turn = conversation.next(replyOf(exchange, base));
        }
        assert.equal(repeatable.filter((isRepeatable) => !isRepeatable).length, 1);
      });
    }

    for (const story of of.stories) {
      test(`${story.operation}: ${story.name}`, () => {
        if (story.fails === undefined) assert.deepEqual(play(of, story), story.gives);
        else assert.throws(() => play(of, story), isTroubleOf(story.fails));
      });
    }

    overTheWire(of);
  });
}

function overTheWire(of: CarrierStories): void {
  const { connector } = of;
  let transport: Transport;
  let server: CarrierServer;
  before(async () => {
    transport = openTransport();
    server = await startCarrierServer({ status: 500 });
  });
  after(async () => {
    await transport.close();
    await server.close();
  });

  const answerOf = (exchange: Exchange): Reply => {
    const { status, contentType, bytes } = replyOf(exchange, server.url);
    return { status, type: contentType, bytes };
  };

  /** Runs the story's conversation; sign-ins succeed, and all other answers are the given ones. */
  const hold = async (
    story: Story,
    replies: readonly Reply[],
  ): Promise<{ result: unknown; calls: CarrierCall[] }> => {
    const calls: CarrierCall[] = [];
    const log = new CallLog({ carrierCalls: { add: async () => {} } }, silentLog);
    log.note = (call, texts) => void calls.push({ ...call, ...texts() });
    server.requests.length = 0;
    let next = 0;
    server.script = [
      ({ method, path }) => {
        const asks = of.signIn?.asks.replace('{base}', '');
        if (of.signIn !== undefined && `${method} ${path}` === asks) return answerOf(of.signIn);
        next += 1;
        return replies[Math.min(next, replies.length) - 1] ?? { status: 500 };
      },
    ];
    const account = accountOf(of, story, server.url);
    const clock = { nowMs: () => question().nowMs };
    const connection = new CarrierConnection(connector, account, {
      transport,
      calls: log,
      clock,
      meter: silentMeter,
      random: () => 0,
      wait: async () => {},
    });
    const result = await connection.converse(
      { operation: story.operation, reference: '4711' },
      () => beginOperation(of, story, account),
    );
    return { result: plain(result), calls };
  };

  for (const story of of.stories.filter(({ fails }) => fails === undefined)) {
    test(`over the wire: ${story.operation}: ${story.name}`, async () => {
      const { result, calls } = await hold(story, story.exchanges.map(answerOf));
      assert.deepEqual(result, filledResult(story.gives, server.url));
      for (const request of server.requests.filter(
        ({ path }) => !path.endsWith('/token') && path !== '/file.pdf',
      )) {
        for (const [name, value] of Object.entries(of.headers))
          assert.equal(request.headers[name], value);
      }
      const secrets = connector.fields.flatMap(({ name, isSecret }) =>
        isSecret ? (of.account[name] ?? []) : [],
      );
      for (const secret of secrets)
        assert.ok(!JSON.stringify(calls).includes(secret), 'a logged call contains a secret');
    });
  }

  const sent = of.stories.filter(({ exchanges }) => exchanges.length > 0);
  const firstOf = new Map(sent.toReversed().map((story) => [story.operation, story]));
  const broken: [string, Reply][] = [
    ['a reset', 'resets'],
    ['a cut answer', 'truncates'],
    ['a 500', { status: 500, text: 'Internal Server Error' }],
    ['a 503', { status: 503 }],
    ['a 401', { status: 401, json: {} }],
    ['a 429', { status: 429, headers: { 'retry-after': '60' } }],
    ['plain text', { text: 'Something went wrong' }],
    ['a web page', { text: '<html><body>Maintenance</body></html>', type: 'text/html' }],
    ['nothing', { text: '', type: 'application/json' }],
    ['an empty object', { json: {} }],
    ['an empty list', { json: [] }],
    ['null', { json: null }],
    ['a number', { json: 42 }],
    [
      'nested nonsense',
      { json: { data: { items: [null, 7, []] }, shipments: [7], items: 'x', output: [] } },
    ],
    ['a 400 in plain text', { status: 400, text: 'Bad Request' }],
    ['a 404 without a body', { status: 404 }],
  ];
  for (const [operation, story] of firstOf) {
    test(`${operation} handles every kind of bad answer`, async () => {
      for (const [name, reply] of broken) {
        let result: unknown;
        try {
          ({ result } = await hold(story, [reply]));
        } catch (error) {
          assert.ok(
            error instanceof CarrierTrouble,
            `${name}: ${error instanceof Error ? error.stack : error}`,
          );
          const hasEffect = operation === 'book' || operation === 'manifest';
          const isCertain = ['credentials', 'rate_limited'].includes(error.kind);
          if (hasEffect && !isCertain && story.exchanges.length === 1)
            assert.equal(
              error.isUnsent,
              false,
              `${name} does not prove that the request was not carried out`,
            );
          continue;
        }
        assertHonest(operation, result, name);
      }
    });
  }
}

/** A nonsensical answer must never become a price, a consignment or a label. */
function assertHonest(operation: CarrierOperation, result: unknown, name: string): void {
  switch (operation) {
    case 'quote':
      assert.ok(Array.isArray(result), name);
      assert.ok(
        result.every(([, offer]) => 'absence' in offer),
        `${name} became a price`,
      );
      return;
    case 'book':
      assert.ok(
        typeof result === 'object' && result !== null && 'rejected' in result,
        `${name} became a booking`,
      );
      assert.match(name, /40\d/, `${name} is not an answer that rejects a booking`);
      return;
    case 'pickup':
      assert.ok(
        typeof result === 'object' && result !== null && !('arranged' in result),
        `${name} became a pickup`,
      );
      return;
    case 'find':
      assert.fail(`${name} must not become a search result`);
      break;
    case 'cancel':
      if (result === 'cancelled') assert.match(name, /empty|nothing|null|number|nested/, name);
      return;
    case 'track':
      assert.deepEqual(result, [], name);
      return;
    case 'label':
    case 'manifest':
      assert.ok(typeof result === 'object' && result !== null, name);
      return;
    case 'check':
      assert.equal(typeof result, 'string', name);
  }
}

function filledResult(value: unknown, base: string): unknown {
  return JSON.stringify(value)?.includes('{base}') === true ? filled(value, base) : value;
}

test('every service of a connector exists in the shipped carrier', () => {
  for (const { carrier, services } of connectors) {
    const file = new URL(`../../carriers/${carrier}/carrier.json`, import.meta.url);
    const shipped = JSON.parse(readFileSync(file, 'utf8')) as { services: { string_id: string }[] };
    const known = new Set(shipped.services.map(({ string_id }) => string_id));
    for (const { stringId } of services) assert.ok(known.has(stringId), stringId);
  }
});
