// A local Stripe over real HTTP for tests of the adapter: authentication, forms, idempotency, errors and lists, and
// every failure of a network or a server. Written from Stripe's public documentation, independently of `src`.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CheckoutSessions } from './checkout-sessions.ts';
import { type Form, listOf, readForm, textOf } from './form.ts';
import { type Answer, IdempotencyKeys } from './idempotency.ts';
import { StripeAccount } from './stripe-account.ts';
import { StripeProblem } from './stripe-problem.ts';

export const secretKey = 'sk_test_51FakeFakeFakeFake';

export type ReceivedRequest = {
  method: string;
  path: string;
  form: Form;
  idempotencyKey: string | undefined;
};

/** A failure of a request. Faults with `done` in their name carry the request out first. */
export type Fault =
  | 'silent'
  | 'done_then_silent'
  | 'reset'
  | 'done_then_reset'
  | 'done_then_truncated'
  | 'done_then_500'
  | { status: number; code?: string; type?: string }
  /** Waits for the promise before carrying the request out. */
  | { after: Promise<void> };

/** Matches "METHOD path", or any other property of a request. */
export type RequestFilter = RegExp | ((request: ReceivedRequest) => boolean);
type Planned = { filter: RequestFilter; fault: Fault; times: number };

const pageSize = 10;

export class StripeServer {
  readonly account = new StripeAccount();
  readonly sessions = new CheckoutSessions(this.account);
  readonly requests: ReceivedRequest[] = [];
  readonly keys = new IdempotencyKeys();
  readonly #server: Server;
  #planned: Planned[] = [];
  #answered = 0;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  static async start(): Promise<StripeServer> {
    const stripe = new StripeServer();
    stripe.#server.listen(0, '127.0.0.1');
    await once(stripe.#server, 'listening');
    return stripe;
  }

  get address(): { host: string; port: number } {
    const { port } = this.#server.address() as AddressInfo;
    return { host: '127.0.0.1', port };
  }

  /** Makes matching requests fail, always or the given number of times. */
  fail(filter: RequestFilter, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#planned.push({ filter, fault, times });
  }

  /** Removes all faults. */
  calm(): void {
    this.#planned = [];
  }

  timesRequested(filter: RequestFilter): number {
    return this.requests.filter((received) => matches(filter, received)).length;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const url = new URL(request.url ?? '/', 'http://stripe.invalid');
    const method = request.method ?? 'GET';
    const header = request.headers['idempotency-key'];
    const idempotencyKey = typeof header === 'string' ? header : undefined;
    const form = readForm(method === 'GET' ? url.search : body);
    const received = { method, path: url.pathname, form, idempotencyKey };
    this.requests.push(received);
    const fault = this.#faultFor(received);
    if (fault === 'silent') return;
    if (fault === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    if (typeof fault === 'object' && 'after' in fault) await fault.after;
    const {
      status,
      body: answer,
      isReplayed,
    } = this.#carryOut({
      request,
      method,
      path: url.pathname,
      form,
      body,
      idempotencyKey,
      fault,
    });
    if (fault === 'done_then_silent') return;
    if (fault === 'done_then_reset') {
      request.socket.resetAndDestroy();
      return;
    }
    this.#answered += 1;
    const text = JSON.stringify(answer, undefined, 2);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'request-id': `req_Fake${this.#answered}`,
      'stripe-version': String(request.headers['stripe-version']),
      ...(isReplayed ? { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' } : {}),
    });
    if (fault === 'done_then_truncated') {
      response.write(text.slice(0, text.length / 2), () => request.socket.resetAndDestroy());
      return;
    }
    response.end(text);
  }

  #faultFor(received: ReceivedRequest): Fault | undefined {
    const planned = this.#planned.find(
      ({ filter, times }) => times > 0 && matches(filter, received),
    );
    if (planned === undefined) return undefined;
    planned.times -= 1;
    return planned.fault;
  }

  #carryOut(call: {
    request: IncomingMessage;
    method: string;
    path: string;
    form: Form;
    body: string;
    idempotencyKey: string | undefined;
    fault: Fault | undefined;
  }): Answer & { isReplayed: boolean } {
    const { method, path, form, body, fault } = call;
    const key = method === 'POST' ? call.idempotencyKey : undefined;
    try {
      checkHeaders(call.request);
      if (typeof fault === 'object' && 'status' in fault) throw planned(fault);
      const kept = key === undefined ? undefined : this.keys.begin(key, path, body);
      if (kept !== undefined) return { ...kept, isReplayed: true };
    } catch (error) {
      return { ...answerOf(error), isReplayed: false };
    }
    let answer: Answer;
    let isStored = true;
    try {
      answer = { status: 200, body: structuredClone(this.#route(method, path, form)) };
    } catch (error) {
      answer = answerOf(error);
      isStored = error instanceof StripeProblem && error.isRemembered;
    }
    if (fault === 'done_then_500') answer = answerOf(planned({ status: 500 }));
    if (key !== undefined) {
      if (isStored) this.keys.keep(key, answer);
      else this.keys.release(key);
    }
    return { ...answer, isReplayed: false };
  }

  #route(method: string, path: string, form: Form): object {
    // Sessions are the only objects here whose path has a namespace.
    const [noun = '', id = '', verb = ''] = path
      .replace(/^\/v1\//, '')
      .replace('checkout/sessions', 'sessions')
      .split('/');
    const { account } = this;
    switch (`${method} ${noun}${id === '' ? '' : '/:id'}${verb === '' ? '' : `/${verb}`}`) {
      case 'POST payment_intents':
        return account.createIntent(form);
      case 'GET payment_intents':
        return page([...account.intents.values()].reverse(), form);
      case 'GET payment_intents/:id':
        return account.intent(id);
      case 'POST payment_intents/:id/confirm':
        return account.confirmIntent(id, form);
      case 'POST payment_intents/:id/cancel':
        return account.cancelIntent(id, form);
      case 'POST refunds':
        return account.createRefund(form);
      case 'GET refunds':
        return page(account.listRefunds(textOf(form, 'payment_intent') ?? ''), form);
      case 'GET customers': {
        const email = textOf(form, 'email');
        return page(
          [...account.customers.values()].filter((customer) => customer.email === email),
          form,
        );
      }
      case 'GET customers/:id':
        return account.readCustomer(id);
      case 'POST sessions':
        return this.sessions.create(form);
      case 'GET sessions/:id':
        return this.sessions.read(id);
      case 'POST customers':
        return account.createCustomer(form);
      case 'GET payment_methods/:id':
        return account.readMethod(id, listOf(form, 'expand'));
      case 'GET setup_intents': {
        const wanted = textOf(form, 'payment_method');
        return page(
          [...account.setups.values()].filter((setup) => setup.payment_method === wanted),
          form,
        );
      }
      case 'POST setup_intents':
        return account.createSetup(form);
      case 'GET setup_intents/:id':
        return account.readSetup(id, listOf(form, 'expand'));
      case 'POST setup_intents/:id/cancel':
        return account.cancelSetup(id);
      default:
        throw new StripeProblem(404, {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${method}: ${path}).`,
        });
    }
  }
}

function matches(filter: RequestFilter, received: ReceivedRequest): boolean {
  return filter instanceof RegExp
    ? filter.test(`${received.method} ${received.path}`)
    : filter(received);
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}

function checkHeaders({ headers, method }: IncomingMessage): void {
  if (headers.authorization !== `Bearer ${secretKey}`) {
    throw new StripeProblem(401, {
      type: 'invalid_request_error',
      message: 'Invalid API Key provided: sk_test_****',
    });
  }
  if (headers['stripe-version'] === undefined) throw new Error('the SDK always names a version');
  if (method === 'POST' && headers['content-type'] !== 'application/x-www-form-urlencoded') {
    throw new StripeProblem(400, {
      type: 'invalid_request_error',
      message: 'Invalid request: use form encoding.',
    });
  }
}

function planned({ status, code, type }: { status: number; code?: string; type?: string }) {
  return new StripeProblem(status, {
    type: type ?? (status >= 500 ? 'api_error' : 'invalid_request_error'),
    ...(code === undefined ? {} : { code }),
    message: 'Something is wrong, as the test wants.',
  });
}

function answerOf(error: unknown): Answer {
  if (!(error instanceof StripeProblem)) throw error;
  return { status: error.status, body: { error: error.detail } };
}

/** Returns one page of a list, newest first. */
function page(all: readonly { id: string }[], form: Form): object {
  const limit = Number(textOf(form, 'limit') ?? pageSize);
  const after = textOf(form, 'starting_after');
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return {
    object: 'list',
    data: all.slice(from, from + limit),
    has_more: all.length > from + limit,
    url: '/v1/list',
  };
}
