// A member's bookings.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BookingFilter, BookingsSearch, ShownBookings } from '../search.ts';
import { isSettled } from './booking-status.ts';
import { ApiError, ask, prefix } from './client.ts';
import { queryString, read, searchQuery, useChange } from './queries.ts';
import type { Booking, MemberChanges, OperatorBooking, SharedQuote } from './wire.ts';

const findBooking = (id: number, signal?: AbortSignal) =>
  ask<Booking>('GET', `/bookings/v4/${id}`, { signal });

export function bookingQuery(id: number) {
  return queryOptions({
    queryKey: ['bookings', id],
    queryFn: ({ signal }) => findBooking(id, signal),
  });
}

export function changesQuery(id: number) {
  return queryOptions({
    queryKey: ['bookings', id, 'changes'],
    queryFn: read<MemberChanges>(`/bookings/v4/${id}/changes`),
  });
}

export const useCancelOwnBooking = (id: number) =>
  useChange(['bookings', 'money', 'orders', 'tracking'], () =>
    ask<Booking>('POST', `/bookings/v4/${id}/cancel`),
  );

export const useMovePickup = (id: number) =>
  useChange(['bookings', 'tracking'], (pickup_date: string) =>
    ask<Booking>('PUT', `/bookings/v4/${id}/pickup`, { body: { pickup_date } }),
  );

/** A member reads its own bookings, the operator those of every member. */
export type Reader = 'member' | 'operator';

/** Only the operator gets the fields of `OperatorBooking`. */
export type ListedBooking = Booking & Partial<OperatorBooking>;

export const isOperators = (booking: ListedBooking): booking is OperatorBooking =>
  booking.member !== undefined;

export function bookingsQuery(
  reader: Reader,
  search: Omit<BookingsSearch, 'show'> & { show?: ShownBookings | 'under_way' | undefined },
) {
  const isOperator = reader === 'operator';
  return {
    ...searchQuery<ListedBooking[]>(
      [isOperator ? 'operator' : 'bookings', 'list'],
      isOperator ? '/operator/bookings' : '/bookings/v4',
      search,
    ),
    // An operator may be waiting for a booking to change.
    refetchInterval: isOperator ? refetchMs : (false as const),
  };
}

const refetchMs = 15_000;

export function bookingsFile(filter: BookingFilter): string {
  return `${prefix}/bookings/export.csv?${queryString(filter)}`;
}

/** The longest description of a booking or a customs declaration. */
export const longestDescription = 255;

/** The text, cut to the longest description. */
export function asDescription(text: string): string {
  if (text.length <= longestDescription) return text;
  // Do not cut a character in half that is stored as two code units.
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
  customer_reference?: string;
  pickup_instructions?: string;
  special_instructions?: string;
  notifications?: { email: boolean; sms: boolean };
};

export type Confirm = {
  courier?: string;
  pickup_date?: string;
  /** `HH:MM-HH:MM`; without it, the carrier's hours. */
  pickup_time?: string;
  tier?: number;
  /** Absent if the carrier bills the member. */
  payment_method?: string;
  /** The order that this booking fulfils; it prevents a second booking of it. */
  linked_order_id?: number;
};

export const changeBooking = (id: number, body: BookingChange) =>
  ask<Booking>('PUT', `/bookings/v4/${id}`, { body });

/** A lost answer, unlike a refusal, leaves open whether the booking was made. */
export const confirmBooking = (id: number, body: Confirm) =>
  ask<Booking>('POST', `/bookings/v4/${id}/confirm`, { body }).catch((error: unknown) => {
    throw mayHaveHappened(error) ? new NotKnownYet(lostOnTheWay) : error;
  });

/** No answer, or an answer that leaves the result open. A busy server has done nothing, so 503 does not count. */
export function mayHaveHappened(error: unknown): boolean {
  return !(error instanceof ApiError) || (error.status >= 500 && error.status !== 503);
}

/** It may be booked and charged. */
export class NotKnownYet extends Error {
  override readonly name = 'NotKnownYet';
}

const lostOnTheWay = 'The answer was lost.';

/** An earlier attempt or another tab has booked it or is booking it now. */
function isPerhapsMade(error: unknown): boolean {
  const isMade = error instanceof ApiError && error.code === 'booking_already_paid';
  return isMade || error instanceof NotKnownYet;
}

/** Reads the result from the booking itself. */
async function lookWhetherBooked(id: number): Promise<Booking> {
  const booking = await findBooking(id).catch((error: unknown) => {
    if (!mayHaveHappened(error)) throw error;
    throw new NotKnownYet(
      `${lostOnTheWay} Linehaul cannot be reached. Open the booking again when you are connected.`,
    );
  });
  if (booking.status !== 'new') return booking;
  throw new NotKnownYet(
    `${lostOnTheWay} The booking is not confirmed yet. Check again in a moment, or book it again: you will not be charged twice.`,
  );
}

/**
 * `isFound`: the result was read from the booking, because the answer to the confirmation was lost or was not the
 * first.
 */
export type Made = { booking: Booking; isFound: boolean };

export async function made(id: number, book: () => Promise<Booking>): Promise<Made> {
  try {
    return { booking: await book(), isFound: false };
  } catch (error) {
    if (!isPerhapsMade(error)) throw error;
    return { booking: await lookWhetherBooked(id), isFound: true };
  }
}

/** `onMade` runs before the screen changes, because the page with the form disappears together with its quotes. */
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
      // A new booking keeps the prices that the member chose from.
      if (booking.status === 'new') return;
      // The booking's page shows more than this answer has, such as its documents. Reading it first keeps the page's
      // buttons from changing under the pointer.
      const whole = await findBooking(id).catch(() => undefined);
      await onMade({ booking, isFound });
      const { queryKey } = bookingQuery(id);
      queries.setQueryData(queryKey, whole ?? booking);
      if (whole === undefined) void queries.invalidateQueries({ queryKey, exact: true });
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['bookings', 'list'] }),
        queries.invalidateQueries({ queryKey: ['money'] }),
        // Booking a shipment also books its order.
        queries.invalidateQueries({ queryKey: ['orders'] }),
      ]),
  });
};

/** A link with which somebody else accepts this choice for the member. */
export const shareQuote = (id: number, body: Confirm) =>
  ask<SharedQuote>('POST', `/bookings/v4/${id}/quote_link`, { body });

export const useWithdrawQuoteLinks = (id: number) =>
  useChange([], () => ask('DELETE', `/bookings/v4/${id}/quote_link`));

export const useDeleteBooking = (id: number) =>
  useChange(['bookings', 'money'], () => ask('DELETE', `/bookings/v4/${id}`));

/** Labels and manifests can be printed once the booking is settled and has a connote. */
export function hasLabels(booking: Pick<Booking, 'status' | 'connote'>): boolean {
  return booking.connote !== null && isSettled(booking);
}
