// Asks one live carrier, guarded: a deadline, a breaker, and no way for anything it does to reach the quote but as an
// answer or a failure. This is the only general catch in the pipeline.
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

/** What its answers are known by: a member's own account's are nobody else's. */
export function answersAs({ answersAs: name, stringId }: LiveCarrier): string {
  return name ?? stringId;
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
      'the carrier has failed several times and is left alone for a moment',
    );
  }
  // People look at the house's accounts only; members' own are many, and nobody looks at those.
  const health = carrier.own === undefined ? app.carriers.healthOf(watchedAs) : undefined;
  const beganMs = performance.now();
  const note = (isFailure: boolean): void =>
    health?.note({ isFailure, ms: Math.round(performance.now() - beganMs) });
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
    return failed('carrier_bad_answer', 'error', false, "the carrier's answer makes no sense");
  } catch (error) {
    // The client went away: that says nothing about the carrier.
    if (signal?.aborted !== true) {
      // A carrier that cannot answer one request of ours still prices others.
      if (isAboutRequest(error)) breaker.succeeded();
      else breaker.failed(app.clock.nowMs());
      note(!isUnasked(error));
    }
    if (wait.isLate())
      return failed('carrier_timeout', 'timeout', true, 'the carrier did not answer in time');
    if (!isUnasked(error))
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

/** The request has no details that the carrier needs, so nothing was sent. */
function isUnasked(error: unknown): boolean {
  return error instanceof CarrierTrouble && error.kind === 'needs_contacts';
}

function isAboutRequest(error: unknown): boolean {
  return isUnasked(error) || (error instanceof CarrierTrouble && error.kind === 'bad_request');
}

type Wait = {
  /** Raised when nobody waits any more. */
  signal: AbortSignal;
  /** Fails at that moment, whatever the carrier does about it. */
  over: Promise<never>;
  isLate(): boolean;
  end(): void;
};

/**
 * Until the deadline, or until whoever asked has gone. Unlike AbortSignal.timeout it can be called off, and a command that
 * has nothing else to do still waits for it; unlike AbortSignal.any it costs next to nothing, and there is one for every
 * carrier of every quote.
 */
function startWait(ms: number, asker: AbortSignal | undefined): Wait {
  const stop = new AbortController();
  const over = Promise.withResolvers<never>();
  // Most carriers answer: then nobody listens to this.
  over.promise.catch(() => {});
  let isLate = false;
  const finish = (reason: unknown): void => {
    stop.abort(reason);
    over.reject(reason);
  };
  const leave = (): void => finish(asker?.reason);
  const timer = setTimeout(() => {
    isLate = true;
    finish(new Error('no answer in time'));
  }, ms);
  if (asker?.aborted === true) leave();
  asker?.addEventListener('abort', leave, { once: true });
  return {
    signal: stop.signal,
    over: over.promise,
    isLate: () => isLate,
    end: () => {
      clearTimeout(timer);
      asker?.removeEventListener('abort', leave);
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

/** No connection came about, as Node and its fetch say it. */
function isUnreachable(error: unknown): boolean {
  const codeOf = (one: unknown): unknown =>
    typeof one === 'object' && one !== null && 'code' in one ? one.code : undefined;
  return (
    unreachableCodes.has(codeOf(error)) ||
    (error instanceof Error && unreachableCodes.has(codeOf(error.cause)))
  );
}
