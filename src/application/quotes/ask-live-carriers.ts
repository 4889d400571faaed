// Asks live carriers in parallel and yields their answers as they arrive.
import type { App, LiveAnswer, LiveCarrier } from '../ports.ts';
import { answersAs, askLiveCarrier, type QuotingCarrier } from './live-carriers.ts';
import type { QuotePlan } from './plan-quote.ts';

type Answered = [LiveCarrier, LiveAnswer];

/** Carriers with a cached answer are not asked. */
export function askLiveCarriers(
  app: App,
  plan: QuotePlan,
  live: readonly QuotingCarrier[],
  cached: ReadonlyMap<string, LiveAnswer> | undefined,
  signal: AbortSignal | undefined,
): Promise<Answered>[] {
  return live.map(async (carrier): Promise<Answered> => {
    const name = answersAs(carrier);
    const answer =
      cached?.get(name) ??
      (await app.carriers.asks.ask(`${name} ${plan.fingerprint}`, signal, (stop) =>
        askLiveCarrier(app, carrier, plan.shipment, stop),
      ));
    return [carrier, answer];
  });
}

/** Yields the answers as soon as they arrive; together if several arrived while the caller was busy. */
export async function* inOrderOfAnswer(
  asked: readonly Promise<Answered>[],
): AsyncGenerator<readonly Answered[]> {
  const arrived: Promise<Answered>[] = [];
  let next = Promise.withResolvers<void>();
  for (const answer of asked) {
    const note = (): void => {
      arrived.push(answer);
      next.resolve();
    };
    // Handles both, so that a caller that leaves early causes no unhandled rejections.
    answer.then(note, note);
  }
  for (let left = asked.length; left > 0; ) {
    await next.promise;
    next = Promise.withResolvers<void>();
    const together = arrived.splice(0);
    left -= together.length;
    yield await Promise.all(together);
  }
}
