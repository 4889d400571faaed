// Live carriers that follow a test's script call by call, and record their calls. They never wait for time to pass: a
// slow carrier waits until the test opens its gate.
import type { LiveCarrier, LiveOffer } from '../../../src/application/ports.ts';
import type { Shipment } from '../../../src/domain/quotes/shipment.ts';

type Call = { shipment: Shipment; signal: AbortSignal };
/** One act of a scripted carrier; it may return or throw anything. */
export type Act = (call: Call) => unknown;
export type ScriptedCarrier = LiveCarrier & { readonly calls: Call[] };

/** Performs its acts in order; the last one repeats. */
export function scripted(stringId: string, ...acts: [Act, ...Act[]]): ScriptedCarrier {
  const calls: Call[] = [];
  return {
    stringId,
    mode: 'road',
    calls,
    quote: (shipment, signal) => {
      const act = acts[Math.min(calls.length, acts.length - 1)] ?? acts[0];
      calls.push({ shipment, signal });
      // Tests return invalid offers too, so the type is not checked.
      return act({ shipment, signal }) as Promise<LiveOffer>;
    },
  };
}

export const answers =
  (priceCents: number, text = '1 day'): Act =>
  async () => ({ priceCents, transit: { text, minDays: 1, maxDays: 1 } });

export const declines: Act = async () => ({
  absence: { code: 'route_not_served', serviceability: 'no_route', message: 'not there' },
});

export const replies =
  (value: unknown): Act =>
  async () =>
    value;

/** Never answers, and ignores the abort signal. */
export const hangs: Act = () => new Promise(() => {});

/** Never answers, but stops on the abort signal. */
export const waitsForSignal: Act = ({ signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

export const throws =
  (error: unknown): Act =>
  () => {
    throw error;
  };

export const rejects =
  (error: unknown): Act =>
  () =>
    Promise.reject(error);

export type Gate = { readonly opened: Promise<void>; open(): void };

export function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

/** Waits until the gate is open, then acts. */
export const behind =
  ({ opened }: Gate, act: Act): Act =>
  async (call) => {
    await opened;
    return await act(call);
  };

/** Repeats an act a number of times, as part of a script. */
export function repeated(times: number, act: Act): [Act, ...Act[]] {
  return [act, ...Array.from({ length: times - 1 }, () => act)];
}
