// Answers to requests with an Idempotency-Key, in the database. The primary key decides between two simultaneous
// requests. A process holds a request for a limited time, so that another can resume it if the process dies.
// `held_until_ms` also identifies the holder: a slow process whose hold has passed to another can change nothing.
import type { Kysely, Selectable } from 'kysely';
import type {
  HeldIdempotencyKey,
  IdempotencyKey,
  IdempotencyRecord,
  IdempotencyRecords,
} from '../../application/ports.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { longestSkewMs } from '../../domain/time/clock-skew.ts';
import type { Access } from './access.ts';
import type { Schema } from './schema.ts';

export function idempotencyOver({ read, write }: Access): IdempotencyRecords {
  const findRow = ({ memberId, key }: IdempotencyKey, db = read) =>
    db
      .selectFrom('idempotency_records')
      .selectAll()
      .where('member_id', '=', memberId)
      .where('key', '=', key)
      .executeTakeFirst();
  /** Changes the record only for its current holder. Returns the changed row. */
  const change = (
    { memberId, key, heldUntilMs }: HeldIdempotencyKey,
    columns: Partial<Selectable<Schema['idempotency_records']>>,
    isOpen = false,
  ) =>
    write((db) => {
      const update = db
        .updateTable('idempotency_records')
        .set(columns)
        .where('member_id', '=', memberId)
        .where('key', '=', key)
        .where('held_until_ms', '=', heldUntilMs)
        .$if(isOpen, (open) => open.where('status', 'is', null));
      return update.returningAll().executeTakeFirst();
    });
  const redateOne = (
    db: Kysely<Schema>,
    { member_id, key }: { member_id: number; key: string },
    nowMs: number,
  ) =>
    db
      .updateTable('idempotency_records')
      .set({ created_at_ms: nowMs })
      .where('member_id', '=', member_id)
      .where('key', '=', key)
      .execute();
  return {
    begin: (of, { digest, nowMs, heldUntilMs, expiredBeforeMs }) =>
      write(async (db) => {
        await db
          .deleteFrom('idempotency_records')
          .where('member_id', '=', of.memberId)
          .where('key', '=', of.key)
          .where('created_at_ms', '<', expiredBeforeMs)
          .execute();
        for (;;) {
          const made = await db
            .insertInto('idempotency_records')
            .values({
              member_id: of.memberId,
              key: of.key,
              request_digest: digest,
              created_at_ms: nowMs,
              held_until_ms: heldUntilMs,
            })
            .onConflict((conflict) => conflict.columns(['member_id', 'key']).doNothing())
            .returning('key')
            .executeTakeFirst();
          if (made !== undefined) return undefined;
          const row = await findRow(of, db);
          if (row !== undefined) {
            if (row.created_at_ms > nowMs + longestSkewMs) await redateOne(db, row, nowMs);
            return recordFrom(row);
          }
          // The holder's request was rejected and its record just released, so try again.
        }
      }),
    takeUp: async (held, untilMs) => {
      const taken = await change(held, { held_until_ms: untilMs }, true);
      return taken === undefined ? undefined : recordFrom(taken);
    },
    noteBooking: async (held, id) => (await change(held, { booking_id: id })) !== undefined,
    finish: async (held, { status, body }) => (await change(held, { status, body })) !== undefined,
    release: async (held) => {
      await write((db) =>
        db
          .deleteFrom('idempotency_records')
          .where('member_id', '=', held.memberId)
          .where('key', '=', held.key)
          .where('held_until_ms', '=', held.heldUntilMs)
          .where('booking_id', 'is', null)
          .where('status', 'is', null)
          .execute(),
      );
      await change(held, { held_until_ms: 0 });
    },
    find: async (of) => {
      const row = await findRow(of);
      return row === undefined ? undefined : recordFrom(row);
    },
    purge: (beforeMs, limit) =>
      write(async (db) => {
        const old = await db
          .selectFrom('idempotency_records')
          .select(['member_id', 'key'])
          .where('created_at_ms', '<', beforeMs)
          .orderBy('created_at_ms')
          .limit(limit)
          .execute();
        for (const { member_id, key } of old) {
          await db
            .deleteFrom('idempotency_records')
            .where('member_id', '=', member_id)
            .where('key', '=', key)
            .execute();
        }
        return old.length;
      }),
    redate: (nowMs, limit) =>
      write(async (db) => {
        const ahead = await db
          .selectFrom('idempotency_records')
          .select(['member_id', 'key'])
          .where('created_at_ms', '>', nowMs + longestSkewMs)
          .orderBy('created_at_ms')
          .limit(limit)
          .execute();
        for (const one of ahead) await redateOne(db, one, nowMs);
        return ahead.length;
      }),
  };
}

function recordFrom(row: Selectable<Schema['idempotency_records']>): IdempotencyRecord {
  return {
    requestDigest: row.request_digest,
    bookingId: row.booking_id === null ? undefined : bookingId(row.booking_id),
    answer: row.status === null ? undefined : { status: row.status, body: row.body ?? '' },
    heldUntilMs: row.held_until_ms,
  };
}
