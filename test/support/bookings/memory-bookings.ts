// An in-memory booking store whose calls a test can delay, and a minimal app that changes bookings in it. The app has
// one carrier, whose price depends on the shipment.

import { Turns } from '../../../src/application/bookings/turns.ts';
import type { App, Bookings, LiveCarrier, Store } from '../../../src/application/ports.ts';
import { MergedCalls } from '../../../src/application/quotes/merged-calls.ts';
import { QuoteCache } from '../../../src/application/quotes/quote-cache.ts';
import { WaitingAnswers } from '../../../src/application/reports/carrier-answers.ts';
import { type Booking, bookingId } from '../../../src/domain/bookings/booking.ts';
import { carrierHealth } from '../../../src/domain/carriers/carrier-health.ts';
import { circuitBreaker } from '../../../src/domain/carriers/circuit-breaker.ts';
import { MarginTable } from '../../../src/domain/margins/margin.ts';
import { CarrierSnapshot } from '../../../src/domain/rate-cards/carrier-snapshot.ts';
import { makePickupCalendar } from '../../../src/domain/time/pickup.ts';
import { silentLog } from '../test-logs.ts';

const noMargins = new MarginTable([], 0);

/** Lets a test decide when a call begins and when its result arrives. */
export type Pace = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

export class MemoryBookings {
  readonly records = new Map<number, Booking>();

  put(booking: Booking): void {
    this.records.set(booking.id, booking);
  }

  /** The store as one process sees it: the shared records, with this process's delays. */
  at(pace: Pace): Pick<Bookings, 'add' | 'list' | 'find' | 'replace' | 'removeUnpaid'> {
    return {
      add: () => Promise.reject(new Error('nothing is added here')),
      list: () => Promise.reject(new Error('nothing is listed here')),
      find: (id, member) =>
        pace('find', async () => {
          const found = this.records.get(id);
          return found?.memberId === member ? found : undefined;
        }),
      replace: (booking, expectedVersion) =>
        pace('replace', async () => {
          const now = this.records.get(booking.id);
          if (now?.version !== expectedVersion || now.status !== 'new') return false;
          this.put({ ...booking, version: expectedVersion + 1 });
          return true;
        }),
      removeUnpaid: (id, member) =>
        pace('remove', async () => {
          const now = this.records.get(id);
          if (now?.memberId !== member || now?.status !== 'new') return false;
          return this.records.delete(bookingId(id));
        }),
    };
  }
}

/** The one carrier's price depends on everything that the carrier is sent. */
export const priceOf = (shipment: { weightGrams: number; declaredValueCents: number }): number =>
  100 + shipment.weightGrams + shipment.declaredValueCents;

const noHolidays = makePickupCalendar({
  NSW: new Map(),
  VIC: new Map(),
  QLD: new Map(),
  SA: new Map(),
  WA: new Map(),
  TAS: new Map(),
  NT: new Map(),
  ACT: new Map(),
});

export function serviceOver(bookings: MemoryBookings, pace: Pace): App {
  const carrier: LiveCarrier = {
    stringId: 'priced',
    mode: 'road',
    quote: (shipment) =>
      pace('quote', async () => ({
        priceCents: priceOf(shipment),
        transit: { text: '1 day', minDays: 1, maxDays: 1 },
      })),
  };
  const breaker = circuitBreaker();
  const health = carrierHealth();
  const snapshot = new CarrierSnapshot('none', []);
  const store = { bookings: bookings.at(pace) } as unknown as Store;
  const clock = { nowMs: () => 1_794_700_000_000 };
  const parts: Partial<App> = {
    store,
    clock,
    log: silentLog,
    carriers: {
      snapshot: () => snapshot,
      live: [carrier],
      liveOf: () => [carrier],
      breakerOf: () => breaker,
      healthOf: () => health,
      asks: new MergedCalls(),
      switchedOff: () => new Set(),
    },
    pickups: noHolidays,
    margins: { at: () => noMargins, refresh: async () => {} },
    quoteCache: new QuoteCache(0),
    sharedAnswers: undefined,
    timing: {
      carrierDeadlineMs: 600_000,
      quoteBudgetMs: 600_000,
      quoteTtlMs: 600_000,
      quoteRetentionMs: 600_000,
      confirmDeadlineMs: 600_000,
    },
    bookingTurns: new Turns(),
    carrierAnswers: new WaitingAnswers({ store, clock, log: silentLog }),
  };
  // Changing a booking needs no members, keys or places, so they are missing here.
  return parts as App;
}
