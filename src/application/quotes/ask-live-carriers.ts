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

/** Yields each answer as soon as it arrives. */
export async function* inOrderOfAnswer(
  asked: readonly Promise<Answered>[],
): AsyncGenerator<Answered> {
  const slots = asked.map(() => Promise.withResolvers<Answered>());
  // A caller that leaves early must not cause unhandled rejections.
  for (const { promise } of slots) promise.catch(() => {});
  let next = 0;
  for (const answer of asked) {
    const fill = (): PromiseWithResolvers<Answered> | undefined => slots[next++];
    answer.then(
      (answered) => fill()?.resolve(answered),
      (error: unknown) => fill()?.reject(error),
    );
  }
  for (const { promise } of slots) yield await promise;
}
