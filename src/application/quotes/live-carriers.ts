// Asks one live carrier, guarded: a deadline, a breaker, and no way for anything it does to reach the quote but as an
// answer or a failure. This is the only general catch in the pipeline.
import type { QuoteFailure } from '../../domain/quote.ts';
import type { Shipment } from '../../domain/shipment.ts';
import type { App, LiveCarrier, LiveOffer } from '../ports.ts';

/** Either an offer or a failure; a retryable one is never kept. */
export type LiveAnswer = { offer?: LiveOffer; failure?: QuoteFailure; isRetryable: boolean };

const mostPriceCents = 1_000_000_00;

export async function askLiveCarrier(
  app: App,
  carrier: LiveCarrier,
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
    isRetryable,
  });
  const breaker = app.carriers.breakerOf(carrier.stringId);
  if (!breaker.mayAsk(app.clock.nowMs())) {
    return failed(
      'carrier_circuit_open',
      'unavailable',
      true,
      'the carrier has failed several times and is left alone for a moment',
    );
  }
  const deadline = AbortSignal.timeout(
    Math.min(app.timing.carrierDeadlineMs, app.timing.quoteBudgetMs),
  );
  const signals = signal === undefined ? [deadline] : [deadline, signal];
  const stop = AbortSignal.any(signals);
  try {
    const answer = await Promise.race([carrier.quote(shipment, stop), aborted(stop)]);
    if ('absence' in answer) {
      breaker.succeeded();
      const { code, serviceability, message } = answer.absence;
      return failed(code, serviceability, false, message);
    }
    if (!isSound(answer)) {
      breaker.failed(app.clock.nowMs());
      app.log.warn({ carrier: carrier.stringId }, 'a carrier answered nonsense');
      return failed('carrier_bad_answer', 'error', false, "the carrier's answer makes no sense");
    }
    breaker.succeeded();
    return { offer: answer, isRetryable: false };
  } catch (error) {
    // The client went away: that says nothing about the carrier.
    if (signal?.aborted !== true) breaker.failed(app.clock.nowMs());
    if (deadline.aborted)
      return failed('carrier_timeout', 'timeout', true, 'the carrier did not answer in time');
    app.log.warn({ err: error, carrier: carrier.stringId }, 'a carrier could not quote');
    return failed('carrier_error', 'error', true, 'the carrier could not be asked');
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** What a carrier's own service says is not to be believed without looking. */
function isSound(offer: LiveOffer): boolean {
  return (
    typeof offer === 'object' &&
    offer !== null &&
    Number.isSafeInteger(offer.priceCents) &&
    offer.priceCents > 0 &&
    offer.priceCents <= mostPriceCents &&
    typeof offer.transit?.text === 'string'
  );
}
