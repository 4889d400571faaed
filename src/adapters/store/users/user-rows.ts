// Rows of the table of users, also for members: a member is added with its first user.
import type { Kysely, Selectable } from 'kysely';
import type { NewUser } from '../../../application/ports.ts';
import { emailKey, type MemberId, memberId } from '../../../domain/members/member.ts';
import type { Role } from '../../../domain/users/role.ts';
import { type User, type UserId, userId } from '../../../domain/users/user.ts';
import type { Dialect } from '../engine/dialect.ts';
import type { Schema } from '../schema.ts';

/**
 * Locks the row that every configuration change updates, so that the e-mail addresses taken by concurrent changes are
 * visible.
 */
export async function waitForOthers(db: Kysely<Schema>, dialect: Dialect): Promise<void> {
  await db
    .selectFrom('configuration')
    .select('id')
    .where('id', '=', 1)
    .$if(dialect.locksRows, (locking) => locking.forUpdate())
    .execute();
}

export async function addUser(db: Kysely<Schema>, user: NewUser): Promise<UserId> {
  const { id } = await db
    .insertInto('users')
    .values({
      member_id: user.memberId,
      email: user.email,
      email_key: emailKey(user.email),
      password_hash: user.passwordHash,
      role: user.role,
      created_at_ms: user.createdAtMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return userId(id);
}

/**
 * An e-mail is the address of at most one member and the sign-in of at most one user. Allowed may be the member with
 * this address, or the member of the user with it.
 */
export async function isEmailTaken(
  db: Kysely<Schema>,
  email: string,
  { memberIs, userOf }: { memberIs?: MemberId; userOf?: MemberId },
): Promise<boolean> {
  const email_key = emailKey(email);
  const member = await db
    .selectFrom('members')
    .select('id')
    .where('email_key', '=', email_key)
    .executeTakeFirst();
  if (member !== undefined && member.id !== memberIs) return true;
  const user = await db
    .selectFrom('users')
    .select('member_id')
    .where('email_key', '=', email_key)
    .executeTakeFirst();
  return user !== undefined && user.member_id !== userOf;
}

/** Leaves out the password hash, so that a User is safe to show. */
export function userFrom(row: Selectable<Schema['users']>): User {
  return {
    id: userId(row.id),
    memberId: memberId(row.member_id),
    email: row.email,
    role: row.role as Role,
    hasTwoFactor: row.totp_sealed !== null,
  };
}
