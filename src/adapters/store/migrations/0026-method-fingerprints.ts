// By what a gateway knows a saved card again when it comes with another token. Of those saved before, nobody knows it.
import type { Migration } from '../migrate.ts';

export const methodFingerprints: Migration = {
  version: 26,
  name: 'method fingerprints',
  up: async (db) => {
    await db.schema.alterTable('payment_methods').addColumn('fingerprint', 'text').execute();
  },
};
