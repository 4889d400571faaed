// Users: the people who sign in for a member. Each member's sign-in becomes its first user, an admin, with the same
// e-mail, password, sessions and links.
import type { Dialect } from '../engine/dialect.ts';
import { type Migration, runStatements } from './migration.ts';

export const users: Migration = {
  version: 7,
  name: 'users',
  up: (db, dialect) => runStatements(db, statements(dialect)),
};

const statements = ({ idColumn: id, bigType: big }: Dialect): string => `
  create table users (
    id ${id},
    member_id ${big} not null references members (id),
    email text not null,
    email_key text not null unique,
    password_hash text not null,
    role text not null,
    created_at_ms ${big} not null
  );
  create index users_of_member on users (member_id, id);
  insert into users (member_id, email, email_key, password_hash, role, created_at_ms)
    select id, email, email_key, password_hash, 'admin', created_at_ms from members order by id;
  alter table members drop column password_hash;

  create table user_sessions (
    id ${id},
    user_id ${big} not null references users (id) on delete cascade,
    digest text not null unique,
    user_agent text not null,
    created_at_ms ${big} not null,
    last_used_at_ms ${big} not null
  );
  insert into user_sessions (user_id, digest, user_agent, created_at_ms, last_used_at_ms)
    select users.id, digest, user_agent, sessions.created_at_ms, last_used_at_ms
    from sessions join users on users.member_id = sessions.member_id order by sessions.id;
  drop table sessions;
  alter table user_sessions rename to sessions;
  create index sessions_of_user on sessions (user_id, last_used_at_ms);
  create index sessions_by_use on sessions (last_used_at_ms);

  create table user_password_resets (
    user_id ${big} primary key references users (id) on delete cascade,
    digest text not null unique,
    expires_at_ms ${big} not null
  );
  insert into user_password_resets (user_id, digest, expires_at_ms)
    select users.id, digest, expires_at_ms
    from password_resets join users on users.member_id = password_resets.member_id;
  drop table password_resets;
  alter table user_password_resets rename to password_resets;

  create table user_mailed_password_resets (
    user_id ${big} primary key references users (id) on delete cascade,
    digest text not null unique,
    expires_at_ms ${big} not null
  );
  insert into user_mailed_password_resets (user_id, digest, expires_at_ms)
    select users.id, digest, expires_at_ms
    from mailed_password_resets join users on users.member_id = mailed_password_resets.member_id;
  drop table mailed_password_resets;
  alter table user_mailed_password_resets rename to mailed_password_resets;

  create table user_email_confirmations (
    digest text primary key,
    -- Null for a sign-up, otherwise the user who changes the address.
    user_id ${big} references users (id) on delete cascade,
    email text not null,
    details text not null,
    password_hash text not null,
    expires_at_ms ${big} not null
  );
  insert into user_email_confirmations (digest, user_id, email, details, password_hash, expires_at_ms)
    select digest, users.id, pending.email, details, pending.password_hash, expires_at_ms
    from email_confirmations pending left join users on users.member_id = pending.member_id;
  drop table email_confirmations;
  alter table user_email_confirmations rename to email_confirmations;
  create index email_confirmations_by_end on email_confirmations (expires_at_ms)`;
