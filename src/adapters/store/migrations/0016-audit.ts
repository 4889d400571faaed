// The audit log, and when each user last signed in.
import type { Dialect } from '../engine/dialect.ts';
import { type Migration, runStatements } from './migration.ts';

export const audit: Migration = {
  version: 16,
  name: 'audit',
  up: (db, dialect) => runStatements(db, statements(dialect)),
};

const statements = ({ idColumn: id, bigType: big, bytewiseText: text }: Dialect): string => `
  create table audit_entries (
    id ${id},
    at_ms ${big} not null,
    action text not null,
    -- Of the action, for the filter.
    action_group text not null,
    -- The member whose records it concerns; null: the operator's own matters.
    member_id ${big},
    actor_kind text not null,
    actor_member_id ${big},
    -- Of a user or a key, which may be removed since.
    actor_id ${big},
    actor_name text not null,
    -- In lower case, for the filter.
    actor_key ${text} not null,
    thing_id text,
    thing_name text default '' not null,
    detail text not null,
    address text not null,
    outcome text not null,
    reason text default '' not null
  );
  create index audit_entries_by_time on audit_entries (at_ms, id);
  create index audit_entries_of_member on audit_entries (member_id, at_ms, id);
  create index audit_entries_by_actor on audit_entries (actor_key, at_ms, id);
  create index audit_entries_by_group on audit_entries (action_group, at_ms, id);

  alter table users add column last_sign_in_at_ms ${big};
  update users set last_sign_in_at_ms =
    (select max(created_at_ms) from sessions where sessions.user_id = users.id)`;
