// Invitations of people who shall become users of a member.
import type { Dialect } from '../engine/dialect.ts';
import { type Migration, runStatements } from './migration.ts';

export const invitations: Migration = {
  version: 8,
  name: 'invitations',
  up: (db, dialect) => runStatements(db, statements(dialect)),
};

const statements = ({ idColumn: id, bigType: big }: Dialect): string => `
  create table invitations (
    id ${id},
    member_id ${big} not null references members (id),
    email text not null,
    email_key text not null,
    role text not null,
    digest text not null unique,
    expires_at_ms ${big} not null
  );
  -- A new invitation of the same person replaces the last.
  create unique index invitations_of_member on invitations (member_id, email_key);
  create index invitations_by_end on invitations (expires_at_ms)`;
