// Every migration, oldest first. A released migration is never edited: a later one corrects it.
import type { Migration } from '../migrate.ts';
import { initialSchema } from './0001-initial-schema.ts';

export const migrations: readonly Migration[] = [initialSchema];
