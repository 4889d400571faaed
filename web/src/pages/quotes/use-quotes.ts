// Streams quotes as they arrive. A new request or leaving the page aborts the previous one. A price is shown once the
// booking holds it, and can be chosen while other carriers are still asked.
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
  | { event: 'stored'; data: { bookingId: number } }
  | { event: 'complete'; data: { durationMs: number; bookingId: number | null } };

export function useQuotes(): {
  asked: Asked;
  /** Prices are shown at once, and can be chosen after `onStored`. */
  ask: (
    request: object,
    onStored: (bookingId: number, signal: AbortSignal) => Promise<void>,
  ) => Promise<void>;
  forget: () => void;
} {
  const [asked, setAsked] = useState(nothingAsked);
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);

  const ask = useCallback<ReturnType<typeof useQuotes>['ask']>(async (request, onStored) => {
    underWay.current?.abort();
    const mine = new AbortController();
    underWay.current = mine;
    const arrived: Offer[] = [];
    const errors: QuoteError[] = [];
    let state: Asked = { ...nothingAsked, phase: 'asking' };
    let isShowing = false;
    // Dozens arrive within one frame, so they are shown together at the next.
    const show = (change: Partial<Asked>): void => {
      state = { ...state, ...change };
      if (isShowing) return;
      isShowing = true;
      requestAnimationFrame(() => {
        isShowing = false;
        if (!mine.signal.aborted) setAsked(state);
      });
    };
    let whenStored: Promise<void> | undefined;
    const showStored = (bookingId: number | null): void => {
      show({ market: { offers: [...arrived], errors: [...errors] } });
      if (bookingId === null) return;
      whenStored ??= onStored(bookingId, mine.signal).then(() => show({ bookingId }));
    };
    setAsked(state);
    try {
      for await (const message of postForEvents('/bookings/stream', request, mine.signal)) {
        const { event, data } = message as QuoteEvent;
        if (event === 'ready') show({ carrierCount: data.carrierCount });
        else if (event === 'quote') arrived.push({ carrier: data.carrier, quote: data.quote });
        else if (event === 'carrier_error') {
          const { carrier, code, serviceability, retryable, message: reason } = data;
          errors.push({ courier: carrier, code, serviceability, retryable, message: reason });
          show({ market: { ...state.market, errors: [...errors] } });
        } else if (event === 'stored') showStored(data.bookingId);
        else if (event === 'complete') {
          showStored(data.bookingId);
          await whenStored;
          show({ phase: 'done', durationMs: data.durationMs });
        }
      }
      if (state.phase !== 'done') throw new Error('The connection was lost. Get prices again.');
    } catch (error) {
      if (!mine.signal.aborted) show({ phase: 'failed', error });
    }
  }, []);

  const forget = useCallback(() => {
    underWay.current?.abort();
    setAsked(nothingAsked);
  }, []);
  return { asked, ask, forget };
}
