// Idempotent requests in the store.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { MemberId } from '../../domain/members/member.ts';

export type Answer = { status: number; body: string };

export type IdempotencyRecord = {
  requestDigest: string;
  /** The booking that the request has created, recorded in case the process dies before it answers. */
  bookingId: BookingId | undefined;
  answer: Answer | undefined;
  heldUntilMs: number;
};

export type IdempotencyKey = { memberId: MemberId; key: string };

/** A key with its lease. Every holder has another lease time, which tells holders apart. */
export type HeldIdempotencyKey = IdempotencyKey & { heldUntilMs: number };

export type IdempotencyRecords = {
  /**
   * Returns the existing record, or creates one, returns undefined, and leases the key until `heldUntilMs`. A record
   * created before `expiredBeforeMs` is replaced; one created by a clock that ran ahead counts as created now.
   */
  begin(
    key: IdempotencyKey,
    request: { digest: string; nowMs: number; heldUntilMs: number; expiredBeforeMs: number },
  ): Promise<IdempotencyRecord | undefined>;
  /**
   * Takes over a key whose lease has ended; undefined if another process was faster. Returns the current record,
   * because the last holder may have noted a booking since it was read.
   */
  takeUp(held: HeldIdempotencyKey, untilMs: number): Promise<IdempotencyRecord | undefined>;
  /** False, without a change, if another process has taken over the key. */
  noteBooking(held: HeldIdempotencyKey, bookingId: BookingId): Promise<boolean>;
  /** False like `noteBooking`. */
  finish(held: HeldIdempotencyKey, answer: Answer): Promise<boolean>;
  /**
   * Lets the next request take over the key at once, and deletes it if it has neither a booking nor an answer. Leaves
   * a key that another process holds.
   */
  release(held: HeldIdempotencyKey): Promise<void>;
  find(key: IdempotencyKey): Promise<IdempotencyRecord | undefined>;
  purge(beforeMs: number, limit: number): Promise<number>;
  /** Sets the time of records created by a clock that ran ahead to now. Returns their number. */
  redate(nowMs: number, limit: number): Promise<number>;
};
