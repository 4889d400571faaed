// E-mails to be sent, in the database: one row for each booking and kind, so that each is sent once. A row that a process has
// taken up is due again after a while, so that nothing is lost when the process dies. Members take turns.

import { type Kysely, sql } from 'kysely';
import type { MailRecord, Mails, WaitingMail } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import { memberId } from '../../../domain/members/member.ts';
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
          .onConflict((conflict) => conflict.columns(['booking_id', 'kind']).doNothing())
          .execute();
      });
    },
    takeUp: ({ isDemo, afterMember, nowMs, farthestMs, untilMs, limit }) =>
      write(async (db) => {
        await recallPutOff(db, nowMs, farthestMs);
        const taken: WaitingMail[] = [];
        const line: Line = { isDemo: isDemo ? 1 : 0, nowMs };
        let after = afterMember;
        while (taken.length < limit) {
          // Behind the last member the turn comes to the first one again.
          const due = (await nextDue(db, after, line)) ?? (await nextDue(db, beforeAll, line));
          if (due === undefined) break;
          after = due.member_id;
          const mail = await take(db, due, { nowMs, untilMs });
          if (mail !== undefined) taken.push({ ...mail, isDemo });
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

/** Written out, as the indexes of waiting mails say it: mails that have ended are not walked through. */
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

/** Members' numbers begin at 1. */
const beforeAll = 0;

/**
 * The first mail of the next member, by number, who has one that is due. The search skips along the index from one member to
 * the next, so it reads one entry for each of them, however many mails they have.
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
  // Checked again with the row locked: another process may have taken it meanwhile.
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
      kind: kindFrom(kind),
      dueAtMs: untilMs,
      attempts: row.attempts,
      wantedAtMs: row.wanted_at_ms,
    }
  );
}

function kindFrom(text: string): MailKind {
  const kind = mailKinds.find((one) => one === text);
  if (kind === undefined) throw new Error(`a mail has the unknown kind ${text}`);
  return kind;
}
