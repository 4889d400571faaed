// Orders in the database: searchable fields in columns, the rest in one document. The unique index on member,
// platform and number turns an order that is sent twice at once into one order.
import { type Selectable, sql } from 'kysely';
import type { NewOrder, Orders } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import { keyId } from '../../../domain/keys/api-key.ts';
import { memberId } from '../../../domain/members/member.ts';
import {
  type Order,
  type OrderDetails,
  type OrderName,
  type OrderStatus,
  orderStatuses,
  unlistedStatuses,
} from '../../../domain/orders/order.ts';
import { orderId } from '../../../domain/orders/order-id.ts';
import { findRecordNumber } from '../../../domain/record-number.ts';
import { type OrderSorting, sortKey } from '../../../domain/sorting.ts';
import type { Access } from '../access.ts';
import { prepared } from '../engine/prepared.ts';
import { isWithin } from '../like.ts';
import type { Schema } from '../schema.ts';
import { first, knownWord, run } from '../statements.ts';

export function ordersOver({ dialect, read, list, write }: Access): Orders {
  const rows = () => read.selectFrom('orders').selectAll();
  const named = ({ memberId: ofMember, importedFrom, number }: OrderName) =>
    rows()
      .where('member_id', '=', ofMember)
      .where('source_key', '=', sourceKey(importedFrom))
      .where('number', '=', number);
  return {
    add: (order) =>
      write(async (db) => {
        const added = await db
          .insertInto('orders')
          .values({
            member_id: order.memberId,
            key_id: order.keyId ?? null,
            number: order.number,
            source_key: sourceKey(order.importedFrom),
            imported_at_ms: order.importedAtMs,
            ...changingColumns(order),
          })
          .onConflict((conflict) =>
            conflict.columns(['member_id', 'source_key', 'number']).doNothing(),
          )
          .returning('id')
          .executeTakeFirst();
        return added === undefined ? 'number_taken' : orderId(added.id);
      }),
    find: (id, ofMember) =>
      first(rows().where('id', '=', id).where('member_id', '=', ofMember), orderFrom),
    findNamed: (name) => first(named(name), orderFrom),
    lock: (which) => {
      const query =
        'id' in which
          ? rows().where('member_id', '=', which.memberId).where('id', '=', which.id)
          : named(which);
      return first(
        query.$if(dialect.locksRows, (locking) => locking.forUpdate()),
        orderFrom,
      );
    },
    save: (order) =>
      run(write, (db) =>
        db.updateTable('orders').set(changingColumns(order)).where('id', '=', order.id),
      ),
    list: async ({ memberId: ofMember, sinceMs, text, status, sorting, limit, skip }) => {
      const { by, isDescending } = sorting ?? newestFirst;
      // Newest first among equals when ascending; the indexes have this order.
      const isIdDescending = by === 'imported' ? isDescending : !isDescending;
      const rows = await list((db) => {
        let query = db
          .selectFrom('orders')
          .selectAll()
          .where('member_id', '=', ofMember)
          .where('status', 'not in', unlistedStatuses)
          .orderBy(sortColumns[by], isDescending ? 'desc' : 'asc')
          .orderBy('id', isIdDescending ? 'desc' : 'asc')
          .limit(limit)
          .offset(skip);
        if (sinceMs !== undefined) query = query.where('imported_at_ms', '>=', sinceMs);
        if (status !== undefined) query = query.where('status', '=', status);
        if (text !== undefined) {
          const number = findRecordNumber(text);
          query = query.where(({ eb, or }) =>
            or([
              isWithin(sql.ref('search'), text),
              ...(number === undefined
                ? []
                : [eb('id', '=', number), eb('booking_id', '=', number)]),
            ]),
          );
        }
        return query.execute();
      });
      return rows.map(orderFrom);
    },
    listBookings: async (ofMember, numbers) => {
      if (numbers.length === 0) return [];
      // The index has the platform before the number. A member has few platforms, so skip along the index to find
      // each.
      const sources: string[] = [];
      while (sources.length < mostSources) {
        const last = sources.at(-1);
        let query = read
          .selectFrom('orders')
          .select('source_key')
          .where('member_id', '=', ofMember)
          .orderBy('source_key')
          .limit(1);
        if (last !== undefined) query = query.where('source_key', '>', last);
        const next = await query.executeTakeFirst();
        if (next === undefined) break;
        sources.push(next.source_key);
      }
      if (sources.length === 0) return [];
      const rows = await read
        .selectFrom('orders')
        .select('booking_id')
        .where('member_id', '=', ofMember)
        .where('source_key', 'in', sources)
        .where('number', 'in', numbers)
        .where('status', 'not in', unlistedStatuses)
        .execute();
      return rows.flatMap(({ booking_id: id }) => (id === null ? [] : [bookingId(id)]));
    },
    listNewestBookings: async (numbers, limit) => {
      const rows = await list((db) =>
        db
          .selectFrom('orders')
          .select('booking_id')
          .where('number', 'in', numbers)
          .where('booking_id', 'is not', null)
          .where('status', 'not in', unlistedStatuses)
          .orderBy('booking_id', 'desc')
          .limit(limit)
          .execute(),
      );
      return rows.flatMap(({ booking_id: id }) => (id === null ? [] : [bookingId(id)]));
    },
    findByBooking: (id) =>
      first(
        read.selectFrom('orders').select(['id', 'status']).where('booking_id', '=', id),
        (row) => ({
          id: orderId(row.id),
          status: knownWord(orderStatuses, row.status, 'an order'),
        }),
      ),
    markBooked: (id, nowMs) =>
      write(async (db) => {
        await bookAttached(db, ['booked' satisfies OrderStatus, nowMs, id, ...unlistedStatuses]);
      }),
  };
}

const newestFirst: OrderSorting = { by: 'imported', isDescending: true };

const sortColumns = {
  imported: 'imported_at_ms',
  number: 'number_key',
  receiver: 'receiver_key',
  value: 'value_cents',
  status: 'status',
} as const;

/** A limit on the platforms of one member, far above the number of shops of any member. */
const mostSources = 20;

/** Runs for every confirmed booking, most of which have no order. */
const bookAttached = prepared((db) =>
  db
    .updateTable('orders')
    .set({ status: '', updated_at_ms: 0 })
    .where('booking_id', '=', 0)
    .where('status', 'not in', unlistedStatuses),
);

/** Platforms are compared without case, because plug-ins write both Woocommerce and WooCommerce. */
function sourceKey(importedFrom: string): string {
  return importedFrom.toLowerCase();
}

function changingColumns(order: NewOrder) {
  const { number, importedFrom, details } = order;
  const { buyerName, buyerEmail, delivery, saleCents } = details;
  return {
    imported_from: importedFrom,
    status: order.status,
    booking_id: order.bookingId ?? null,
    selected_carrier: order.selectedCarrier ?? null,
    updated_at_ms: order.updatedAtMs,
    search: [number, buyerName, buyerEmail, delivery.name, delivery.email].join('\n').toLowerCase(),
    number_key: sortKey(number),
    receiver_key: sortKey(delivery.name || buyerName),
    value_cents: saleCents,
    document: JSON.stringify({ v: 1, details }),
  };
}

function orderFrom(row: Selectable<Schema['orders']>): Order {
  const { details } = JSON.parse(row.document) as { details: OrderDetails };
  return {
    id: orderId(row.id),
    memberId: memberId(row.member_id),
    keyId: row.key_id === null ? undefined : keyId(row.key_id),
    number: row.number,
    importedFrom: row.imported_from,
    status: knownWord(orderStatuses, row.status, 'an order'),
    bookingId: row.booking_id === null ? undefined : bookingId(row.booking_id),
    selectedCarrier: row.selected_carrier ?? undefined,
    importedAtMs: row.imported_at_ms,
    updatedAtMs: row.updated_at_ms,
    details,
  };
}
