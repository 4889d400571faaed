// Links that reset a password, in the database: digests of their tokens, one for each member at a time.
import type { PasswordResets } from '../../application/ports.ts';
import { memberId } from '../../domain/accounts/member.ts';
import type { Access } from './access.ts';

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
    find: async (digest, nowMs) => {
      const found = await read
        .selectFrom('password_resets')
        .select('member_id')
        .where('digest', '=', digest)
        .where('expires_at_ms', '>', nowMs)
        .executeTakeFirst();
      return found === undefined ? undefined : memberId(found.member_id);
    },
    // Deleting is what claims it: of two who use the same link at once, one finds nothing.
    take: (digest, nowMs) =>
      write(async (db) => {
        const taken = await db
          .deleteFrom('password_resets')
          .where('digest', '=', digest)
          .returning(['member_id', 'expires_at_ms'])
          .executeTakeFirst();
        if (taken === undefined || taken.expires_at_ms <= nowMs) return undefined;
        return memberId(taken.member_id);
      }),
    remove: (ofMember) =>
      write(async (db) => {
        await db.deleteFrom('password_resets').where('member_id', '=', ofMember).execute();
      }),
  };
}
