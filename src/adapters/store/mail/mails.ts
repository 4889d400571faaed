// E-mails to be sent, in the database: one row for a booking and a kind, which is what makes each go out once. A row that
// somebody has taken up is due again after a while, so that nothing is lost with a process that dies.

import { type ExpressionBuilder, sql } from 'kysely';
import type { MailRecord, Mails } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import { type MailKind, mailKinds } from '../../../domain/tracking/notification.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';

const longestDetail = 500;

export function mailsOver({ read, write }: Access): Mails {
  return {
    want: async (mails) => {
      if (mails.length === 0) return;
      await write(async (db) => {
        await db
          .insertInto('mails')
          .values(
            mails.map(({ bookingId: id, kind, dueAtMs }) => ({
              booking_id: id,
              kind,
              status: 'waiting',
              attempts: 0,
              wanted_at_ms: dueAtMs,
              due_at_ms: dueAtMs,
              detail: '',
            })),
          )
          .onConflict((conflict) => conflict.columns(['booking_id', 'kind']).doNothing())
          .execute();
      });
    },
    takeUp: ({ nowMs, farthestMs, untilMs, limit }) =>
      write(async (db) => {
        const isDue = (row: ExpressionBuilder<Schema, 'mails'>) =>
          row.or([row('due_at_ms', '<=', nowMs), row('due_at_ms', '>', farthestMs)]);
        const due = await db
          .selectFrom('mails')
          .select(['booking_id', 'kind'])
          // Written out, as the index of those that wait says it: mails that were sent are not walked through.
          .where('status', '=', sql.lit('waiting' as const))
          .where(isDue)
          .orderBy('due_at_ms')
          .limit(limit)
          .execute();
        const taken = [];
        for (const { booking_id, kind } of due) {
          // Asked again with the row in hand: another process may have taken it meanwhile.
          const row = await db
            .updateTable('mails')
            .set((one) => ({
              due_at_ms: untilMs,
              attempts: one('attempts', '+', 1),
              wanted_at_ms: one
                .case()
                .when('wanted_at_ms', '>', nowMs)
                .then(nowMs)
                .else(one.ref('wanted_at_ms'))
                .end(),
            }))
            .where('booking_id', '=', booking_id)
            .where('kind', '=', kind)
            .where('status', '=', 'waiting')
            .where(isDue)
            .returning(['attempts', 'wanted_at_ms'])
            .executeTakeFirst();
          if (row === undefined) continue;
          taken.push({
            bookingId: bookingId(booking_id),
            kind: kindFrom(kind),
            dueAtMs: untilMs,
            attempts: row.attempts,
            wantedAtMs: row.wanted_at_ms,
          });
        }
        return taken;
      }),
    retry: (mail, error) =>
      write(async (db) => {
        await db
          .updateTable('mails')
          .set({ due_at_ms: mail.dueAtMs, detail: error.slice(0, longestDetail) })
          .where('booking_id', '=', mail.bookingId)
          .where('kind', '=', mail.kind)
          .where('status', '=', 'waiting')
          .execute();
      }),
    end: (mail, { end, nowMs, detail }) =>
      write(async (db) => {
        await db
          .updateTable('mails')
          .set({ status: end, ended_at_ms: nowMs, detail: detail.slice(0, longestDetail) })
          .where('booking_id', '=', mail.bookingId)
          .where('kind', '=', mail.kind)
          .execute();
      }),
    unwant: (id, kinds) =>
      write(async (db) => {
        if (kinds.length === 0) return [];
        const rows = await db
          .deleteFrom('mails')
          .where('booking_id', '=', id)
          .where('kind', 'in', [...kinds])
          .where('status', '=', 'waiting')
          .returning('kind')
          .execute();
        return rows.map(({ kind }) => kindFrom(kind));
      }),
    list: async (id) => {
      const rows = await read
        .selectFrom('mails')
        .selectAll()
        .where('booking_id', '=', id)
        .orderBy('wanted_at_ms')
        .orderBy('kind')
        .execute();
      return rows.map((row) => ({
        kind: kindFrom(row.kind),
        // Written by this file alone.
        status: row.status as MailRecord['status'],
        attempts: row.attempts,
        dueAtMs: row.due_at_ms,
        detail: row.detail,
      }));
    },
  };
}

function kindFrom(text: string): MailKind {
  const kind = mailKinds.find((one) => one === text);
  if (kind === undefined) throw new Error(`a mail has the unknown kind ${text}`);
  return kind;
}
