// A member's bookings, as the pages ask for them.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isSettled } from './booking-status.ts';
import { ApiError, ask, prefix } from './client.ts';
import type { Booking } from './wire.ts';

const findBooking = (id: number, signal?: AbortSignal) =>
  ask<Booking>('GET', `/bookings/v4/${id}`, { signal });

export function bookingQuery(id: number) {
  return queryOptions({
    queryKey: ['bookings', id],
    queryFn: ({ signal }) => findBooking(id, signal),
  });
}

/** Days are `YYYY-MM-DD`, both included. */
export type BookingFilter = {
  carrier?: string | undefined;
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export type BookingSearch = {
  q?: string | undefined;
  page?: number | undefined;
  show: string;
  filter?: BookingFilter;
};

export function bookingsQuery({ q = '', page = 1, show, filter = {} }: BookingSearch) {
  const query = new URLSearchParams({ show, page: String(page), q, ...said(filter) }).toString();
  return queryOptions({
    queryKey: ['bookings', 'list', query],
    queryFn: ({ signal }) => ask<Booking[]>('GET', `/bookings/v4?${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function bookingsFile(filter: BookingFilter): string {
  return `${prefix}/bookings/export.csv?${new URLSearchParams(said(filter))}`;
}

function said({ carrier = '', status = '', from = '', to = '' }: BookingFilter) {
  const parts = Object.entries({ carrier, status, from, to });
  return Object.fromEntries(parts.filter(([, text]) => text !== ''));
}

/** After any change of a booking every list and page of bookings, and the money behind them, is asked for again. */
function useBookingChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all(
        ['bookings', 'money'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ),
  });
}

/** Of a booking, and of what is declared to customs. */
export const longestDescription = 255;

/** As much of a text as a description holds. */
export function asDescription(text: string): string {
  if (text.length <= longestDescription) return text;
  // Not half of a character that is written as two.
  const beginning = text.slice(0, longestDescription - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${beginning.trimEnd()}…`;
}

export type AddressChange = Partial<
  Pick<Booking['sender'], 'name' | 'company_name' | 'email' | 'phone' | 'address'>
>;

export type BookingChange = {
  sender?: AddressChange;
  receiver?: AddressChange;
  description?: string;
  pickup_instructions?: string;
  special_instructions?: string;
  notifications?: { email: boolean; sms: boolean };
};

export type Confirm = {
  courier?: string;
  pickup_date?: string;
  /** `HH:MM-HH:MM`; the carrier's hours where nothing is said. */
  pickup_time?: string;
  tier?: number;
  /** Nothing where the carrier bills the member itself. */
  payment_method?: string;
  /** The order it is booked for, so that nobody books it twice. */
  linked_order_id?: number;
};

export const changeBooking = (id: number, body: BookingChange) =>
  ask<Booking>('PUT', `/bookings/v4/${id}`, { body });

/** Told apart from a refusal: a lost answer leaves open whether it is booked. */
export const confirmBooking = (id: number, body: Confirm) =>
  ask<Booking>('POST', `/bookings/v4/${id}/confirm`, { body }).catch((error: unknown) => {
    throw mayHaveHappened(error) ? new NotKnownYet(lostOnTheWay) : error;
  });

/** No answer, or one that does not know. Whoever is busy says so and has done nothing. */
export function mayHaveHappened(error: unknown): boolean {
  return !(error instanceof ApiError) || (error.status >= 500 && error.status !== 503);
}

/** It may be booked and charged, and nobody here knows. */
export class NotKnownYet extends Error {
  override readonly name = 'NotKnownYet';
}

const lostOnTheWay = 'The answer was lost on the way.';

/** An earlier try of ours, or another tab, has booked it or is about to; or the answer that would say so is lost. */
function isPerhapsMade(error: unknown): boolean {
  const isMade = error instanceof ApiError && error.code === 'booking_already_paid';
  return isMade || error instanceof NotKnownYet;
}

/** The booking itself says what became of it. */
async function lookWhetherBooked(id: number): Promise<Booking> {
  const booking = await findBooking(id).catch((error: unknown) => {
    if (!mayHaveHappened(error)) throw error;
    throw new NotKnownYet(
      `${lostOnTheWay} Linehaul can not be reached just now; look again when you are connected.`,
    );
  });
  if (booking.status !== 'new') return booking;
  throw new NotKnownYet(
    `${lostOnTheWay} So far it is not booked; look again in a moment. You can also book once more: it is not charged twice.`,
  );
}

/** `isFound` where the booking was asked, because the answer to booking it was lost or is not the first. */
export type Made = { booking: Booking; isFound: boolean };

export async function made(id: number, book: () => Promise<Booking>): Promise<Made> {
  try {
    return { booking: await book(), isFound: false };
  } catch (error) {
    if (!isPerhapsMade(error)) throw error;
    return { booking: await lookWhetherBooked(id), isFound: true };
  }
}

/** `onMade` is told before anything on the screen changes: the page with the form is gone with the quotes. */
export const useBook = (
  id: number,
  book: () => Promise<Booking>,
  onMade: (made: Made) => Promise<void>,
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (what: 'book' | 'look') =>
      what === 'book'
        ? await made(id, book)
        : { booking: await lookWhetherBooked(id), isFound: true },
    onSuccess: async ({ booking, isFound }) => {
      // While it is new its prices stay those that were chosen from.
      if (booking.status === 'new') return;
      await onMade({ booking, isFound });
      queries.setQueryData(bookingQuery(id).queryKey, booking);
      // Its page is told more than the answer to booking it.
      void queries.invalidateQueries({ queryKey: bookingQuery(id).queryKey, exact: true });
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['bookings', 'list'] }),
        queries.invalidateQueries({ queryKey: ['money'] }),
        // An order is booked with its booking.
        queries.invalidateQueries({ queryKey: ['orders'] }),
      ]),
  });
};

export const useDeleteBooking = (id: number) =>
  useBookingChange(() => ask('DELETE', `/bookings/v4/${id}`));

/** It has a number and somebody is to carry it, so that labels and manifests can be printed. */
export function hasLabels(booking: Pick<Booking, 'status' | 'connote'>): boolean {
  return booking.connote !== null && isSettled(booking);
}
