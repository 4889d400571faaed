// Bookings whose carrier a person has notified, and bookings whose carrier must still be notified.
import { type Kysely, type NotNull, sql } from 'kysely';
import type { NotifiedCarriers, UnnotifiedPickup } from '../../../application/ports.ts';
import { type BookingStatus, bookingId } from '../../../domain/bookings/booking.ts';
import { longestNoticePeriod, noticePeriodOf } from '../../../domain/bookings/manual-requests.ts';
import { memberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { all, run } from '../statements.ts';
import { readConfirmation } from './booking-rows.ts';

/**
 * Every carrier with shipments, whether or not its files still exist. The search skips along the index from carrier
 * to carrier, so it takes as many steps as there are carriers.
 */
function withCarriers(db: Kysely<Schema>) {
  return db.withRecursive('carriers', (cte) =>
    cte
      .selectFrom('shipments')
      .select(({ fn }) => fn.min<string | null>('shipments.carrier').as('carrier'))
      .where('shipments.poll_at_ms', 'is not', null)
      .unionAll(
        cte
          .selectFrom('carriers')
          .select(({ selectFrom }) =>
            selectFrom('shipments')
              .select(({ fn }) => fn.min<string | null>('shipments.carrier').as('next'))
              .whereRef('shipments.carrier', '>', 'carriers.carrier')
              .where('shipments.poll_at_ms', 'is not', null)
              .as('carrier'),
          )
          .where('carriers.carrier', 'is not', null),
      ),
  );
}

/**
 * Patterns for how `writeConfirmation` stores that a booking was sent to no carrier, or that its carrier did not
 * receive every detail.
 */
const sentNowhere = '%"reference":""%';
const hasManualRequests = '%"unsaid":[%';
const hasPickupToCancel = '%"unsaid":["pickup_off"]%';
const hasTailgateDelivery = '%"unsaid":[%"tailgate_delivery"%';

export function notifiedCarriersOver({ read, list, write }: Access): NotifiedCarriers {
  return {
    add: (ids, { notifiedAtMs, notifiedBy }) =>
      run(write, (db) =>
        db
          .insertInto('told_carriers')
          .values(
            ids.map((id) => ({ booking_id: id, told_at_ms: notifiedAtMs, told_by: notifiedBy })),
          )
          .onConflict((conflict) => conflict.column('booking_id').doNothing()),
      ),
    remove: (ids) =>
      run(write, (db) => db.deleteFrom('told_carriers').where('booking_id', 'in', ids)),
    list: async (ids) => {
      if (ids.length === 0) return [];
      const rows = await read
        .selectFrom('told_carriers')
        .select(['booking_id', 'told_at_ms', 'told_by'])
        .where('booking_id', 'in', ids)
        .execute();
      return rows.map((row) => ({
        bookingId: bookingId(row.booking_id),
        notifiedAtMs: row.told_at_ms,
        notifiedBy: memberId(row.told_by),
      }));
    },
    listUnnotified: ({ sinceMs, limit }) =>
      list((db) =>
        all(
          withCarriers(db)
            .selectFrom('shipments')
            .innerJoin('bookings', 'bookings.id', 'shipments.booking_id')
            .leftJoin('told_carriers', 'told_carriers.booking_id', 'shipments.booking_id')
            .select(['shipments.booking_id', 'shipments.member_id', 'bookings.confirmation'])
            // Uses the index of shipments to poll. It leaves out demos and shipments delivered days ago, and a poll
            // time is never before the confirmation, so older shipments that were not polled since are skipped.
            .where('shipments.carrier', 'in', ({ selectFrom }) =>
              selectFrom('carriers')
                .select('carriers.carrier')
                .where('carriers.carrier', 'is not', null)
                .$narrowType<{ carrier: NotNull }>(),
            )
            .where('shipments.poll_at_ms', '>=', sinceMs)
            .where('shipments.is_own_account', '=', sql.lit(0))
            .where('shipments.stage', 'in', longestNoticePeriod.stages)
            .where(({ or, and, eb }) =>
              or([
                eb('bookings.status', '=', 'confirmed' satisfies BookingStatus),
                and([
                  eb('bookings.status', '=', 'cancelled' satisfies BookingStatus),
                  eb('bookings.confirmation', 'like', hasPickupToCancel),
                ]),
              ]),
            )
            .where(({ or, and, eb }) =>
              or([
                and([
                  eb('shipments.stage', 'in', noticePeriodOf([]).stages),
                  or([
                    eb('bookings.confirmation', 'like', sentNowhere),
                    eb('bookings.confirmation', 'like', hasManualRequests),
                  ]),
                ]),
                eb('bookings.confirmation', 'like', hasTailgateDelivery),
              ]),
            )
            .where('told_carriers.booking_id', 'is', null)
            // If the backlog exceeds the limit, the newest matter: the pickups of the others are over.
            .orderBy('shipments.poll_at_ms', 'desc')
            .limit(limit),
          (row) => ({
            bookingId: bookingId(row.booking_id),
            memberId: memberId(row.member_id),
            ...openRequestsIn(row.confirmation),
          }),
        ),
      ),
  };
}

function openRequestsIn(
  confirmation: string | null,
): Pick<UnnotifiedPickup, 'pickupDate' | 'unsaid'> {
  const { pickupDate, unsaid = [] } = readConfirmation(confirmation);
  return { pickupDate, unsaid };
}
