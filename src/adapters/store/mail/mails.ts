// The queue of e-mails, one row per booking and kind, so that each is sent once. A claimed row becomes due again after
// a while, in case its process dies. Members take turns.

import { type Kysely, sql } from 'kysely';
import type { MailRecord, Mails, WaitingMail } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import { memberId } from '../../../domain/members/member.ts';
import { mailKinds } from '../../../domain/tracking/notification.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { all, knownWord, run } from '../statements.ts';

const longestDetail = 500;

export function mailsOver({ read, write }: Access): Mails {
  return {
    want: async (mails) => {
      if (mails.length === 0) return;
      await run(write, (db) =>
        db
          .insertInto('mails')
          .values(
            mails.map(({ bookingId: id, memberId: member, isDemo, kind, dueAtMs }) => ({
              booking_id: id,
              kind,
              member_id: member,
              is_demo: isDemo ? 1 : 0,
              status: 'waiting',
              attempts: 0,
              wanted_at_ms: dueAtMs,
              due_at_ms: dueAtMs,
              detail: '',
            })),
          )
          .onConflict((conflict) => conflict.columns(['booking_id', 'kind']).doNothing()),
      );
    },
    takeUp: ({ isDemo, afterMember, nowMs, farthestMs, untilMs, limit }) =>
      write(async (db) => {
        await recallPutOff(db, nowMs, farthestMs);
        const taken: WaitingMail[] = [];
        const line: Line = { isDemo: isDemo ? 1 : 0, nowMs };
        let after = afterMember;
        while (taken.length < limit) {
          // After the last member, start again with the first.
          const due = (await nextDue(db, after, line)) ?? (await nextDue(db, beforeAll, line));
          if (due === undefined) break;
          after = due.member_id;
          const mail = await take(db, due, { nowMs, untilMs });
          if (mail !== undefined) taken.push({ ...mail, isDemo });
        }
        return taken;
      }),
    retry: (mail, error) =>
      run(write, (db) =>
        db
          .updateTable('mails')
          .set({ due_at_ms: mail.dueAtMs, detail: error.slice(0, longestDetail) })
          .where('booking_id', '=', mail.bookingId)
          .where('kind', '=', mail.kind)
          .where('status', '=', 'waiting'),
      ),
    end: (mail, { end, nowMs, detail }) =>
      run(write, (db) =>
        db
          .updateTable('mails')
          .set({ status: end, ended_at_ms: nowMs, detail: detail.slice(0, longestDetail) })
          .where('booking_id', '=', mail.bookingId)
          .where('kind', '=', mail.kind),
      ),
    cancel: (id, kinds) =>
      write(async (db) => {
        if (kinds.length === 0) return [];
        const rows = await db
          .deleteFrom('mails')
          .where('booking_id', '=', id)
          .where('kind', 'in', [...kinds])
          .where('status', '=', 'waiting')
          .returning('kind')
          .execute();
        return rows.map(({ kind }) => knownWord(mailKinds, kind, 'a mail'));
      }),
    list: (id) =>
      all(
        read
          .selectFrom('mails')
          .selectAll()
          .where('booking_id', '=', id)
          .orderBy('wanted_at_ms')
          .orderBy('kind'),
        (row) => ({
          kind: knownWord(mailKinds, row.kind, 'a mail'),
          // Only this file writes the column.
          status: row.status as MailRecord['status'],
          attempts: row.attempts,
          dueAtMs: row.due_at_ms,
          detail: row.detail,
        }),
      ),
  };
}

/** Literal, to match the partial indexes of waiting mails, which exclude ended mails. */
const waiting = sql.lit('waiting' as const);

async function recallPutOff(db: Kysely<Schema>, nowMs: number, farthestMs: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({ due_at_ms: nowMs, wanted_at_ms: nowMs })
    .where('status', '=', waiting)
    .where('due_at_ms', '>', farthestMs)
    .execute();
}

type Line = { isDemo: 0 | 1; nowMs: number };
type DueMail = { booking_id: number; kind: string; member_id: number };

/** Member ids start at 1. */
const beforeAll = 0;

/**
 * The first due mail of the next member by id. The search skips along the index from member to member, reading one
 * entry each, however many mails they have.
 */
async function nextDue(
  db: Kysely<Schema>,
  after: number,
  { isDemo, nowMs }: Line,
): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    with recursive line (member_id) as (
      select min(member_id) from mails
      where status = ${waiting} and is_demo = ${isDemo} and member_id > ${after}
      union all
      select (
        select min(member_id) from mails
        where status = ${waiting} and is_demo = ${isDemo} and mails.member_id > line.member_id
      ) from line where line.member_id is not null
    )
    select booking_id, kind, member_id from mails
    where status = ${waiting} and is_demo = ${isDemo} and due_at_ms <= ${nowMs} and member_id = (
      select line.member_id from line where (
        select min(due_at_ms) from mails
        where status = ${waiting} and is_demo = ${isDemo} and mails.member_id = line.member_id
      ) <= ${nowMs} limit 1
    )
    order by due_at_ms limit 1
  `.execute(db);
  return rows[0];
}

async function take(
  db: Kysely<Schema>,
  { booking_id, kind, member_id }: DueMail,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<Omit<WaitingMail, 'isDemo'> | undefined> {
  // Checked again under the row lock, because another process may have claimed it.
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
    .where('due_at_ms', '<=', nowMs)
    .returning(['attempts', 'wanted_at_ms'])
    .executeTakeFirst();
  return (
    row && {
      bookingId: bookingId(booking_id),
      memberId: memberId(member_id),
      kind: knownWord(mailKinds, kind, 'a mail'),
      dueAtMs: untilMs,
      attempts: row.attempts,
      wantedAtMs: row.wanted_at_ms,
    }
  );
}
