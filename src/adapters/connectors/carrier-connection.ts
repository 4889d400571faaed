// Runs a connector's conversations for one carrier account: signs in and renews expired tokens, keeps to the carrier's request
// rate, limits open requests, stops calling a failing carrier for a while, repeats requests and logs every call.
//
// A request is repeated only if the carrier certainly did not receive it, or if the connector marks it as repeatable. A
// booking whose answer was lost is never sent again from here.
import type {
  CarrierAccount,
  CarrierNotice,
  CarrierOperation,
  CarrierReply,
  CarrierRequest,
  Clock,
  Connector,
  Conversation,
  Meter,
  NoticeReading,
  Tracer,
} from '../../application/ports.ts';
import { type CircuitBreaker, circuitBreaker } from '../../domain/carriers/circuit-breaker.ts';
import { type PickupWay, pickupsOf } from '../../domain/connectors/account-setting.ts';
import type { AllottedNumbers } from '../../domain/connectors/allotted-numbers.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { MemberId } from '../../domain/members/member.ts';
import { type CallLog, readableText, redactor } from './call-log.ts';
import { isTemporary, refuseFaults } from './reply-faults.ts';
import { sendTraced } from './traced-send.ts';
import type { Transport, WireReply } from './transport.ts';

export type ConnectionParts = {
  transport: Transport;
  calls: CallLog;
  clock: Clock;
  /** The id of the request that this process is answering, or "". */
  requestId?(): string;
  tracer?: Tracer | undefined;
  meter: Pick<Meter, 'carrierAsked'>;
  /** A number from 0 up to but not including 1. */
  random(): number;
  /** Rejects when the signal is aborted. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** Undefined for a house account. */
  owner?: MemberId | undefined;
  /** When the account was connected. */
  connectedAtMs?: number | undefined;
  /** Shared with other processes; by default the connection has its own. */
  breaker?: CircuitBreaker;
};

export type CallDetails = {
  operation: CarrierOperation;
  /** The booking's reference, or "" for quotes. */
  reference: string;
  signal?: AbortSignal | undefined;
};

/** `beganMs`: when the conversation began. */
type RunningCall = CallDetails & { beganMs: number };

type AnyOperation = CarrierOperation | 'sign_in';

/** How long one request may take: callers wait longer for a booking than for a quote. */
const deadlineMs: Readonly<Record<AnyOperation, number>> = {
  sign_in: 8_000,
  check: 10_000,
  quote: 10_000,
  book: 15_000,
  // The caller's confirmation waits for it. If it fails, a person can phone the carrier.
  pickup: 6_000,
  find: 10_000,
  cancel: 15_000,
  label: 15_000,
  manifest: 30_000,
  track: 10_000,
};
/** Quotes leave room for bookings. */
const mostOpen = { quotes: 240, all: 256 };
/** More than any conversation needs: beyond it, the connector has a bug. */
const mostRequests = 100;
const repeats = 1;
const repeatPauseMs = 120;
/** A request is not repeated if the carrier asks for a longer pause. */
const longestWaitMs = 1_000;
/**
 * A booking must be sent within this time from the start of its conversation. Recovery treats "unknown to the carrier" as
 * final after a while (`settlingMs` in carrier-booking.ts), so a later request could book a second consignment.
 */
const latestBookingMs = 60_000;
const tokenSlackMs = 30_000;

export class CarrierConnection {
  readonly connector: Connector;
  readonly #account: CarrierAccount;
  readonly #parts: ConnectionParts;
  readonly #breaker: CircuitBreaker;
  readonly #asked = new Map<CarrierOperation, number[]>();
  #open = 0;
  #token: { text: string; untilMs: number } | undefined;
  #signingIn: Promise<string> | undefined;

  constructor(connector: Connector, account: CarrierAccount, parts: ConnectionParts) {
    this.connector = connector;
    this.#account = account;
    this.#parts = parts;
    this.#breaker = parts.breaker ?? circuitBreaker();
  }

  get pickups(): PickupWay {
    return pickupsOf(this.#account);
  }

  get allotted(): AllottedNumbers | undefined {
    return this.connector.allottedNumbers?.(this.#account);
  }

  get takesBookings(): boolean {
    const { book, allottedNumbers } = this.connector;
    return book !== undefined && (allottedNumbers === undefined || this.allotted !== undefined);
  }

  get owner(): MemberId | undefined {
    return this.#parts.owner;
  }

  /** True if another account may have been in use at that time. */
  isConnectedAfter(atMs: number): boolean {
    return (this.#parts.connectedAtMs ?? 0) > atMs;
  }

  readNotice(notice: CarrierNotice): NoticeReading {
    return this.connector.readNotice?.(this.#account, notice) ?? 'forged';
  }

  async converse<Result>(
    details: CallDetails,
    begin: (connector: Connector, account: CarrierAccount) => Conversation<Result>,
  ): Promise<Result> {
    const conversation = begin(this.connector, this.#account);
    const call: RunningCall = { ...details, beganMs: this.#parts.clock.nowMs() };
    let hasEffect = false;
    let isSeen = false;
    try {
      let turn = conversation.next();
      for (let requests = 0; turn.done !== true; requests += 1) {
        if (requests >= mostRequests) throw new Error('a conversation does not end');
        hasEffect ||= !turn.value.isRepeatable;
        const reply = await this.#exchange(call, turn.value);
        isSeen = hasEffect;
        turn = conversation.next(reply);
      }
      return turn.value;
    } catch (error) {
      if (!(error instanceof CarrierTrouble)) throw error;
      // A booking is unsent if an earlier request of the conversation failed, such as one for a price. It is sent once its own
      // request was answered, also when a later request fails.
      const isUnsent = !isSeen && (error.isUnsent || (call.operation === 'book' && !hasEffect));
      if (isUnsent === error.isUnsent) throw error;
      const { kind, message, retryAfterMs } = error;
      throw new CarrierTrouble(kind, message, { isUnsent, retryAfterMs, cause: error });
    }
  }

  async #exchange(call: RunningCall, request: CarrierRequest): Promise<CarrierReply> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#signedIn(call, request);
      } catch (error) {
        if (!(error instanceof CarrierTrouble)) throw error;
        const mayRepeat =
          error.kind !== 'credentials' &&
          (error.isUnsent || (request.isRepeatable && isTemporary(error)));
        const waitMs = error.retryAfterMs ?? repeatPauseMs * (1 + this.#parts.random());
        const isOver = call.signal?.aborted === true;
        if (attempt >= repeats || !mayRepeat || waitMs > longestWaitMs || isOver) throw error;
        await this.#parts.wait(waitMs, call.signal).catch(() => {
          throw error;
        });
      }
    }
  }

  async #signedIn(call: RunningCall, request: CarrierRequest): Promise<CarrierReply> {
    const isOwn = request.path.startsWith('/');
    if (!isOwn || this.connector.signIn === undefined)
      return await this.#guarded(call, call.operation, request, undefined);
    const token = await this.#obtainToken(call);
    try {
      return await this.#guarded(call, call.operation, request, token);
    } catch (error) {
      const isExpired = error instanceof CarrierTrouble && error.kind === 'credentials';
      if (!isExpired) throw error;
      // The carrier rejects an expired token before it processes the request, so the request can be sent again.
      if (this.#token?.text === token) this.#token = undefined;
      return await this.#guarded(call, call.operation, request, await this.#obtainToken(call));
    }
  }

  async #obtainToken(call: RunningCall): Promise<string> {
    const { clock } = this.#parts;
    if (this.#token !== undefined && clock.nowMs() < this.#token.untilMs) return this.#token.text;
    // Concurrent calls share one sign-in, which continues when some of them are aborted.
    this.#signingIn ??= this.#signIn(call.reference).finally(() => {
      this.#signingIn = undefined;
    });
    try {
      return await this.#signingIn;
    } catch (error) {
      if (!(error instanceof CarrierTrouble)) throw error;
      const { kind, message, retryAfterMs } = error;
      throw new CarrierTrouble(kind, `signing in: ${message}`, { isUnsent: true, retryAfterMs });
    }
  }

  async #signIn(reference: string): Promise<string> {
    const { signIn } = this.connector;
    if (signIn === undefined) throw new Error('the connector has no sign-in');
    const beganMs = this.#parts.clock.nowMs();
    const call: RunningCall = { operation: 'check', reference, beganMs };
    const conversation = signIn(this.#account);
    let turn = conversation.next();
    for (let requests = 0; turn.done !== true; requests += 1) {
      if (requests >= mostRequests) throw new Error('a conversation does not end');
      turn = conversation.next(await this.#guarded(call, 'sign_in', turn.value, undefined));
    }
    const { token, expiresInSeconds } = turn.value;
    const lastsMs = Math.max(0, expiresInSeconds * 1000 - tokenSlackMs);
    this.#token = { text: token, untilMs: this.#parts.clock.nowMs() + lastsMs };
    return token;
  }

  /**
   * Sends and logs one request, within the request rate, the limit of open requests and the circuit breaker.
   */
  async #guarded(
    call: RunningCall,
    operation: AnyOperation,
    request: CarrierRequest,
    token: string | undefined,
  ): Promise<CarrierReply> {
    const nowMs = this.#parts.clock.nowMs();
    const isQuote = operation === 'quote';
    if (operation === 'book' && !request.isRepeatable && nowMs - call.beganMs > latestBookingMs)
      throw new CarrierTrouble('timeout', 'the requests before it took too long', {
        isUnsent: true,
      });
    if (this.#open >= (isQuote ? mostOpen.quotes : mostOpen.all))
      throw new CarrierTrouble('busy', 'too many requests are open', { isUnsent: true });
    this.#keepPace(call.operation, nowMs);
    if (!this.#breaker.mayAsk(nowMs))
      throw new CarrierTrouble('circuit_open', 'it has failed several times', { isUnsent: true });
    this.#open += 1;
    try {
      const reply = await this.#recorded(call, operation, request, token);
      this.#breaker.succeeded();
      return reply;
    } catch (error) {
      // If the caller aborts, the carrier has not failed.
      if (call.signal?.aborted !== true) this.#countFailure(error);
      throw error;
    } finally {
      this.#open -= 1;
    }
  }

  /** A carrier that answers with a rate limit or a rejection is available. */
  #countFailure(error: unknown): void {
    const isAvailable =
      error instanceof CarrierTrouble && ['credentials', 'rate_limited'].includes(error.kind);
    if (isAvailable) this.#breaker.succeeded();
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
    { reference, signal }: CallDetails,
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
          // The address for signing in comes from the operator.
          isNamedByCarrier: operation !== 'sign_in' && !this.#isBaseUrl(url),
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

  #isBaseUrl(url: string): boolean {
    const base = this.#base();
    if (url.startsWith(`${base}/`)) return true;
    return URL.canParse(url) && new URL(url).origin === new URL(base).origin;
  }

  #headersOf(
    { path, headers }: CarrierRequest,
    type: string | undefined,
    token: string | undefined,
  ): Record<string, string> {
    const nowMs = this.#parts.clock.nowMs();
    const own = path.startsWith('/') ? this.connector.authorise(this.#account, token, nowMs) : {};
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
