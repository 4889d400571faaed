// Replays recorded answers of real carriers over HTTP through the whole connector. One file is one case:
// carriers/<carrier>/recordings/<operation>/<case>.json. The facts come from the source that each file names; names,
// addresses and numbers are invented.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { CallLog } from '../../src/adapters/connectors/call-log.ts';
import { completeAccount } from '../../src/adapters/connectors/carrier-account.ts';
import { CarrierConnection } from '../../src/adapters/connectors/carrier-connection.ts';
import type { Transport } from '../../src/adapters/connectors/transport.ts';
import { type CarrierOperation, carrierOperations } from '../../src/application/ports.ts';
import { CarrierTrouble } from '../../src/domain/connectors/carrier-trouble.ts';
import {
  type ReceivedRequest,
  startCarrierServer,
} from '../support/carriers/scripted-carrier-server.ts';
import { silentLog, silentMeter } from '../support/test-logs.ts';
import { allStories } from './stories.ts';
import { beginOperation, type CarrierStories, question } from './story.ts';

const record = Type.Record(Type.String(), Type.Unknown());
const withEnds = Type.Object({ sender: Type.Optional(record), receiver: Type.Optional(record) });

const momentSchema = Type.Object({
  nowMs: Type.Integer(),
  today: Type.String(),
  time: Type.String(),
  pickupDate: Type.String(),
  offsetMinutes: Type.Integer(),
});

const exchangeSchema = Type.Object(
  {
    /** Method and path with its query. */
    request: Type.String({ pattern: '^(GET|POST|PUT|DELETE) /' }),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** Part of the JSON body: objects may hold more, lists are complete. */
    body: Type.Optional(Type.Unknown()),
    /** Dotted paths that the body must not have. */
    absent: Type.Optional(Type.Array(Type.String())),
    /** Texts in the body as it was sent; forms are decoded first. */
    contains: Type.Optional(Type.Array(Type.String())),
    status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
    contentType: Type.Optional(Type.String()),
    /** JSON, or plain text where `contentType` is not JSON. `{base}` stands for the carrier's address. */
    answer: Type.Unknown(),
  },
  { additionalProperties: false },
);

const recordingSchema = Type.Object(
  {
    /** The connector's behaviour as the end of a test title: "prices the service in Australian dollars". */
    title: Type.String({ minLength: 10 }),
    /** The public document or client that the answer comes from. */
    source: Type.String({ minLength: 3 }),
    stringId: Type.Optional(Type.String()),
    /** The time of the request; by default that of `story.ts`. */
    moment: Type.Optional(momentSchema),
    /** Changes to the account, shipment, booking, customs declaration and consignment of `story.ts`. */
    account: Type.Optional(Type.Record(Type.String(), Type.String())),
    shipment: Type.Optional(withEnds),
    booking: Type.Optional(withEnds),
    customs: Type.Optional(record),
    consignment: Type.Optional(record),
    format: Type.Optional(Type.Union([Type.Literal('pdf'), Type.Literal('zpl')])),
    exchanges: Type.Array(exchangeSchema, { minItems: 1 }),
    /** Maps are objects, documents are base64, and a field that is undefined is left out. */
    result: Type.Optional(Type.Unknown()),
    /** The kind of error that the operation ends in. */
    fails: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

type RecordedExchange = Static<typeof exchangeSchema>;

export type Recording = Static<typeof recordingSchema> & {
  file: string;
  carrier: string;
  operation: CarrierOperation;
};

const carriers = new URL('../../carriers/', import.meta.url).pathname;

export function readRecordings(folder = carriers): Recording[] {
  const files = globSync('*/recordings/*/*.json', { cwd: folder }).sort();
  return files.map((file) => readRecording(folder, file));
}

function readRecording(folder: string, file: string): Recording {
  const value: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const [problem] = Value.Errors(recordingSchema, value);
  assert.equal(problem, undefined, `${file}: ${JSON.stringify(problem)}`);
  const operation = carrierOperations.find(
    (operationName) => operationName === basename(dirname(file)),
  );
  assert.ok(operation, `${file} is not in a folder of an operation`);
  const [carrier = ''] = file.split('/');
  return { ...(value as Static<typeof recordingSchema>), file, carrier, operation };
}

/** Runs a recording through its connector and returns the requests. */
export async function replay(
  recording: Recording,
  transport: Transport,
): Promise<ReceivedRequest[]> {
  const of = allStories.find(({ connector }) => connector.carrier === recording.carrier);
  assert.ok(of, `${recording.carrier} has no stories`);
  const server = await startCarrierServer({ status: 500 });
  try {
    const requests = answerFrom(recording, of, server);
    const outcome = await perform(recording, of, transport, server.url);
    checkRequests(recording, requests);
    assert.deepEqual(outcome, expectedOf(recording, server.url), recording.file);
    return requests;
  } finally {
    await server.close();
  }
}

function answerFrom(
  { exchanges }: Recording,
  { signIn }: CarrierStories,
  server: Awaited<ReturnType<typeof startCarrierServer>>,
): ReceivedRequest[] {
  const signInRequest = signIn?.asks.replace('{base}', '');
  const isSignInRecorded = exchanges[0]?.request === signInRequest;
  const requests: ReceivedRequest[] = [];
  server.script = [
    (request) => {
      const isSignIn = `${request.method} ${request.path}` === signInRequest;
      if (isSignIn && !isSignInRecorded) return signIn?.answers ?? { status: 500 };
      requests.push(request);
      // A request that is retried after a fault gets the same answer.
      const exchange = exchanges[Math.min(requests.length, exchanges.length) - 1];
      return exchange === undefined ? { status: 500 } : replyOf(exchange, server.url);
    },
  ];
  return requests;
}

function replyOf(exchange: RecordedExchange, base: string) {
  const { status = 200, contentType = 'application/json', answer } = exchange;
  const isText = typeof answer === 'string';
  const text = isText ? answer : answer === null ? '' : JSON.stringify(answer);
  return { status, type: contentType, text: text.replaceAll('{base}', base) };
}

async function perform(
  recording: Recording,
  of: CarrierStories,
  transport: Transport,
  base: string,
): Promise<unknown> {
  const { connector } = of;
  const account = completeAccount(connector, {
    ...of.account,
    ...recording.account,
    base_url: base,
    ...(of.signIn === undefined ? {} : { token_url: `${base}/token` }),
  });
  const connection = new CarrierConnection(connector, account, {
    transport,
    calls: new CallLog({ carrierCalls: { add: async () => {} } }, silentLog),
    clock: { nowMs: () => question(recording.moment).nowMs },
    meter: silentMeter,
    random: () => 0,
    wait: async () => {},
  });
  const { operation } = recording;
  try {
    const result = await connection.converse({ operation, reference: '4711' }, () =>
      beginOperation(of, { ...recording, question: recording.moment ?? {} }, account),
    );
    return plain(result);
  } catch (error) {
    if (!(error instanceof CarrierTrouble)) throw error;
    return { fails: error.kind };
  }
}

function expectedOf({ result, fails }: Recording, base: string): unknown {
  if (fails !== undefined) return { fails };
  const text = JSON.stringify(result);
  return text === undefined ? undefined : JSON.parse(text.replaceAll('{base}', base));
}

/** Converts a value to plain JSON. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (_name, field: unknown) => {
    if (field instanceof Uint8Array) return Buffer.from(field).toString('base64');
    return field instanceof Map ? Object.fromEntries(field) : field;
  });
  return text === undefined ? undefined : JSON.parse(text);
}

function checkRequests({ exchanges, file }: Recording, requests: readonly ReceivedRequest[]): void {
  const mayRepeat = (exchanges.at(-1)?.status ?? 200) >= 500;
  assert.ok(
    requests.length === exchanges.length || (mayRepeat && requests.length > exchanges.length),
    `${file}: ${requests.length} requests were sent: ${requests.map(({ path }) => path).join(', ')}`,
  );
  for (const [n, exchange] of exchanges.entries()) {
    const request = requests[n];
    assert.ok(request);
    assert.equal(`${request.method} ${request.path}`, exchange.request, file);
    for (const [name, value] of Object.entries(exchange.headers ?? {}))
      assert.equal(request.headers[name.toLowerCase()], value, `${file}: ${name}`);
    if (exchange.body !== undefined) checkPart(JSON.parse(request.body), exchange.body, file);
    for (const path of exchange.absent ?? [])
      assert.equal(atPath(JSON.parse(request.body), path), undefined, `${file}: ${path}`);
    const isForm = String(request.headers['content-type']).includes('form-urlencoded');
    const text = isForm ? decodeURIComponent(request.body.replaceAll('+', ' ')) : request.body;
    for (const part of exchange.contains ?? [])
      assert.ok(text.includes(part), `${file}: ${part} is not in ${text}`);
  }
}

function checkPart(actual: unknown, part: unknown, where: string): void {
  if (typeof part !== 'object' || part === null) {
    assert.equal(actual, part, where);
    return;
  }
  assert.ok(typeof actual === 'object' && actual !== null, `${where} is missing`);
  if (Array.isArray(part))
    assert.equal(Array.isArray(actual) ? actual.length : 'no list', part.length, where);
  for (const [name, value] of Object.entries(part))
    checkPart((actual as Record<string, unknown>)[name], value, `${where} ${name}`);
}

function atPath(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null
          ? (part as Record<string, unknown>)[name]
          : undefined,
      value,
    );
}
