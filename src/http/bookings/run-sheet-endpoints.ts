// /operator/run-sheets…, /operator/notified-carriers: pickups that a person phones through, and marking them as notified.
// Tests: contract/operator-notifications.
import { Type } from 'typebox';
import {
  listRunSheets,
  markNotified,
  mostPickupsListed,
  unmarkNotified,
} from '../../application/bookings/notify-carriers.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { csvShapes, sendCsv } from '../server/csv-download.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import { recordNumber } from '../server/values.ts';
import { presentRunSheet, RunSheetReply, runSheetsCsv } from './run-sheet.ts';

export const list = endpoint(
  {
    summary: 'Pickups that a person phones through, by day and carrier',
    description: `The next day first; at most ${mostPickupsListed} pickups.`,
    reply: Type.Array(RunSheetReply),
  },
  async (app) => (await listRunSheets(app)).map(presentRunSheet),
);

export const file = endpoint(
  {
    summary: 'Run sheets as CSV',
    query: Type.Object({
      carrier: Type.Optional(Type.String({ description: 'The carrier’s name' })),
      day: Type.Optional(Type.String({ description: 'The pickup date, YYYY-MM-DD' })),
    }),
    ...csvShapes,
  },
  async (app, { query: { carrier, day }, reply }) => {
    const only = { carrier: carrier || undefined, day: day || undefined };
    return sendCsv(reply, 'linehaul-run-sheet', runSheetsCsv(await listRunSheets(app, only)));
  },
);

const NotifiedBooking = Type.Object({
  id: recordNumber(),
  pickup_date: Type.Optional(
    Type.String({
      description: 'The day that the carrier was given; refused if the pickup was moved since',
    }),
  ),
});

export const mark = endpoint(
  {
    summary: 'Mark the carriers of bookings as notified or not',
    description:
      'All of the bookings or none. Repeating it changes nothing: the first notification of a booking stays.',
    body: Type.Object({
      bookings: Type.Array(NotifiedBooking, {
        minItems: 1,
        maxItems: mostPickupsListed,
        uniqueItems: true,
      }),
      is_notified: Type.Boolean(),
    }),
    reply: Type.Object({ bookings: Type.Array(NotifiedBooking), is_notified: Type.Boolean() }),
  },
  async (app, { body, caller }) => {
    const pickups = body.bookings.map(({ id, pickup_date }) => ({
      id: bookingId(id),
      pickupDate: pickup_date,
    }));
    if (body.is_notified) await markNotified(app, signedIn(caller).member, pickups);
    else
      await unmarkNotified(
        app,
        pickups.map(({ id }) => id),
      );
    return body;
  },
);
