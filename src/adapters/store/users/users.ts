// Users in the database.
import type { Users } from '../../../application/ports.ts';
import { emailKey } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import { memberOf } from '../members/member-row.ts';
import { all, first } from '../statements.ts';
import { addUser, isEmailTaken, userFrom, waitForOthers } from './user-rows.ts';

export function usersOver({ dialect, read, configure }: Access): Users {
  const rows = () => read.selectFrom('users').selectAll();
  return {
    add: (user) =>
      configure(async (db) => {
        await waitForOthers(db, dialect);
        if (await isEmailTaken(db, user.email, { memberIs: user.memberId })) return 'email_taken';
        return await addUser(db, user);
      }),
    change: (id, { role, passwordHash }) =>
      configure(async (db) => {
        if (role === undefined && passwordHash === undefined) return;
        await db
          .updateTable('users')
          .set({ role, password_hash: passwordHash })
          .where('id', '=', id)
          .execute();
      }),
    remove: (id) =>
      configure(async (db) => {
        await db.deleteFrom('users').where('id', '=', id).execute();
      }),
    find: (id) => first(rows().where('id', '=', id), userFrom),
    findByEmail: async (email) => {
      const row = await rows().where('email_key', '=', emailKey(email)).executeTakeFirst();
      if (row === undefined) return undefined;
      const member = await memberOf(read, row.member_id);
      return { user: userFrom(row), member, passwordHash: row.password_hash };
    },
    lock: (id) =>
      first(
        rows()
          .where('id', '=', id)
          // This lock does not block rows that only reference the user, such as a new session.
          .$if(dialect.locksRows, (locking) => locking.forNoKeyUpdate()),
        (row) => ({ user: userFrom(row), passwordHash: row.password_hash }),
      ),
    list: (ofMember) =>
      all(
        rows()
          .$if(ofMember !== undefined, (query) => query.where('member_id', '=', Number(ofMember)))
          .orderBy('id'),
        (row) => ({ ...userFrom(row), lastSignInAtMs: row.last_sign_in_at_ms ?? undefined }),
      ),
  };
}
