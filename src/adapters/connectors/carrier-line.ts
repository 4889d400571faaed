// Holds a connector's conversations over the transport: one account, one carrier. It signs in when a token is needed and
// again when it has expired, keeps to the carrier's pace, bounds how many requests are open, leaves a failing carrier
// alone for a while, repeats what may be repeated, and writes every call down.
//
// What may be repeated: a request that the carrier has certainly not seen, and one that its connector calls repeatable.
// A booking whose answer was lost is never sent again from here.
import type {
  CarrierAccount,
  CarrierOperation,
  CarrierReply,
  CarrierRequest,
  Clock,
  Connector,
  Conversation,
  Meter,
  Tracer,
} from '../../application/ports.ts';
import { type CircuitBreaker, circuitBreaker } from '../../domain/carriers/circuit-breaker.ts';
import { type PickupWay, pickupsOf } from '../../domain/connectors/account-setting.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { MemberId } from '../../domain/members/member.ts';
import { type CallLog, readableText, redactor } from './call-log.ts';
import { isPassing, refuseFaults } from './reply-faults.ts';
import { sendTraced } from './traced-send.ts';
import type { Transport, WireReply } from './transport.ts';

export type LineParts = {
  transport: Transport;
  calls: CallLog;
  clock: Clock;
  /** Of the request that is being answered; "" when none is. */
  requestId?(): string;
  tracer?: Tracer | undefined;
  meter: Pick<Meter, 'carrierAsked'>;
  /** From 0 to below 1. */
  random(): number;
  /** Waits; ends early, with an error, when the signal is raised. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** Whose own account it is; absent: the house's. */
  owner?: MemberId | undefined;
  /** Since when the account is the one that is asked. */
  connectedAtMs?: number | undefined;
  /** Shared with other processes; without it the line has one of its own. */
  breaker?: CircuitBreaker;
};

export type Asking = {
  operation: CarrierOperation;
  /** Of the booking it is about; "" for quotes. */
  reference: string;
  signal?: AbortSignal | undefined;
};

/** With when its conversation began. */
type Held = Asking & { beganMs: number };

type AnyOperation = CarrierOperation | 'sign_in';

/** How long one request may take. Nobody waits for a quote as long as for a booking. */
const deadlineMs: Readonly<Record<AnyOperation, number>> = {
  sign_in: 8_000,
  check: 10_000,
  quote: 10_000,
  book: 15_000,
  // Whoever confirms waits for it too, and without it the booking is as good: a person rings the carrier.
  pickup: 6_000,
  find: 10_000,
  cancel: 15_000,
  label: 15_000,
  manifest: 30_000,
  track: 10_000,
};
/** Quotes leave room for bookings. */
const mostOpen = { quotes: 240, all: 256 };
/** More than any conversation has; one that goes on is a mistake of ours. */
const mostRequests = 100;
const repeats = 1;
const repeatPauseMs = 120;
/** A carrier that wants to be left alone for longer is left alone. */
const longestWaitMs = 1_000;
/**
 * A booking leaves within this time of its conversation's beginning or not at all: whoever asks afterwards what became of it
 * takes "not there" for an answer after a while (`settlingMs` of the carrier booking), and it must not be sent later than that.
 */
const latestBookingMs = 60_000;
const tokenSlackMs = 30_000;

export class CarrierLine {
  readonly connector: Connector;
  readonly #account: CarrierAccount;
  readonly #parts: LineParts;
  readonly #breaker: CircuitBreaker;
  readonly #asked = new Map<CarrierOperation, number[]>();
  #open = 0;
  #token: { text: string; untilMs: number } | undefined;
  #signingIn: Promise<string> | undefined;

  constructor(connector: Connector, account: CarrierAccount, parts: LineParts) {
    this.connector = connector;
    this.#account = account;
    this.#parts = parts;
    this.#breaker = parts.breaker ?? circuitBreaker();
  }

  get pickups(): PickupWay {
    return pickupsOf(this.#account);
  }

  get owner(): MemberId | undefined {
    return this.#parts.owner;
  }

  /** Whether it was connected only after that: then another may have been asked until then. */
  isConnectedAfter(atMs: number): boolean {
    return (this.#parts.connectedAtMs ?? 0) > atMs;
  }

  /** Whether it has failed so often that it is left alone. */
  get isResting(): boolean {
    return this.#breaker.isOpen(this.#parts.clock.nowMs());
  }

  async hold<Result>(
    asking: Asking,
    begin: (connector: Connector, account: CarrierAccount) => Conversation<Result>,
  ): Promise<Result> {
    const conversation = begin(this.connector, this.#account);
    const held: Held = { ...asking, beganMs: this.#parts.clock.nowMs() };
    let hasEffect = false;
    let isSeen = false;
    try {
      let turn = conversation.next();
      for (let requests = 0; turn.done !== true; requests += 1) {
        if (requests >= mostRequests) throw new Error('a conversation that does not end');
        hasEffect ||= !turn.value.isRepeatable;
        const reply = await this.#exchange(held, turn.value);
        isSeen = hasEffect;
        turn = conversation.next(reply);
      }
      return turn.value;
    } catch (error) {
      if (!(error instanceof CarrierTrouble)) throw error;
      // A booking that failed at a question before it, such as one for a price, was not sent; and one that was answered has
      // been, whatever became of the questions after it.
      const isUnsent = !isSeen && (error.isUnsent || (asking.operation === 'book' && !hasEffect));
      if (isUnsent === error.isUnsent) throw error;
      const { kind, message, retryAfterMs } = error;
      throw new CarrierTrouble(kind, message, { isUnsent, retryAfterMs, cause: error });
    }
  }

  async #exchange(asking: Held, request: CarrierRequest): Promise<CarrierReply> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#signedIn(asking, request);
      } catch (error) {
        if (!(error instanceof CarrierTrouble)) throw error;
        const mayRepeat =
          error.kind !== 'credentials' &&
          (error.isUnsent || (request.isRepeatable && isPassing(error)));
        const waitMs = error.retryAfterMs ?? repeatPauseMs * (1 + this.#parts.random());
        const isOver = asking.signal?.aborted === true;
        if (attempt >= repeats || !mayRepeat || waitMs > longestWaitMs || isOver) throw error;
        await this.#parts.wait(waitMs, asking.signal).catch(() => {
          throw error;
        });
      }
    }
  }

  async #signedIn(asking: Held, request: CarrierRequest): Promise<CarrierReply> {
    const isOwn = request.path.startsWith('/');
    if (!isOwn || this.connector.signIn === undefined)
      return await this.#guarded(asking, asking.operation, request, undefined);
    const token = await this.#obtainToken(asking);
    try {
      return await this.#guarded(asking, asking.operation, request, token);
    } catch (error) {
      const isExpired = error instanceof CarrierTrouble && error.kind === 'credentials';
      if (!isExpired) throw error;
      // A request refused for its token was not looked at: it is sent again, once, with a new one.
      if (this.#token?.text === token) this.#token = undefined;
      return await this.#guarded(
        asking,
        asking.operation,
        request,
        await this.#obtainToken(asking),
      );
    }
  }

  async #obtainToken(asking: Held): Promise<string> {
    const { clock } = this.#parts;
    if (this.#token !== undefined && clock.nowMs() < this.#token.untilMs) return this.#token.text;
    // Everybody who needs a token waits for the same one, whoever gives up meanwhile.
    this.#signingIn ??= this.#signIn(asking.reference).finally(() => {
      this.#signingIn = undefined;
    });
    try {
      return await this.#signingIn;
    } catch (error) {
      if (!(error instanceof CarrierTrouble)) throw error;
      // Whatever became of the sign-in, the request itself was not sent.
      const { kind, message, retryAfterMs } = error;
      throw new CarrierTrouble(kind, `signing in: ${message}`, { isUnsent: true, retryAfterMs });
    }
  }

  async #signIn(reference: string): Promise<string> {
    const { signIn } = this.connector;
    if (signIn === undefined) throw new Error('a connector without tokens');
    const beganMs = this.#parts.clock.nowMs();
    const asking: Held = { operation: 'check', reference, beganMs };
    const conversation = signIn(this.#account);
    let turn = conversation.next();
    for (let requests = 0; turn.done !== true; requests += 1) {
      if (requests >= mostRequests) throw new Error('a conversation that does not end');
      turn = conversation.next(await this.#guarded(asking, 'sign_in', turn.value, undefined));
    }
    const { token, expiresInSeconds } = turn.value;
    const lastsMs = Math.max(0, expiresInSeconds * 1000 - tokenSlackMs);
    this.#token = { text: token, untilMs: this.#parts.clock.nowMs() + lastsMs };
    return token;
  }

  /** One request: paced, bounded, watched by the breaker, written down. */
  async #guarded(
    asking: Held,
    operation: AnyOperation,
    request: CarrierRequest,
    token: string | undefined,
  ): Promise<CarrierReply> {
    const nowMs = this.#parts.clock.nowMs();
    const isQuote = operation === 'quote';
    if (operation === 'book' && !request.isRepeatable && nowMs - asking.beganMs > latestBookingMs)
      throw new CarrierTrouble('timeout', 'it took too long to get so far', { isUnsent: true });
    if (this.#open >= (isQuote ? mostOpen.quotes : mostOpen.all))
      throw new CarrierTrouble('busy', 'too many requests are open', { isUnsent: true });
    this.#keepPace(asking.operation, nowMs);
    if (!this.#breaker.mayAsk(nowMs))
      throw new CarrierTrouble('circuit_open', 'it has failed several times', { isUnsent: true });
    this.#open += 1;
    try {
      const reply = await this.#recorded(asking, operation, request, token);
      this.#breaker.succeeded();
      return reply;
    } catch (error) {
      // Nobody waits any more: that says nothing about the carrier.
      if (asking.signal?.aborted !== true) this.#countFailure(error);
      throw error;
    } finally {
      this.#open -= 1;
    }
  }

  /** A carrier that answers at all, with a limit or a refusal, is there. */
  #countFailure(error: unknown): void {
    const isThere =
      error instanceof CarrierTrouble && ['credentials', 'rate_limited'].includes(error.kind);
    if (isThere) this.#breaker.succeeded();
    else this.#breaker.failed(this.#parts.clock.nowMs());
  }

  #keepPace(operation: CarrierOperation, nowMs: number): void {
    const pace = this.connector.pace?.[operation];
    if (pace === undefined) return;
    const recent = (this.#asked.get(operation) ?? []).filter((at) => at > nowMs - pace.perMs);
    if (recent.length >= pace.requests)
      throw new CarrierTrouble('paced', 'the carrier allows no more requests now', {
        isUnsent: true,
        retryAfterMs: pace.perMs,
      });
    this.#asked.set(operation, [...recent, nowMs]);
  }

  async #recorded(
    { reference, signal }: Asking,
    operation: AnyOperation,
    request: CarrierRequest,
    token: string | undefined,
  ): Promise<CarrierReply> {
    const { clock, calls, meter } = this.#parts;
    const url = this.#urlOf(request);
    const body = bodyOf(request);
    const beganMs = clock.nowMs();
    let reply: WireReply | undefined;
    let trouble = '';
    try {
      reply = await sendTraced(
        this.#parts,
        { carrier: this.connector.carrier, operation },
        {
          method: request.method,
          url,
          // Where an account signs in, the operator has said.
          isNamedByCarrier: operation !== 'sign_in' && !this.#isAtHome(url),
          headers: this.#headersOf(request, body?.type, token),
          body: body?.text,
          deadlineMs: deadlineMs[operation],
        },
        signal,
      );
      return refuseFaults(reply);
    } catch (error) {
      trouble = error instanceof CarrierTrouble ? error.kind : 'error';
      throw error;
    } finally {
      const tookMs = Math.max(0, clock.nowMs() - beganMs);
      const { carrier } = this.connector;
      calls.note(
        {
          atMs: beganMs,
          requestId: this.#parts.requestId?.() ?? '',
          carrier,
          operation,
          reference,
          method: request.method,
          status: reply?.status ?? 0,
          tookMs,
          trouble,
          ...(this.owner === undefined ? {} : { memberId: this.owner }),
        },
        () => {
          const clean = redactor([...this.#secrets(), token ?? '']);
          const received = reply === undefined ? '' : readableText(reply.contentType, reply.bytes);
          return { url: clean(url), sent: clean(body?.text ?? ''), received: clean(received) };
        },
      );
      const outcome = trouble === '' ? 'answered' : trouble;
      meter.carrierAsked({ carrier, operation, outcome, seconds: tookMs / 1000 });
    }
  }

  #urlOf({ path }: CarrierRequest): string {
    if (!path.startsWith('/')) return path;
    return `${this.#base()}${path}`;
  }

  #base(): string {
    return this.connector.baseUrl(this.#account).replace(/\/+$/, '');
  }

  /** Whether it goes where the account is asked. */
  #isAtHome(url: string): boolean {
    const base = this.#base();
    if (url.startsWith(`${base}/`)) return true;
    return URL.canParse(url) && new URL(url).origin === new URL(base).origin;
  }

  #headersOf(
    { path, headers }: CarrierRequest,
    type: string | undefined,
    token: string | undefined,
  ): Record<string, string> {
    const own = path.startsWith('/') ? this.connector.authorise(this.#account, token) : {};
    return {
      accept: 'application/json',
      'user-agent': 'Linehaul',
      ...(type === undefined ? {} : { 'content-type': type }),
      ...own,
      ...headers,
    };
  }

  #secrets(): string[] {
    return this.connector.fields.flatMap(({ name, isSecret }) =>
      isSecret ? [this.#account[name] ?? ''] : [],
    );
  }
}

function bodyOf({ body }: CarrierRequest): { text: string; type: string } | undefined {
  if (body === undefined) return undefined;
  return 'json' in body
    ? { text: JSON.stringify(body.json), type: 'application/json' }
    : {
        text: new URLSearchParams(body.form).toString(),
        type: 'application/x-www-form-urlencoded',
      };
}
