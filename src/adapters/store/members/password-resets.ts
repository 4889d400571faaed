// Links that reset a password, in the database: digests of their tokens, at most one of each kind for a member.
import type { PasswordResets } from '../../../application/ports.ts';
import { type MemberId, memberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';

const tables = ['password_resets', 'mailed_password_resets'] as const;

export function passwordResetsOver({ read, write }: Access): PasswordResets {
  return {
    put: ({ memberId: ofMember, way, digest, expiresAtMs }) =>
      write(async (db) => {
        const link = { digest, expires_at_ms: expiresAtMs };
        await db
          .insertInto(way === 'mailed' ? 'mailed_password_resets' : 'password_resets')
          .values({ member_id: ofMember, ...link })
          .onConflict((conflict) => conflict.column('member_id').doUpdateSet(link))
          .execute();
      }),
    find: async (digest, { nowMs, farthestMs }) => {
      for (const table of tables) {
        const found = await read
          .selectFrom(table)
          .select('member_id')
          .where('digest', '=', digest)
          .where('expires_at_ms', '>', nowMs)
          .where('expires_at_ms', '<=', farthestMs)
          .executeTakeFirst();
        if (found !== undefined) return memberId(found.member_id);
      }
      return undefined;
    },
    // Deleting the row claims it: if two requests use the same link at once, only one succeeds.
    take: (digest, { nowMs, farthestMs }) =>
      write(async (db): Promise<MemberId | undefined> => {
        for (const table of tables) {
          const taken = await db
            .deleteFrom(table)
            .where('digest', '=', digest)
            .returning(['member_id', 'expires_at_ms'])
            .executeTakeFirst();
          if (taken === undefined) continue;
          const isInTime = taken.expires_at_ms > nowMs && taken.expires_at_ms <= farthestMs;
          return isInTime ? memberId(taken.member_id) : undefined;
        }
        return undefined;
      }),
    remove: (ofMember) =>
      write(async (db) => {
        for (const table of tables)
          await db.deleteFrom(table).where('member_id', '=', ofMember).execute();
      }),
  };
}
