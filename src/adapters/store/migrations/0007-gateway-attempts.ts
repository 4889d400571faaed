// What is remembered of asking a payment gateway. A row is written before the gateway is asked for anything
// that moves money, and stays: it is what makes asking twice harmless.
import type { Migration } from '../migrate.ts';

export const gatewayAttempts: Migration = {
  version: 7,
  name: 'gateway attempts',
  up: async (db, dialect) => {
    await db.schema
      .createTable('gateway_attempts')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('nonce', 'text', (column) => column.notNull())
      .addColumn('reference', 'text')
      .addColumn('is_closed', 'integer', (column) => column.notNull())
      .addColumn('opened_at_ms', dialect.bigType, (column) => column.notNull())
      .execute();
  },
};
