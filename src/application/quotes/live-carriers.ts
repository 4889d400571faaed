// Asks one live carrier behind a deadline and a circuit breaker. Anything it throws becomes a failure: this is the only
// general catch in the pipeline.
import { CarrierTrouble, quoteTroubleOf } from '../../domain/connectors/carrier-trouble.ts';
import type { QuoteFailure } from '../../domain/quotes/quote.ts';
import type { Shipment } from '../../domain/quotes/shipment.ts';
import type { App, LiveAnswer, LiveCarrier } from '../ports.ts';
import { isOffer, readAbsence } from './live-answer.ts';

/** A live carrier that can be asked for a price. */
export type QuotingCarrier = LiveCarrier & { quote: NonNullable<LiveCarrier['quote']> };

export function isQuoting(carrier: LiveCarrier): carrier is QuotingCarrier {
  return carrier.quote !== undefined && carrier.policy !== 'card';
}

/** The cache name of its answers. A member's own account has a name of its own. */
export function answersAs({ answersAs: name, stringId }: LiveCarrier): string {
  return name ?? stringId;
}

/** A price was chosen while this carrier was still asked. */
export function notAwaited(carrier: string): QuoteFailure {
  const message = 'the carrier had not answered when the price was chosen';
  return {
    carrier,
    code: 'carrier_timeout',
    serviceability: 'timeout',
    isRetryable: true,
    message,
  };
}

export async function askLiveCarrier(
  app: App,
  carrier: QuotingCarrier,
  shipment: Shipment,
  signal: AbortSignal | undefined,
): Promise<LiveAnswer> {
  const failed = (
    code: string,
    serviceability: QuoteFailure['serviceability'],
    isRetryable: boolean,
    message: string,
  ): LiveAnswer => ({
    failure: { carrier: carrier.stringId, code, serviceability, isRetryable, message },
    isLasting: false,
  });
  const watchedAs = carrier.own?.watchedAs ?? carrier.stringId;
  const breaker = app.carriers.breakerOf(watchedAs);
  if (!breaker.mayAsk(app.clock.nowMs())) {
    return failed(
      'carrier_circuit_open',
      'unavailable',
      true,
      'the carrier has failed several times and is paused for a moment',
    );
  }
  // Only house accounts are shown in the operator's area, so only their health is recorded.
  const health = carrier.own === undefined ? app.carriers.healthOf(watchedAs) : undefined;
  const startedMs = performance.now();
  const note = (isFailure: boolean): void =>
    health?.note({ isFailure, ms: Math.round(performance.now() - startedMs) });
  const deadlineMs = Math.min(app.timing.carrierDeadlineMs, app.timing.quoteBudgetMs);
  const wait = startWait(deadlineMs, signal);
  try {
    const answer: unknown = await Promise.race([carrier.quote(shipment, wait.signal), wait.over]);
    if (isOffer(answer)) {
      breaker.succeeded();
      note(false);
      return { offer: answer, isLasting: true };
    }
    const absence = readAbsence(answer);
    if (absence !== undefined) {
      breaker.succeeded();
      note(false);
      const { code, serviceability, message } = absence;
      return { ...failed(code, serviceability, false, message), isLasting: true };
    }
    breaker.failed(app.clock.nowMs());
    note(true);
    app.log.warn({ carrier: carrier.stringId }, 'a carrier answered nonsense');
    return failed('carrier_bad_answer', 'error', false, "the carrier's answer could not be read");
  } catch (error) {
    // A client that went away says nothing about the carrier.
    if (signal?.aborted !== true) {
      // A carrier that rejects one request still prices others.
      if (isAboutRequest(error)) breaker.succeeded();
      else breaker.failed(app.clock.nowMs());
      note(!isNotSent(error));
    }
    if (wait.isLate())
      return failed('carrier_timeout', 'timeout', true, 'the carrier did not answer in time');
    if (!isNotSent(error))
      app.log.warn({ err: error, carrier: carrier.stringId }, 'a carrier could not quote');
    if (error instanceof CarrierTrouble) {
      const { code, serviceability, isRetryable, message } = quoteTroubleOf(
        error,
        carrier.own !== undefined,
      );
      return failed(code, serviceability, isRetryable, message);
    }
    return isUnreachable(error)
      ? failed('carrier_unreachable', 'unavailable', true, 'the carrier could not be reached')
      : failed('carrier_error', 'error', true, 'the carrier could not be asked');
  } finally {
    wait.end();
  }
}

/** The request lacks details that the carrier needs, so nothing was sent. */
function isNotSent(error: unknown): boolean {
  return error instanceof CarrierTrouble && error.kind === 'needs_contacts';
}

function isAboutRequest(error: unknown): boolean {
  return isNotSent(error) || (error instanceof CarrierTrouble && error.kind === 'bad_request');
}

type Wait = {
  /** Aborts at the deadline or when the caller leaves. */
  signal: AbortSignal;
  /** Rejects at that moment, even if the carrier ignores the signal. */
  over: Promise<never>;
  isLate(): boolean;
  end(): void;
};

/**
 * Waits until the deadline or until the caller leaves. AbortSignal.timeout cannot be cancelled and does not keep a
 * command alive; AbortSignal.any is slow, and every carrier of every quote needs one of these.
 */
function startWait(ms: number, caller: AbortSignal | undefined): Wait {
  const stop = new AbortController();
  const over = Promise.withResolvers<never>();
  // Most carriers answer in time, and then this rejection has no listener.
  over.promise.catch(() => {});
  let isLate = false;
  const finish = (reason: unknown): void => {
    stop.abort(reason);
    over.reject(reason);
  };
  const leave = (): void => finish(caller?.reason);
  const timer = setTimeout(() => {
    isLate = true;
    finish(new Error('no answer in time'));
  }, ms);
  if (caller?.aborted === true) leave();
  caller?.addEventListener('abort', leave, { once: true });
  return {
    signal: stop.signal,
    over: over.promise,
    isLate: () => isLate,
    end: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', leave);
    },
  };
}

const unreachableCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Node and its fetch report a failed connection with these codes. */
function isUnreachable(error: unknown): boolean {
  const codeOf = (one: unknown): unknown =>
    typeof one === 'object' && one !== null && 'code' in one ? one.code : undefined;
  return (
    unreachableCodes.has(codeOf(error)) ||
    (error instanceof Error && unreachableCodes.has(codeOf(error.cause)))
  );
}
