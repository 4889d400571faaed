// Links that reset a password, in the database: digests of their tokens, one for each member at a time.
import type { PasswordResets } from '../../../application/ports.ts';
import { memberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';

export function passwordResetsOver({ read, write }: Access): PasswordResets {
  return {
    put: ({ memberId: ofMember, digest, expiresAtMs }) =>
      write(async (db) => {
        const link = { digest, expires_at_ms: expiresAtMs };
        await db
          .insertInto('password_resets')
          .values({ member_id: ofMember, ...link })
          .onConflict((conflict) => conflict.column('member_id').doUpdateSet(link))
          .execute();
      }),
    find: async (digest, { nowMs, farthestMs }) => {
      const found = await read
        .selectFrom('password_resets')
        .select('member_id')
        .where('digest', '=', digest)
        .where('expires_at_ms', '>', nowMs)
        .where('expires_at_ms', '<=', farthestMs)
        .executeTakeFirst();
      return found === undefined ? undefined : memberId(found.member_id);
    },
    // Deleting is what claims it: of two who use the same link at once, one finds nothing.
    take: (digest, { nowMs, farthestMs }) =>
      write(async (db) => {
        const taken = await db
          .deleteFrom('password_resets')
          .where('digest', '=', digest)
          .returning(['member_id', 'expires_at_ms'])
          .executeTakeFirst();
        if (taken === undefined) return undefined;
        const isInTime = taken.expires_at_ms > nowMs && taken.expires_at_ms <= farthestMs;
        return isInTime ? memberId(taken.member_id) : undefined;
      }),
    remove: (ofMember) =>
      write(async (db) => {
        await db.deleteFrom('password_resets').where('member_id', '=', ofMember).execute();
      }),
  };
}
