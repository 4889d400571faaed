// What reports add up: where a booking went and what it weighed in columns, one index that answers a member's year
// without opening a booking, and how often each carrier answered.
import { type Kysely, sql } from 'kysely';
import { factsOf } from '../../../domain/bookings/booking-facts.ts';
import { readBookingDetails } from '../bookings/booking-document.ts';
import type { Migration } from '../migrate.ts';
import type { Schema } from '../schema.ts';

export const reports: Migration = {
  version: 12,
  name: 'reports',
  up: async (db, dialect) => {
    for (const column of ['from_region', 'to_region'] as const)
      await db.schema.alterTable('bookings').addColumn(column, 'text').execute();
    for (const column of ['quoted_grams', 'is_demo'] as const)
      await db.schema.alterTable('bookings').addColumn(column, dialect.bigType).execute();
    await fillIn(db);
    await db.schema
      .createIndex('bookings_reported')
      .on('bookings')
      .columns([
        'member_id',
        'is_demo',
        'confirmed_at_ms',
        'carrier',
        'from_region',
        'to_region',
        'status',
        'cost_cents',
        'additional_cents',
        'quoted_grams',
        'scanned_grams',
        'id',
      ])
      .where(sql.ref('confirmed_at_ms'), 'is not', null)
      .execute();
    await db.schema
      .createTable('carrier_answers')
      .addColumn('member_id', dialect.idType, (column) => column.notNull().references('members.id'))
      .addColumn('month', 'text', (column) => column.notNull())
      .addColumn('carrier', 'text', (column) => column.notNull())
      .addColumn('quoted', dialect.bigType, (column) => column.notNull())
      .addColumn('absent', dialect.bigType, (column) => column.notNull())
      .addColumn('failed', dialect.bigType, (column) => column.notNull())
      .addPrimaryKeyConstraint('carrier_answers_key', ['member_id', 'month', 'carrier'])
      .execute();
  },
};

const bookingsAtOnce = 500;

/** Bookings that were made before there were reports. */
async function fillIn(db: Kysely<Schema>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('bookings')
      .select(['id', 'document', 'confirmation'])
      .where('id', '>', after)
      .where('confirmation', 'is not', null)
      .orderBy('id')
      .limit(bookingsAtOnce)
      .execute();
    for (const { id, document, confirmation } of rows) {
      const { fromRegion, toRegion, quotedGrams } = factsOf(readBookingDetails(document));
      const { funding } = JSON.parse(confirmation ?? '{}') as { funding?: string };
      await db
        .updateTable('bookings')
        .set({
          from_region: fromRegion,
          to_region: toRegion,
          quoted_grams: quotedGrams,
          is_demo: funding === 'demo' ? 1 : 0,
        })
        .where('id', '=', id)
        .execute();
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
