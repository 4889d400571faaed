// The second factor of users: the sealed secret of an authenticator app, and digests of recovery codes.
import type { Dialect } from '../engine/dialect.ts';
import { type Migration, runStatements } from './migration.ts';

export const twoFactor: Migration = {
  version: 13,
  name: 'two-factor',
  up: (db, dialect) => runStatements(db, statements(dialect)),
};

const statements = ({ bigType: big }: Dialect): string => `
  -- Null while it is off.
  alter table users add column totp_sealed text;
  -- The time step of the last code, which no later sign-in may repeat.
  alter table users add column totp_step ${big} default 0 not null;

  create table recovery_codes (
    user_id ${big} not null references users (id) on delete cascade,
    digest text not null,
    constraint recovery_codes_key primary key (user_id, digest)
  )`;
