// Answers one request to a carrier: route, faults, delay, rate limit, credentials, then the carrier's own answer. The
// result says what happens to the connection (`Fate`); loopback-server.ts carries it out.
import type { Desk } from './desk.ts';
import type { Answer, Call } from './exchange.ts';
import type { Fault, FaultBook, FaultKind } from './fault.ts';
import type { Latency } from './latency.ts';
import type { Operation, Protocol, Route, Trouble } from './protocol.ts';
import { findRoute } from './route-match.ts';

/** The fate of the connection. */
export type Fate =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** The client gets the first half of the answer, then the connection breaks. */
  | { readonly kind: 'truncated'; readonly answer: Answer }
  | { readonly kind: 'reset' }
  /** No answer until the client gives up. */
  | { readonly kind: 'hung' };

export type Outcome = {
  readonly fate: Fate;
  readonly operation: Operation | undefined;
  readonly fault: FaultKind | undefined;
};

export type Counter = {
  /** Whether the rate limit allows one more call in this minute. */
  allows(operation: Operation, perMinute: number): boolean;
};

export type Counting = {
  readonly desk: Desk;
  readonly protocol: Protocol;
  readonly faults: FaultBook;
  readonly counter: Counter;
  /** Delays every answer, in addition to any delay that a fault adds. */
  readonly latency: Latency | undefined;
  /** Resolves early when the client disconnects. */
  readonly wait: (ms: number) => Promise<void>;
};

export type Asked = Omit<Call, 'params' | 'body' | 'pricePercent'>;

export async function answerRequest(asked: Asked, counting: Counting): Promise<Outcome> {
  const { protocol, desk, faults } = counting;
  const found = findRoute(protocol.routes, asked.method, asked.path, protocol.basePath);
  if (found === undefined) {
    const trouble = { kind: 'unknown_path', status: 404, sentence: 'No such resource.' } as const;
    return answered(protocol.refuse(trouble), undefined);
  }
  const { route, params } = found;
  const taken = faults.take(desk.carrier, route.operation, desk.random);
  await counting.wait(delayOf(taken, counting));
  const fault = taken.find(({ kind }) => kind !== 'latency');
  const early = fault && before(fault, counting);
  const kind = fault?.kind ?? (taken.length > 0 ? 'latency' : undefined);
  if (early !== undefined) return { fate: early, operation: route.operation, fault: kind };
  const refused = troubleWith(asked, route, params, counting);
  if (refused !== undefined) {
    return { ...answered(refused, route.operation), fault: kind };
  }
  const call: Call = {
    ...asked,
    params,
    body: parseJson(asked.text),
    pricePercent: fault?.kind === 'wrong-price' ? Number(fault.value) : 100,
  };
  // Runs the request twice, like a proxy that repeats it; the client gets the second answer.
  if (fault?.kind === 'duplicate') route.answer(call);
  const answer = route.answer(call);
  return { fate: after(fault, answer), operation: route.operation, fault: kind };
}

const answered = (answer: Answer, operation: Operation | undefined): Outcome => ({
  fate: { kind: 'answered', answer },
  operation,
  fault: undefined,
});

function delayOf(faults: readonly Fault[], { desk, latency }: Counting): number {
  const always = latency?.(desk.random) ?? 0;
  return faults.reduce((sum, fault) => sum + (fault.latency?.(desk.random) ?? 0), always);
}

/** Faults before the carrier reads the request: nothing is executed. */
function before(fault: Fault, { protocol, desk }: Counting): Fate | undefined {
  const refuse = (trouble: Trouble, headers = {}): Fate => ({
    kind: 'answered',
    answer: { ...protocol.refuse(trouble), headers },
  });
  switch (fault.kind) {
    case 'hang':
      return { kind: 'hung' };
    case 'reset':
      return { kind: 'reset' };
    case 'server-error':
      return refuse({
        kind: 'server_error',
        status: Number(fault.value),
        sentence: 'The service is unable to handle the request.',
      });
    case 'rate-limit':
      return refuse(tooMany, { 'retry-after': fault.value });
    case 'expired-token':
      desk.tokens.expireAll();
      return refuse({ kind: 'expired', status: 401, sentence: 'The access token has expired.' });
    default:
      return undefined;
  }
}

/** Faults after the request was executed: only the answer is affected. */
function after(fault: Fault | undefined, answer: Answer): Fate {
  switch (fault?.kind) {
    case 'accepted-but-answer-lost':
      return { kind: 'reset' };
    case 'truncated':
      return { kind: 'truncated', answer };
    case 'malformed':
      return { kind: 'answered', answer: { ...answer, body: '<html><body>502 Bad Gateway' } };
    default:
      return { kind: 'answered', answer };
  }
}

const tooMany: Trouble = {
  kind: 'too_many',
  status: 429,
  sentence: 'Too many requests.',
};

/** Rejects a request before it reaches its route. */
function troubleWith(
  asked: Asked,
  route: Route,
  params: Call['params'],
  { protocol, counter }: Counting,
): Answer | undefined {
  const call: Call = { ...asked, params, body: undefined, pricePercent: 100 };
  const admission =
    route.isOpen === true ? 'welcome' : protocol.authenticate(call, route.operation);
  if (admission !== 'welcome') {
    return protocol.refuse({
      kind: admission === 'expired' ? 'expired' : 'unauthorised',
      status: 401,
      sentence:
        admission === 'expired' ? 'The access token has expired.' : 'The credentials are invalid.',
    });
  }
  const limit = protocol.limits?.find(({ operation }) => operation === route.operation);
  if (limit !== undefined && !counter.allows(route.operation, limit.perMinute)) {
    return { ...protocol.refuse(tooMany), headers: { 'retry-after': '60' } };
  }
  if (route.takes === 'json' && parseJson(asked.text) === undefined) {
    return protocol.refuse({
      kind: 'not_readable',
      status: 400,
      sentence: 'The request body is not valid JSON.',
    });
  }
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
