// Streams quotes as they arrive. A new request or leaving the page aborts the previous one.
import { useCallback, useEffect, useRef, useState } from 'react';
import { postForEvents } from '../../api/events.ts';
import type { Quote, QuoteError } from '../../api/wire.ts';
import type { Market, Offer } from './market.ts';

export type Asked = {
  phase: 'idle' | 'asking' | 'done' | 'failed';
  carrierCount: number;
  market: Market;
  bookingId: number | undefined;
  durationMs: number;
  error: unknown;
};

const nothingAsked: Asked = {
  phase: 'idle',
  carrierCount: 0,
  market: { offers: [], errors: [] },
  bookingId: undefined,
  durationMs: 0,
  error: undefined,
};

type QuoteEvent =
  | { event: 'ready'; data: { carrierCount: number } }
  | { event: 'quote'; data: { carrier: string; quote: Quote } }
  | { event: 'carrier_error'; data: Omit<QuoteError, 'courier'> & { carrier: string } }
  | { event: 'complete'; data: { durationMs: number; bookingId: number | null } };

export function useQuotes(): {
  asked: Asked;
  /** Waits for `onStored` before prices can be chosen; they are shown meanwhile. */
  ask: (
    request: object,
    onStored: (bookingId: number) => Promise<void>,
  ) => Promise<number | undefined>;
  forget: () => void;
} {
  const [asked, setAsked] = useState(nothingAsked);
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);

  const ask = useCallback<ReturnType<typeof useQuotes>['ask']>(async (request, onStored) => {
    underWay.current?.abort();
    const mine = new AbortController();
    underWay.current = mine;
    const offers: Offer[] = [];
    const errors: QuoteError[] = [];
    let state: Asked = { ...nothingAsked, phase: 'asking' };
    let stored: Asked | undefined;
    let isShowing = false;
    // Dozens arrive within one frame, so they are shown together at the next.
    const show = (): void => {
      if (isShowing) return;
      isShowing = true;
      requestAnimationFrame(() => {
        isShowing = false;
        if (!mine.signal.aborted)
          setAsked({ ...state, market: { offers: [...offers], errors: [...errors] } });
      });
    };
    setAsked(state);
    try {
      for await (const message of postForEvents('/bookings/stream', request, mine.signal)) {
        const { event, data } = message as QuoteEvent;
        if (event === 'ready') state = { ...state, carrierCount: data.carrierCount };
        else if (event === 'quote') offers.push({ carrier: data.carrier, quote: data.quote });
        else if (event === 'carrier_error') {
          const { carrier, code, serviceability, retryable, message: reason } = data;
          errors.push({ courier: carrier, code, serviceability, retryable, message: reason });
        } else if (event === 'complete') {
          stored = {
            ...state,
            phase: 'done',
            bookingId: data.bookingId ?? undefined,
            durationMs: data.durationMs,
          };
        }
        show();
      }
      if (stored === undefined) throw new Error('The connection was lost. Get prices again.');
      if (stored.bookingId !== undefined) await onStored(stored.bookingId);
      if (mine.signal.aborted) return undefined;
      state = stored;
      show();
      return state.bookingId;
    } catch (error) {
      if (mine.signal.aborted) return undefined;
      state = { ...state, phase: 'failed', error };
      show();
      return undefined;
    }
  }, []);

  const forget = useCallback(() => {
    underWay.current?.abort();
    setAsked(nothingAsked);
  }, []);
  return { asked, ask, forget };
}
