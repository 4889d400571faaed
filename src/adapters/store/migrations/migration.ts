// One step from an older schema to the next.
import type { Kysely } from 'kysely';
import type { Dialect } from '../engine/dialect.ts';
import type { Schema } from '../schema.ts';

export type Migration = {
  version: number;
  name: string;
  up(db: Kysely<Schema>, dialect: Dialect): Promise<void>;
};
