// Requests that may come twice and must have their effect once, as the store knows them.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { MemberId } from '../../domain/members/member.ts';

export type Answer = { status: number; body: string };

export type IdempotencyRecord = {
  requestDigest: string;
  /** What it has made already, should the process have died before it could answer. */
  bookingId: BookingId | undefined;
  answer: Answer | undefined;
  heldUntilMs: number;
};

export type IdempotencyKey = { memberId: MemberId; key: string };

/** A key as its holder has it: whoever takes it up holds it until another time, so the time tells holders apart. */
export type HeldIdempotencyKey = IdempotencyKey & { heldUntilMs: number };

export type IdempotencyRecords = {
  /**
   * The record that is there, or undefined: then it was made, and the request is ours until `heldUntilMs`. One made before
   * `expiredBeforeMs` counts no more; one made by a clock that ran ahead counts as made now.
   */
  begin(
    key: IdempotencyKey,
    request: { digest: string; nowMs: number; heldUntilMs: number; expiredBeforeMs: number },
  ): Promise<IdempotencyRecord | undefined>;
  /**
   * Takes over what nobody works on any more; undefined when somebody was quicker. The record is as it is then: whoever held
   * it last may have noted a booking since it was read.
   */
  takeUp(held: HeldIdempotencyKey, untilMs: number): Promise<IdempotencyRecord | undefined>;
  /** False, and nothing is done, when somebody else has taken the key up. */
  noteBooking(held: HeldIdempotencyKey, bookingId: BookingId): Promise<boolean>;
  /** False as with `noteBooking`. */
  finish(held: HeldIdempotencyKey, answer: Answer): Promise<boolean>;
  /**
   * Whoever asks again may take it up at once; one that has neither noted a booking nor an answer is forgotten. What
   * somebody else holds is left.
   */
  release(held: HeldIdempotencyKey): Promise<void>;
  find(key: IdempotencyKey): Promise<IdempotencyRecord | undefined>;
  purge(beforeMs: number, limit: number): Promise<number>;
  /** Those that were made by a clock that ran ahead count as made now. How many there were, as with `purge`. */
  redate(nowMs: number, limit: number): Promise<number>;
};
