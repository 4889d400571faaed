// Label numbers, rendered documents and issued invoices in the database. Rendered documents are a cache: the oldest
// are deleted when it is full. Their total size is counted in one row, which is also the lock.
import type { Kysely, Selectable } from 'kysely';
import type { Documents, LabelRecord } from '../../../application/ports.ts';
import type { BookingId } from '../../../domain/bookings/booking.ts';
import type { InvoiceFacts } from '../../../domain/documents/invoice.ts';
import { firstRevision } from '../../../domain/documents/label-revision.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { first } from '../statements.ts';

/** The share of the cache that is freed at once when it is full. */
const clearedShare = 0.1;
const removedAtOnce = 100;
/**
 * The limit may have been lowered a lot. Limiting the rounds keeps each request short; later ones continue.
 */
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
            // Numbers that another request has allocated meanwhile stay.
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
        // Take the cache lock first, as `keep` does, to prevent a deadlock.
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
    find: ({ bookingId, name, digest }) =>
      first(
        read
          .selectFrom('kept_documents')
          .select('body')
          .where('booking_id', '=', bookingId)
          .where('name', '=', name)
          .where('digest', '=', digest),
        (row) => Buffer.from(row.body, 'base64'),
      ),
    keep: async ({ bookingId, name, digest, bytes }, { nowMs, mostBytes }) => {
      // A document this large would displace too many others, so it is rendered each time.
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
    findInvoice: (bookingId) =>
      first(
        read.selectFrom('invoices').select('facts').where('booking_id', '=', bookingId),
        (row) => JSON.parse(row.facts) as InvoiceFacts,
      ),
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

/** Updates the counter first, because the row lock makes other writers of the cache wait. */
async function grow(db: Kysely<Schema>, bytes: number): Promise<{ bytes: number }> {
  return await db
    .updateTable('document_shelf')
    .set((row) => ({ bytes: row('bytes', '+', bytes) }))
    .where('id', '=', 1)
    .returning('bytes')
    .executeTakeFirstOrThrow();
}

/** Deletes all of a booking's documents, or the one with this name. Returns the freed size. */
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

/** Deletes the oldest documents until enough is freed or the rounds are used up. */
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
