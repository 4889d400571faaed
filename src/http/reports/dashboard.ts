// A member's figures for the members area: dollars, kilograms, days and months as text.
import { type Static, Type } from 'typebox';
import type { Dashboard } from '../../application/reports/read-dashboard.ts';
import { gramsPerKg } from '../../domain/bookings/item.ts';
import { dollars } from '../../domain/money.ts';
import { isoDate } from '../../domain/time/calendar.ts';

export const DashboardReply = Type.Object(
  {
    period: Type.Object({
      from: Type.String({ description: 'YYYY-MM-DD' }),
      to: Type.String(),
      months: Type.Array(Type.String({ description: 'YYYY-MM' })),
    }),
    totals: Type.Object({
      bookings: Type.Integer(),
      spent: Type.Number({ description: 'Freight and later charges' }),
      additional_charges: Type.Number(),
    }),
    spend: Type.Array(
      Type.Object({
        carrier: Type.String(),
        bookings: Type.Integer(),
        months: Type.Array(Type.Number(), { description: 'One per month of the period' }),
        total: Type.Number(),
      }),
    ),
    days: Type.Array(Type.Object({ date: Type.String(), bookings: Type.Integer() }), {
      description: 'Only days with bookings',
    }),
    lanes: Type.Array(
      Type.Object({
        from: Type.String({ description: 'A state of Australia, or a country' }),
        to: Type.String(),
        bookings: Type.Integer(),
        average_price: Type.Number(),
        average_weight: Type.Number({ description: 'Kilograms a booking' }),
      }),
    ),
    answers: Type.Array(
      Type.Object({
        carrier: Type.String(),
        quoted: Type.Integer({ description: 'Prices given' }),
        no_service: Type.Integer({
          description: 'The carrier does not carry this kind of shipment',
        }),
        failed: Type.Integer({ description: 'The carrier failed to answer' }),
      }),
    ),
    weights: Type.Object({
      carriers: Type.Array(
        Type.Object({
          carrier: Type.String(),
          bookings: Type.Integer(),
          quoted: Type.Number(),
          scanned: Type.Number(),
          additional_charges: Type.Number(),
        }),
      ),
      bookings: Type.Array(
        Type.Object({
          booking_id: Type.Integer(),
          carrier: Type.String(),
          quoted: Type.Number(),
          scanned: Type.Number(),
        }),
      ),
    }),
  },
  { $id: 'Dashboard' },
);

export function presentDashboard(dashboard: Dashboard): Static<typeof DashboardReply> {
  const { period, spend, days, lanes, answers, weighed, weighedBookings } = dashboard;
  return {
    period: {
      from: isoDate(period.firstDay),
      to: isoDate(period.lastDay),
      months: [...period.months],
    },
    totals: {
      bookings: dashboard.bookings,
      spent: dollars(dashboard.spentCents),
      additional_charges: dollars(dashboard.additionalCents),
    },
    spend: spend.map(({ carrier, bookings, monthCents, totalCents }) => ({
      carrier,
      bookings,
      months: monthCents.map(dollars),
      total: dollars(totalCents),
    })),
    days: days.map(({ day, bookings }) => ({ date: isoDate(day), bookings })),
    lanes: lanes.map(({ fromRegion, toRegion, bookings, costCents, quotedGrams }) => ({
      from: fromRegion,
      to: toRegion,
      bookings,
      average_price: dollars(Math.round(costCents / bookings)),
      average_weight: Math.round(quotedGrams / bookings) / gramsPerKg,
    })),
    answers: answers.map(({ carrier, quoted, absent, failed }) => ({
      carrier,
      quoted,
      no_service: absent,
      failed,
    })),
    weights: {
      carriers: weighed.map((one) => ({
        carrier: one.carrier,
        bookings: one.bookings,
        quoted: one.quotedGrams / gramsPerKg,
        scanned: one.scannedGrams / gramsPerKg,
        additional_charges: dollars(one.additionalCents),
      })),
      bookings: weighedBookings.map((one) => ({
        booking_id: one.bookingId,
        carrier: one.carrier,
        quoted: one.quotedGrams / gramsPerKg,
        scanned: one.scannedGrams / gramsPerKg,
      })),
    },
  };
}
