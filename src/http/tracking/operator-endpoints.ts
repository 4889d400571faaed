// /operator/bookings/{id}/events, /operator/tracking…: tracking events that the operator enters, removes and imports.
// Tests: contract/operator-tracking.
import { type Static, Type } from 'typebox';
import type { App } from '../../application/ports.ts';
import { addTrackingEvent } from '../../application/tracking/add-event.ts';
import { type ImportedLine, importEvents } from '../../application/tracking/import-events.ts';
import {
  listTrackingEvents,
  removeTrackingEvent,
} from '../../application/tracking/remove-event.ts';
import { type TrackedBooking, trackBooking } from '../../application/tracking/track-shipment.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { Refusal, type RefusalData } from '../../domain/refusal.ts';
import { trackingStages } from '../../domain/tracking/stage.ts';
import { endpoint } from '../server/endpoint.ts';
import { bodyLimitBytes } from '../server/error-answers.ts';
import { sentText, wordOf } from '../server/values.ts';
import { getRecordNumber } from '../server/whole-number.ts';
import {
  EventsImportReply,
  OperatorEventsReply,
  presentEventsImport,
  presentOperatorEvents,
} from './operator-events.ts';

const params = Type.Object({ id: Type.String() });

export const list = endpoint(
  { summary: 'Tracking events of a booking', params, reply: OperatorEventsReply },
  async (app, { params: { id } }) => {
    const missing = noShipment(id);
    const tracked = await trackBooking(app, bookingId(getRecordNumber(id, missing)));
    if (tracked === undefined) throw new Refusal(missing);
    return await eventsOf(app, tracked);
  },
);

export const add = endpoint(
  {
    summary: 'Add a tracking event',
    description: 'Adding the same event again changes nothing.',
    params,
    body: Type.Object({
      status: wordOf(trackingStages),
      description: Type.Optional(sentText(1000)),
      location: Type.Optional(sentText(255, { description: 'Such as MELBOURNE VIC' })),
      at: Type.Optional(
        sentText(60, { description: 'ISO 8601; without an offset, the place’s own time' }),
      ),
      piece: Type.Optional(
        Type.Union([Type.Integer(), Type.Null()], { description: 'Null: the whole consignment' }),
      ),
    }),
    reply: OperatorEventsReply,
  },
  async (app, { params: { id }, body }) => {
    const { tracked } = await addTrackingEvent(app, {
      bookingId: getRecordNumber(id, noShipment(id)),
      stage: body.status,
      description: body.description ?? '',
      location: body.location ?? '',
      at: body.at?.trim() || undefined,
      piece: body.piece ?? undefined,
    });
    return await eventsOf(app, tracked);
  },
);

export const remove = endpoint(
  {
    summary: 'Remove a tracking event that a person entered',
    description: 'The events that remain decide the status. Unsent e-mails about it are dropped.',
    params: Type.Object({ id: Type.String(), event: Type.String() }),
    reply: OperatorEventsReply,
  },
  async (app, { params: { id, event } }) => {
    const booking = getRecordNumber(id, noShipment(id));
    const { tracked } = await removeTrackingEvent(app, { bookingId: booking, event });
    return await eventsOf(app, tracked);
  },
);

const fileBody = Type.Object({
  csv: Type.String({
    maxLength: bodyLimitBytes,
    description:
      'Columns booking or connote; status or description; at, or date and time; optionally location, piece, carrier',
  }),
  skipped_lines: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'For a file sent in parts, each with the header: the lines left out after the header, so that answers name the lines of the file',
    }),
  ),
});

const importing = (isPreview: boolean, summary: string, description: string) =>
  endpoint(
    { summary, description, body: fileBody, reply: EventsImportReply },
    async (app, { body: { csv, skipped_lines: skippedLines = 0 } }) => {
      const lines: ImportedLine[] = [];
      const whole = (async function* () {
        yield csv;
      })();
      await importEvents(app, whole, (line) => lines.push(line), { isPreview });
      return presentEventsImport(lines, skippedLines);
    },
  );

export const preview = importing(
  true,
  'What importing a file of tracking events would do',
  'Nothing is changed.',
);

export const importFile = importing(
  false,
  'Import a file of tracking events',
  'Line by line; a line that is refused stops no other. The same file again changes nothing.',
);

async function eventsOf(
  app: App,
  tracked: TrackedBooking,
): Promise<Static<typeof OperatorEventsReply>> {
  const events = await listTrackingEvents(app, tracked.bookingId);
  return presentOperatorEvents(tracked, events, app.clock.nowMs());
}

function noShipment(reference: string): RefusalData {
  return { code: 'shipment_not_found', reference, isOfAnyMember: true };
}
