// Sessions of the members area, in the database: digests of their tokens, never the tokens.
import type { Selectable } from 'kysely';
import type { Sessions } from '../../../application/ports.ts';
import { type Session, sessionId } from '../../../domain/members/session.ts';
import { longestSkewMs } from '../../../domain/time/clock-skew.ts';
import { userId } from '../../../domain/users/user.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { all, run } from '../statements.ts';
import { userFrom } from '../users/user-rows.ts';
import { memberOf } from './member-row.ts';

/** Each sign-in removes only a few ended sessions, so that sign-ins stay quick. */
const removeBatch = 50;

export function sessionsOver({ read, write, configure }: Access): Sessions {
  const rows = () => read.selectFrom('sessions').selectAll();
  return {
    add: (session) =>
      write(async (db) => {
        const { id } = await db
          .insertInto('sessions')
          .values({
            user_id: session.userId,
            digest: session.digest,
            user_agent: session.userAgent,
            created_at_ms: session.createdAtMs,
            last_used_at_ms: session.lastUsedAtMs,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await db
          .updateTable('users')
          .set({ last_sign_in_at_ms: session.createdAtMs })
          .where('id', '=', session.userId)
          .execute();
        return sessionId(id);
      }),
    findByDigest: async (digest) => {
      const row = await rows().where('digest', '=', digest).executeTakeFirst();
      if (row === undefined) return undefined;
      const user = await read
        .selectFrom('users')
        .selectAll()
        .where('id', '=', row.user_id)
        .executeTakeFirst();
      // Removed between the two reads, with all sessions.
      if (user === undefined) return undefined;
      const member = await memberOf(read, user.member_id);
      const session = sessionFrom(row);
      return { session, user: userFrom(user), member, digest: row.digest };
    },
    list: (ofUser) =>
      all(
        rows()
          .where('user_id', '=', ofUser)
          .orderBy('last_used_at_ms', 'desc')
          .orderBy('id', 'desc'),
        sessionFrom,
      ),
    noteUse: (id, nowMs) =>
      run(write, (db) =>
        db
          .updateTable('sessions')
          .set({ last_used_at_ms: nowMs })
          .where('id', '=', id)
          // Another process may have recorded a later use. A time in the future comes from a wrong clock and is
          // overwritten.
          .where((eb) =>
            eb.or([
              eb('last_used_at_ms', '<', nowMs),
              eb('last_used_at_ms', '>', nowMs + longestSkewMs),
            ]),
          ),
      ),
    // Counts as a configuration change, so that every process drops its cached sessions.
    end: (ofUser, which) =>
      configure(async (db) => {
        let ended = db.deleteFrom('sessions').where('user_id', '=', ofUser);
        if ('only' in which) ended = ended.where('id', '=', which.only);
        else if (which.except !== undefined) ended = ended.where('id', '!=', which.except);
        const { numDeletedRows } = await ended.executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      }),
    removeEnded: ({ lastUsedUntilMs, createdUntilMs }) =>
      write(async (db) => {
        const unused = await db
          .selectFrom('sessions')
          .select('id')
          .where('last_used_at_ms', '<=', lastUsedUntilMs)
          .orderBy('last_used_at_ms')
          .limit(removeBatch)
          .execute();
        // Ids increase with time, so the lowest are the oldest sessions.
        const oldest = await db
          .selectFrom('sessions')
          .select(['id', 'created_at_ms'])
          .orderBy('id')
          .limit(removeBatch)
          .execute();
        const ended = [
          ...unused,
          ...oldest.filter(({ created_at_ms }) => created_at_ms <= createdUntilMs),
        ];
        if (ended.length === 0) return;
        await db
          .deleteFrom('sessions')
          .where(
            'id',
            'in',
            ended.map(({ id }) => id),
          )
          .execute();
      }),
  };
}

function sessionFrom(row: Selectable<Schema['sessions']>): Session {
  return {
    id: sessionId(row.id),
    userId: userId(row.user_id),
    userAgent: row.user_agent,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
  };
}
