// Calls to carriers know the request that they were made for, and are found by the booking they are about.
import type { Migration } from '../migrate.ts';

export const callsOfRequests: Migration = {
  version: 15,
  name: 'calls of requests',
  up: async (db) => {
    await db.schema
      .alterTable('carrier_calls')
      .addColumn('request_id', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .createIndex('carrier_calls_of_booking')
      .on('carrier_calls')
      .columns(['reference', 'id'])
      .execute();
  },
};
