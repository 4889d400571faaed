// Claims in the database, with their notes and files. A partial unique index allows one undecided claim for a booking.
import type { Selectable } from 'kysely';
import type { Claims } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import { type Claim, type ClaimId, claimId, claimReasons } from '../../../domain/claims/claim.ts';
import { claimStates, isUndecided } from '../../../domain/claims/claim-state.ts';
import { type MemberId, memberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { all, first, hasChanged, knownWord, run } from '../statements.ts';
import { fileFrom, fileRow } from '../uploaded-files.ts';

const undecided = claimStates.filter(isUndecided);

export function claimsOver({ dialect, read, list, write }: Access): Claims {
  const claim = (id: ClaimId, ofMember: MemberId | undefined) =>
    read
      .selectFrom('claims')
      .selectAll()
      .where('id', '=', id)
      .$if(ofMember !== undefined, (some) => some.where('member_id', '=', ofMember ?? 0));
  return {
    add: (claim) =>
      write(async (db) => {
        const row = await db
          .insertInto('claims')
          .values({
            booking_id: claim.bookingId,
            member_id: claim.memberId,
            state: claim.state,
            reason: claim.reason,
            claimed_cents: claim.claimedCents,
            accepted_cents: claim.acceptedCents ?? null,
            opened_at_ms: claim.openedAtMs,
            changed_at_ms: claim.changedAtMs,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        return row === undefined ? undefined : claimId(row.id);
      }),
    lock: (id, ofMember) =>
      first(
        claim(id, ofMember).$if(dialect.locksRows, (locking) => locking.forUpdate()),
        claimFrom,
      ),
    find: (id, ofMember) => first(claim(id, ofMember), claimFrom),
    list: ({ memberId: owner, bookingId: booking, state, isOldestFirst, limit, skip }) =>
      list((db) => {
        let query = db
          .selectFrom('claims')
          .selectAll()
          .orderBy('id', isOldestFirst === true ? 'asc' : 'desc')
          .limit(limit)
          .offset(skip);
        if (owner !== undefined) query = query.where('member_id', '=', owner);
        if (booking !== undefined) query = query.where('booking_id', '=', booking);
        if (state !== undefined) query = query.where('state', '=', state);
        return all(query, claimFrom);
      }),
    move: (id, { state, acceptedCents, changedAtMs }) =>
      hasChanged(write, (db) =>
        db
          .updateTable('claims')
          .set({ state, accepted_cents: acceptedCents ?? null, changed_at_ms: changedAtMs })
          .where('id', '=', id)
          .$if(isUndecided(state), (some) =>
            some.where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('claims as others')
                    .select('others.id')
                    .whereRef('others.booking_id', '=', 'claims.booking_id')
                    .where('others.id', '<>', id)
                    .where('others.state', 'in', undecided),
                ),
              ),
            ),
          ),
      ),
    addNote: (id, note) =>
      run(write, (db) =>
        db.insertInto('claim_notes').values({
          claim_id: id,
          at_ms: note.atMs,
          member_id: note.by,
          is_operator: Number(note.isOperator),
          state: note.state ?? null,
          text: note.text,
        }),
      ),
    listNotes: (id) =>
      all(
        read.selectFrom('claim_notes').selectAll().where('claim_id', '=', id).orderBy('id'),
        (row) => ({
          atMs: row.at_ms,
          by: memberId(row.member_id),
          isOperator: row.is_operator === 1,
          state: claimStates.find((one) => one === row.state),
          text: row.text,
        }),
      ),
    addFile: (id, file, by, nowMs) => {
      const row = { claim_id: id, added_by: by, added_at_ms: nowMs, ...fileRow(file) };
      return run(write, (db) => db.insertInto('claim_files').values(row));
    },
    listFiles: (id) =>
      all(
        read
          .selectFrom('claim_files')
          .select(['id', 'name', 'media_type', 'size', 'added_at_ms'])
          .where('claim_id', '=', id)
          .orderBy('id'),
        (row) => {
          const { name, mediaType } = fileFrom({ ...row, body: '' });
          return { id: row.id, name, mediaType, size: row.size, addedAtMs: row.added_at_ms };
        },
      ),
    findFile: (id, file) =>
      first(
        read
          .selectFrom('claim_files')
          .select(['name', 'media_type', 'body'])
          .where('claim_id', '=', id)
          .where('id', '=', file),
        fileFrom,
      ),
  };
}

function claimFrom(row: Selectable<Schema['claims']>): Claim {
  return {
    id: claimId(row.id),
    bookingId: bookingId(row.booking_id),
    memberId: memberId(row.member_id),
    state: knownWord(claimStates, row.state, 'a claim'),
    reason: knownWord(claimReasons, row.reason, 'a claim'),
    claimedCents: row.claimed_cents,
    acceptedCents: row.accepted_cents ?? undefined,
    openedAtMs: row.opened_at_ms,
    changedAtMs: row.changed_at_ms,
  };
}
