// Carriers' invoices in the database.
import type { Selectable } from 'kysely';
import type {
  CarrierInvoice,
  CarrierInvoices,
  InvoiceLine,
  NewInvoiceLine,
} from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import { carrierInvoiceId, lineStates } from '../../../domain/carrier-invoices/carrier-invoice.ts';
import { findings, unbilledFindings } from '../../../domain/carrier-invoices/finding.ts';
import { memberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { all, first, hasChanged, knownWord, run } from '../statements.ts';

/** A line has ten values, so this stays far below both engines' limit per statement. */
const linesAtOnce = 500;

export function carrierInvoicesOver({ dialect, read, list, write }: Access): CarrierInvoices {
  return {
    add: (invoice, lines) =>
      write(async (db) => {
        const added = await db
          .insertInto('carrier_invoices')
          .values({
            carrier: invoice.carrier,
            number: invoice.number,
            number_key: invoice.number.toLowerCase(),
            imported_at_ms: invoice.importedAtMs,
          })
          .onConflict((conflict) => conflict.columns(['carrier', 'number_key']).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (added === undefined) return undefined;
        for (let from = 0; from < lines.length; from += linesAtOnce)
          await db
            .insertInto('carrier_invoice_lines')
            .values(lines.slice(from, from + linesAtOnce).map((line) => columnsOf(added.id, line)))
            .execute();
        return carrierInvoiceId(added.id);
      }),
    list: (limit) =>
      list((db) =>
        all(
          db.selectFrom('carrier_invoices').selectAll().orderBy('id', 'desc').limit(limit),
          invoiceFrom,
        ),
      ),
    sums: async (ids) => {
      if (ids.length === 0) return [];
      const rows = await list((db) =>
        db
          .selectFrom('carrier_invoice_lines')
          .select(({ fn }) => [
            'invoice_id',
            'state',
            fn.countAll().as('count'),
            fn.sum('billed_cents').as('billed'),
          ])
          .where('invoice_id', 'in', ids)
          .groupBy(['invoice_id', 'state'])
          .execute(),
      );
      return rows.map((row) => ({
        invoiceId: carrierInvoiceId(row.invoice_id),
        state: knownWord(lineStates, row.state, 'a line of an invoice'),
        lines: Number(row.count),
        billedCents: Number(row.billed),
      }));
    },
    find: (id) =>
      first(read.selectFrom('carrier_invoices').selectAll().where('id', '=', id), invoiceFrom),
    lines: (id, ids) =>
      all(
        read
          .selectFrom('carrier_invoice_lines')
          .leftJoin('bookings', 'bookings.id', 'carrier_invoice_lines.booking_id')
          .selectAll('carrier_invoice_lines')
          .select([
            'bookings.connote',
            'bookings.member_id',
            'bookings.additional_cents',
            'bookings.quoted_grams',
            'bookings.scanned_grams',
          ])
          .where('invoice_id', '=', id)
          .$if(ids !== undefined, (query) =>
            query.where('carrier_invoice_lines.id', 'in', ids ?? []),
          )
          .orderBy('line'),
        lineFrom,
      ),
    lock: async (id, lines) => {
      if (!dialect.locksRows) return;
      await read
        .selectFrom('carrier_invoice_lines')
        .select('id')
        .where('invoice_id', '=', id)
        .where('id', 'in', lines)
        // Always lock in the same order, to prevent deadlocks.
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
    },
    setState: (id, lines, state) =>
      run(write, (db) =>
        db
          .updateTable('carrier_invoice_lines')
          .set({ state })
          .where('invoice_id', '=', id)
          .where('id', 'in', lines),
      ),
    listBilled: async (ids) => {
      if (ids.length === 0) return [];
      return await all(
        read
          .selectFrom('carrier_invoice_lines')
          .select('booking_id')
          .distinct()
          .where('booking_id', 'is not', null)
          .where('booking_id', 'in', ids)
          .where('finding', 'not in', unbilledFindings),
        (row) => bookingId(row.booking_id ?? 0),
      );
    },
    remove: (id) =>
      hasChanged(write, (db) => db.deleteFrom('carrier_invoices').where('id', '=', id)),
  };
}

function columnsOf(invoiceId: number, line: NewInvoiceLine) {
  return {
    invoice_id: invoiceId,
    line: line.line,
    reference: line.reference,
    booking_id: line.bookingId ?? null,
    billed_cents: line.billedCents,
    billed_grams: line.billedGrams ?? null,
    cost_cents: line.costCents ?? null,
    finding: line.finding,
    state: line.state,
  };
}

function invoiceFrom(row: Selectable<Schema['carrier_invoices']>): CarrierInvoice {
  return {
    id: carrierInvoiceId(row.id),
    carrier: row.carrier,
    number: row.number,
    importedAtMs: row.imported_at_ms,
  };
}

type LineRow = Selectable<Schema['carrier_invoice_lines']> & {
  connote: string | null;
  member_id: number | null;
  additional_cents: number | null;
  quoted_grams: number | null;
  scanned_grams: number | null;
};

function lineFrom(row: LineRow): InvoiceLine {
  return {
    id: row.id,
    line: row.line,
    reference: row.reference,
    bookingId: row.booking_id === null ? undefined : bookingId(row.booking_id),
    billedCents: row.billed_cents,
    billedGrams: row.billed_grams ?? undefined,
    costCents: row.cost_cents ?? undefined,
    finding: knownWord(findings, row.finding, 'a line of an invoice'),
    state: knownWord(lineStates, row.state, 'a line of an invoice'),
    connote: row.connote ?? undefined,
    memberId: row.member_id === null ? undefined : memberId(row.member_id),
    additionalCents: row.additional_cents ?? 0,
    quotedGrams: row.quoted_grams ?? undefined,
    scannedGrams: row.scanned_grams ?? 0,
  };
}
