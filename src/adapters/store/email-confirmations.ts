// E-mail addresses waiting to be confirmed, in the database: digests of the tokens that were mailed.
import type { Selectable } from 'kysely';
import type { EmailConfirmations, PendingEmail, ResetTimes } from '../../application/ports.ts';
import { userId } from '../../domain/users/user.ts';
import type { Access } from './access.ts';
import type { Schema } from './schema.ts';
import { run } from './statements.ts';

const purgeBatch = 100;

export function emailConfirmationsOver({ read, write }: Access): EmailConfirmations {
  return {
    add: ({ digest, expiresAtMs, nowMs, pending }) =>
      write(async (db) => {
        const ended = db
          .selectFrom('email_confirmations')
          .select('digest')
          .where('expires_at_ms', '<=', nowMs)
          .limit(purgeBatch);
        await db.deleteFrom('email_confirmations').where('digest', 'in', ended).execute();
        await db
          .insertInto('email_confirmations')
          .values({
            digest,
            expires_at_ms: expiresAtMs,
            ...(pending.kind === 'change'
              ? {
                  user_id: pending.userId,
                  email: pending.email,
                  details: '',
                  password_hash: '',
                }
              : {
                  user_id: null,
                  email: pending.details.email,
                  details: JSON.stringify(pending.details),
                  password_hash: pending.passwordHash,
                }),
          })
          .execute();
      }),
    find: async (digest, times) => {
      const row = await read
        .selectFrom('email_confirmations')
        .selectAll()
        .where('digest', '=', digest)
        .executeTakeFirst();
      return row && pendingFrom(row, times);
    },
    // Deleting the row claims it: if two requests use the same link at once, only one succeeds.
    take: (digest, times) =>
      write(async (db): Promise<PendingEmail | undefined> => {
        const taken = await db
          .deleteFrom('email_confirmations')
          .where('digest', '=', digest)
          .returningAll()
          .executeTakeFirst();
        return taken && pendingFrom(taken, times);
      }),
    removeChanges: (ofUser) =>
      run(write, (db) => db.deleteFrom('email_confirmations').where('user_id', '=', ofUser)),
  };
}

function pendingFrom(
  row: Selectable<Schema['email_confirmations']>,
  { nowMs, farthestMs }: ResetTimes,
): PendingEmail | undefined {
  if (row.expires_at_ms <= nowMs || row.expires_at_ms > farthestMs) return undefined;
  const { user_id: id, email, details, password_hash: passwordHash } = row;
  return id === null
    ? { kind: 'sign_up', details: JSON.parse(details), passwordHash }
    : { kind: 'change', userId: userId(id), email };
}
