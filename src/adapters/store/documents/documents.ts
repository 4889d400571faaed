// Labels' numbers, drawn documents and issued invoices in the database. Drawn documents can be made again, so they are kept
// only while there is room: the oldest go first. How much they take is counted in one row, which is also the lock.
import type { Kysely, Selectable } from 'kysely';
import type { Documents, LabelRecord } from '../../../application/ports.ts';
import type { BookingId } from '../../../domain/bookings/booking.ts';
import type { InvoiceFacts } from '../../../domain/documents/invoice.ts';
import { firstRevision } from '../../../domain/documents/label-revision.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';

/** When the shelf is full, so much of it is cleared at once. */
const clearedShare = 0.1;
const removedAtOnce = 100;
/** The room may have been made much smaller since: then those who keep something go on clearing, none for long. */
const mostRounds = 5;

export function documentsOver({ read, write }: Access): Documents {
  return {
    listLabels: async (bookingIds) => {
      if (bookingIds.length === 0) return new Map();
      const rows = await read
        .selectFrom('labels')
        .selectAll()
        .where('booking_id', 'in', bookingIds)
        .execute();
      return new Map(rows.map((row) => [row.booking_id, labelFrom(row)]));
    },
    addNumbers: (bookingId, { sscc, authoritySerial }) =>
      write(async (db) => {
        const row = await db
          .insertInto('labels')
          .values({
            booking_id: bookingId,
            revision: firstRevision,
            sscc_prefix: sscc?.prefix ?? null,
            first_sscc: sscc?.first ?? null,
            authority_serial: authoritySerial ?? null,
          })
          .onConflict((conflict) =>
            // What somebody else has given out meanwhile stays.
            conflict.column('booking_id').doUpdateSet(({ ref, fn }) => ({
              sscc_prefix: fn.coalesce(ref('labels.sscc_prefix'), ref('excluded.sscc_prefix')),
              first_sscc: fn.coalesce(ref('labels.first_sscc'), ref('excluded.first_sscc')),
              authority_serial: fn.coalesce(
                ref('labels.authority_serial'),
                ref('excluded.authority_serial'),
              ),
            })),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        return labelFrom(row);
      }),
    raiseRevision: (bookingId) =>
      write(async (db) => {
        // The lock comes first here too, or two could wait for each other.
        await grow(db, 0);
        await removeKept(db, bookingId);
        const { revision } = await db
          .insertInto('labels')
          .values({ booking_id: bookingId, revision: firstRevision + 1 })
          .onConflict((conflict) =>
            conflict
              .column('booking_id')
              .doUpdateSet((row) => ({ revision: row('labels.revision', '+', 1) })),
          )
          .returning('revision')
          .executeTakeFirstOrThrow();
        return revision;
      }),
    find: async ({ bookingId, name, digest }) => {
      const row = await read
        .selectFrom('kept_documents')
        .select('body')
        .where('booking_id', '=', bookingId)
        .where('name', '=', name)
        .where('digest', '=', digest)
        .executeTakeFirst();
      return row === undefined ? undefined : Buffer.from(row.body, 'base64');
    },
    keep: async ({ bookingId, name, digest, bytes }, { nowMs, mostBytes }) => {
      // One that leaves little room for any other is drawn again.
      if (bytes.length > mostBytes * clearedShare) return;
      const body = Buffer.from(bytes).toString('base64');
      await write(async (db) => {
        const { bytes: taken } = await grow(db, body.length);
        const freed = await removeKept(db, bookingId, name);
        await db
          .insertInto('kept_documents')
          .values({
            booking_id: bookingId,
            name,
            digest,
            body,
            size: body.length,
            kept_at_ms: nowMs,
          })
          .execute();
        if (taken - freed > mostBytes)
          await clear(db, taken - freed - mostBytes * (1 - clearedShare));
      });
    },
    findInvoice: async (bookingId) => {
      const row = await read
        .selectFrom('invoices')
        .select('facts')
        .where('booking_id', '=', bookingId)
        .executeTakeFirst();
      return row === undefined ? undefined : (JSON.parse(row.facts) as InvoiceFacts);
    },
    issueInvoice: (bookingId, facts, nowMs) =>
      write(async (db) => {
        await db
          .insertInto('invoices')
          .values({ booking_id: bookingId, issued_at_ms: nowMs, facts: JSON.stringify(facts) })
          .onConflict((conflict) => conflict.column('booking_id').doNothing())
          .execute();
        const row = await db
          .selectFrom('invoices')
          .select('facts')
          .where('booking_id', '=', bookingId)
          .executeTakeFirstOrThrow();
        return JSON.parse(row.facts) as InvoiceFacts;
      }),
  };
}

function labelFrom(row: Selectable<Schema['labels']>): LabelRecord {
  const { sscc_prefix: prefix, first_sscc: first, authority_serial: serial, revision } = row;
  return {
    revision,
    sscc: prefix === null || first === null ? undefined : { prefix, first },
    authoritySerial: serial ?? undefined,
  };
}

/** Counts the change first: whoever else wants to keep or clear waits until this is over. */
async function grow(db: Kysely<Schema>, bytes: number): Promise<{ bytes: number }> {
  return await db
    .updateTable('document_shelf')
    .set((row) => ({ bytes: row('bytes', '+', bytes) }))
    .where('id', '=', 1)
    .returning('bytes')
    .executeTakeFirstOrThrow();
}

/** All of the booking's, or the one of the name; how much room that gave. */
async function removeKept(
  db: Kysely<Schema>,
  bookingId: BookingId,
  name?: string,
): Promise<number> {
  let removal = db.deleteFrom('kept_documents').where('booking_id', '=', bookingId);
  if (name !== undefined) removal = removal.where('name', '=', name);
  const removed = await removal.returning('size').execute();
  const freed = removed.reduce((sum, { size }) => sum + size, 0);
  if (freed > 0) await grow(db, -freed);
  return freed;
}

/** The oldest, until at least so much room is free or enough has been done for this time. */
async function clear(db: Kysely<Schema>, wanted: number): Promise<void> {
  let freed = 0;
  for (let round = 0; round < mostRounds && freed < wanted; round += 1) {
    const oldest = await db
      .selectFrom('kept_documents')
      .select(['id', 'size'])
      .orderBy('id')
      .limit(removedAtOnce)
      .execute();
    if (oldest.length === 0) break;
    const gone: number[] = [];
    for (const { id, size } of oldest) {
      if (freed >= wanted) break;
      gone.push(id);
      freed += size;
    }
    await db.deleteFrom('kept_documents').where('id', 'in', gone).execute();
  }
  if (freed > 0) await grow(db, -freed);
}
