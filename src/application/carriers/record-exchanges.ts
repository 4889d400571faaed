// Turns the exchanges of a certified operation into a recording without secrets and personal data. The connector is a pure
// function of its account, its input and the answers: played again with an invented account and redacted answers, it makes the
// recording's requests and result itself.
import { firstNumbers } from '../../domain/connectors/allotted-numbers.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { Finding, Recorded, RecordedExchange } from '../../domain/connectors/certification.ts';
import {
  emptyDocumentLike,
  inventedAccount,
  type Replacements,
  redactAnswer,
  redactValue,
} from '../../domain/connectors/redact-answer.ts';
import type {
  CarrierAccount,
  CarrierOperation,
  CarrierReply,
  CarrierRequest,
  Connector,
  Conversation,
} from '../ports.ts';
import { beginOperation, type Subject } from './trial-consignment.ts';

/** `reply` is missing when the carrier did not answer, or with a status that never reaches a connector. */
export type Exchange = { request: CarrierRequest; reply?: CarrierReply };

/** Yields what a conversation yields and keeps it with the replies. */
export function* overhear<Result>(
  conversation: Conversation<Result>,
  exchanges: Exchange[],
): Conversation<Result> {
  let turn = conversation.next();
  while (turn.done !== true) {
    const exchange: Exchange = { request: turn.value };
    exchanges.push(exchange);
    const reply = yield turn.value;
    exchange.reply = reply;
    turn = conversation.next(reply);
  }
  return turn.value;
}

const recordedReference = '4711';
const recordedManifest = 'LH-1';
/** Written as `{base}`. */
const recordedBase = 'https://carrier.example';

export type Performed = {
  connector: Connector;
  account: CarrierAccount;
  operation: CarrierOperation;
  subject: Subject;
  exchanges: readonly Exchange[];
  outcome: { result: unknown } | { fails: string };
};

/** The same finding without the account's values. */
export function redactFinding(performed: Performed, finding: Finding): Finding {
  const invented = inventedAccount(performed.connector.fields, performed.account);
  return redactValue(finding, [], replacementsOf(performed, invented)) as Finding;
}

export function record(performed: Performed): Recorded {
  const { connector, account, operation, exchanges, outcome } = performed;
  const invented = inventedAccount(connector.fields, account);
  const replacements = replacementsOf(performed, invented);
  const subject = inventedSubject(performed.subject, replacements);
  const replies = exchanges.flatMap(({ reply }) =>
    reply === undefined ? [] : [redactReply(reply, replacements)],
  );
  const replayed = replay(
    beginOperation(connector, operation, { ...invented, base_url: recordedBase }, subject),
    replies,
  );
  const isSame =
    replies.length === exchanges.length &&
    replies.length > 0 &&
    replayed.requests.length === replies.length &&
    'fails' in replayed.outcome === 'fails' in outcome &&
    ('fails' in outcome || sameKind(replayed.outcome, outcome));
  if (!isSame)
    return {
      exchanges: exchanges.map((exchange, n) =>
        asRecorded(redactRequest(exchange.request, replacements), replies[n]),
      ),
      outcome: withBase(redactValue(plain(outcome), [], replacements)),
      recording: undefined,
    };
  const recorded = replayed.requests.map((request, n) => asRecorded(request, replies[n]));
  const read = withBase(plain(replayed.outcome)) as { result?: unknown } | { fails: string };
  return {
    exchanges: recorded,
    outcome: read,
    recording: {
      ...partsOf(operation, subject),
      account: invented,
      exchanges: recorded,
      ...read,
    },
  };
}

/** The account, our references, the carrier's address, and the addresses of files that it named. */
function replacementsOf(
  { connector, account, subject, exchanges }: Performed,
  invented: CarrierAccount,
): Replacements {
  const base = connector.baseUrl(account).replace(/\/+$/, '');
  const files = exchanges.flatMap(({ request: { path } }) => (path.startsWith('/') ? [] : [path]));
  const pairs = [
    ...numberPairs(connector, invented, subject),
    ...[...new Set(files)].map((url, n) => [url, `${recordedBase}/files/${n + 1}`] as const),
    [base, recordedBase] as const,
    ...Object.entries(invented).map(([name, value]) => [account[name] ?? '', value] as const),
    [subject.reference, recordedReference] as const,
    [subject.manifestReference, recordedManifest] as const,
  ];
  return new Map(
    pairs
      .filter(([found, value]) => found !== '' && found !== value)
      .sort(([one], [other]) => other.length - one.length),
  );
}

/** The numbers that we issued and the first ones of the invented ranges, with which the recording is replayed. */
function numberPairs(
  connector: Connector,
  invented: CarrierAccount,
  { numbers }: Subject,
): (readonly [found: string, value: string])[] {
  const allotted = connector.allottedNumbers?.(invented);
  if (numbers === undefined || allotted === undefined) return [];
  const { connote, pieces } = firstNumbers(allotted, numbers.pieces.length);
  return [
    [numbers.connote, connote],
    ...numbers.pieces.map((piece, n) => [piece, pieces[n] ?? ''] as const),
  ];
}

function inventedSubject(subject: Subject, replacements: Replacements): Subject {
  const consignment = redactValue(subject.consignment, [], replacements) as Subject['consignment'];
  const numbers = redactValue(subject.numbers, [], replacements) as Subject['numbers'];
  return {
    ...subject,
    numbers,
    reference: recordedReference,
    manifestReference: recordedManifest,
    consignment,
  };
}

/** The parts of the subject that the operation uses, in the fields of a recording. */
function partsOf(operation: CarrierOperation, subject: Subject): Record<string, unknown> {
  const { moment, stringId, shipment, booking, customs, consignment, format, numbers } = subject;
  switch (operation) {
    case 'check':
      return { moment };
    case 'quote':
      return { moment, shipment };
    case 'book':
    case 'find':
      return { moment, stringId, booking, customs };
    case 'pickup':
      return { moment, stringId, booking, customs, consignment };
    case 'label':
      return { stringId, consignment, format };
    case 'manifest':
      return numbers === undefined
        ? { stringId, consignment }
        : { moment, stringId, booking, consignment };
    case 'cancel':
    case 'track':
      return { stringId, consignment };
  }
}

function replay(
  conversation: Conversation<unknown> | undefined,
  replies: readonly CarrierReply[],
): { requests: CarrierRequest[]; outcome: Performed['outcome'] } {
  const requests: CarrierRequest[] = [];
  try {
    let turn = conversation?.next();
    while (turn !== undefined && turn.done !== true) {
      requests.push(turn.value);
      const reply = replies[requests.length - 1];
      if (reply === undefined) return { requests, outcome: { fails: 'more requests' } };
      turn = conversation?.next(reply);
    }
    return { requests, outcome: { result: turn?.value } };
  } catch (error) {
    return {
      requests,
      outcome: { fails: error instanceof CarrierTrouble ? error.kind : String(error) },
    };
  }
}

/** Both are priced, both are booked and so on: redaction may change texts and nothing else. */
function sameKind(one: Performed['outcome'], other: Performed['outcome']): boolean {
  const outline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(outline);
    if (typeof value !== 'object' || value === null) return typeof value;
    return Object.entries(value).map(([name, part]) => [name, outline(part)]);
  };
  return JSON.stringify(outline(plain(one))) === JSON.stringify(outline(plain(other)));
}

const isReadable = (contentType: string): boolean => /json|xml|text|html|form/i.test(contentType);

function redactReply(reply: CarrierReply, replacements: Replacements): CarrierReply {
  const { status, contentType, bytes } = reply;
  const text = isReadable(contentType)
    ? redactAnswer(new TextDecoder().decode(bytes), replacements)
    : bytes.length === 0
      ? ''
      : emptyDocumentLike(bytes);
  return { status, contentType, bytes: new TextEncoder().encode(text) };
}

/** Only for a report: a recording has the request that the connector made for the invented account. */
function redactRequest(request: CarrierRequest, replacements: Replacements): CarrierRequest {
  const { method, path, body, isRepeatable } = request;
  const clean = (value: unknown) => redactValue(value, [], replacements);
  return {
    method,
    path: String(clean(path)),
    isRepeatable,
    ...(body === undefined
      ? {}
      : {
          body:
            'json' in body
              ? { json: clean(body.json) }
              : { form: clean(body.form) as Record<string, string> },
        }),
  };
}

function asRecorded(
  { method, path, body }: CarrierRequest,
  reply: CarrierReply | undefined,
): RecordedExchange {
  const request = `${method} ${path.replace(recordedBase, '')}`;
  const sent =
    body === undefined
      ? {}
      : 'json' in body
        ? { body: withBase(body.json) }
        : { contains: Object.entries(body.form).map(([name, value]) => `${name}=${value}`) };
  if (reply === undefined) return { request, ...sent };
  const text = new TextDecoder().decode(reply.bytes);
  const [contentType = ''] = reply.contentType.split(';');
  const isJson = /json/i.test(contentType) || contentType === '';
  return {
    request,
    ...sent,
    ...(reply.status === 200 ? {} : { status: reply.status }),
    ...(contentType === 'application/json' || contentType === '' ? {} : { contentType }),
    answer: withBase(isJson ? jsonOrText(text) : text),
  };
}

function jsonOrText(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function withBase(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text.replaceAll(recordedBase, '{base}'));
}

/** Maps as objects and documents as base64, as recordings have them. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (_name, one: unknown) => {
    if (one instanceof Uint8Array) return base64(one);
    return one instanceof Map ? Object.fromEntries(one) : one;
  });
  return text === undefined ? undefined : JSON.parse(text);
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
