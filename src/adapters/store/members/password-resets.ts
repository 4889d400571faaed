// Links that reset a password, in the database: digests of their tokens, at most one of each kind for a user.
import type { PasswordResets } from '../../../application/ports.ts';
import { type UserId, userId } from '../../../domain/users/user.ts';
import type { Access } from '../access.ts';

const tables = ['password_resets', 'mailed_password_resets'] as const;

export function passwordResetsOver({ read, write }: Access): PasswordResets {
  return {
    put: ({ userId: ofUser, way, digest, expiresAtMs }) =>
      write(async (db) => {
        const link = { digest, expires_at_ms: expiresAtMs };
        await db
          .insertInto(way === 'mailed' ? 'mailed_password_resets' : 'password_resets')
          .values({ user_id: ofUser, ...link })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
          .execute();
      }),
    find: async (digest, { nowMs, farthestMs }) => {
      for (const table of tables) {
        const found = await read
          .selectFrom(table)
          .select('user_id')
          .where('digest', '=', digest)
          .where('expires_at_ms', '>', nowMs)
          .where('expires_at_ms', '<=', farthestMs)
          .executeTakeFirst();
        if (found !== undefined) return userId(found.user_id);
      }
      return undefined;
    },
    // Deleting the row claims it: if two requests use the same link at once, only one succeeds.
    take: (digest, { nowMs, farthestMs }) =>
      write(async (db): Promise<UserId | undefined> => {
        for (const table of tables) {
          const taken = await db
            .deleteFrom(table)
            .where('digest', '=', digest)
            .returning(['user_id', 'expires_at_ms'])
            .executeTakeFirst();
          if (taken === undefined) continue;
          const isInTime = taken.expires_at_ms > nowMs && taken.expires_at_ms <= farthestMs;
          return isInTime ? userId(taken.user_id) : undefined;
        }
        return undefined;
      }),
    remove: (ofUser) =>
      write(async (db) => {
        for (const table of tables)
          await db.deleteFrom(table).where('user_id', '=', ofUser).execute();
      }),
  };
}
