// Live carriers that do what a test tells them, call by call, good or bad, and remember how they were asked. Nothing here
// waits for time to pass: what is slow is slow until the test opens a gate.
import type { LiveCarrier, LiveOffer } from '../../../src/application/ports.ts';
import type { Shipment } from '../../../src/domain/quotes/shipment.ts';

type Call = { shipment: Shipment; signal: AbortSignal };
/** What a carrier does when it is asked; anything may come of it. */
export type Act = (call: Call) => unknown;
export type ScriptedCarrier = LiveCarrier & { readonly calls: Call[] };

/** Does one act after the other; the last is repeated. */
export function scripted(stringId: string, ...acts: [Act, ...Act[]]): ScriptedCarrier {
  const calls: Call[] = [];
  return {
    stringId,
    mode: 'road',
    calls,
    quote: (shipment, signal) => {
      const act = acts[Math.min(calls.length, acts.length - 1)] ?? acts[0];
      calls.push({ shipment, signal });
      // The port promises an offer; what comes is what the test is about.
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

/** Never answers and does not care who waits. */
export const hangs: Act = () => new Promise(() => {});

/** Never answers, but stops when nobody waits any more. */
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

/** Does nothing until the gate is open. */
export const behind =
  ({ opened }: Gate, act: Act): Act =>
  async (call) => {
    await opened;
    return await act(call);
  };

/** The same act so many times, before the next of a script. */
export function repeated(times: number, act: Act): [Act, ...Act[]] {
  return [act, ...Array.from({ length: times - 1 }, () => act)];
}
