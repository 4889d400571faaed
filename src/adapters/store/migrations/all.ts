// Every migration, oldest first. A released migration is never edited: a later one corrects it.

import { initialSchema } from './0001-initial-schema.ts';
import { users } from './0002-users.ts';
import { invitations } from './0003-invitations.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [initialSchema, users, invitations];
