// Invitations in the database: digests of their links' tokens, never the tokens.
import type { Selectable } from 'kysely';
import type { Invitations } from '../../../application/ports.ts';
import { emailKey, memberId } from '../../../domain/members/member.ts';
import { type Invitation, invitationId } from '../../../domain/users/invitation.ts';
import type { Role } from '../../../domain/users/role.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { all, first, run } from '../statements.ts';

const purgeBatch = 100;

export function invitationsOver({ read, write }: Access): Invitations {
  const rows = () => read.selectFrom('invitations').selectAll();
  return {
    put: (invitation, digest, nowMs) =>
      write(async (db) => {
        const ended = db
          .selectFrom('invitations')
          .select('id')
          .where('expires_at_ms', '<=', nowMs)
          .limit(purgeBatch);
        await db.deleteFrom('invitations').where('id', 'in', ended).execute();
        const { email, role } = invitation;
        const again = { email, role, digest, expires_at_ms: invitation.expiresAtMs };
        const { id } = await db
          .insertInto('invitations')
          .values({ ...again, member_id: invitation.memberId, email_key: emailKey(email) })
          .onConflict((conflict) => conflict.columns(['member_id', 'email_key']).doUpdateSet(again))
          .returning('id')
          .executeTakeFirstOrThrow();
        return invitationId(id);
      }),
    list: (ofMember, nowMs) =>
      all(
        rows()
          .where('member_id', '=', ofMember)
          .where('expires_at_ms', '>', nowMs)
          .orderBy('email_key'),
        invitationFrom,
      ),
    find: (digest, { nowMs, farthestMs }) =>
      first(
        rows()
          .where('digest', '=', digest)
          .where('expires_at_ms', '>', nowMs)
          .where('expires_at_ms', '<=', farthestMs),
        invitationFrom,
      ),
    // Deleting the row claims it: if two requests use the same link at once, only one succeeds.
    take: (digest, { nowMs, farthestMs }) =>
      write(async (db) => {
        const taken = await db
          .deleteFrom('invitations')
          .where('digest', '=', digest)
          .returningAll()
          .executeTakeFirst();
        if (taken === undefined) return undefined;
        const isInTime = taken.expires_at_ms > nowMs && taken.expires_at_ms <= farthestMs;
        return isInTime ? invitationFrom(taken) : undefined;
      }),
    remove: (ofMember, id) =>
      run(write, (db) =>
        db.deleteFrom('invitations').where('member_id', '=', ofMember).where('id', '=', id),
      ),
  };
}

function invitationFrom(row: Selectable<Schema['invitations']>): Invitation {
  return {
    id: invitationId(row.id),
    memberId: memberId(row.member_id),
    email: row.email,
    role: row.role as Role,
    expiresAtMs: row.expires_at_ms,
  };
}
