// Tracking events as the operator sees them: those of one booking, and the outcome of each line of a file.
import { type Static, Type } from 'typebox';
import type { ImportedLine } from '../../application/tracking/import-events.ts';
import type { ListedEvent } from '../../application/tracking/remove-event.ts';
import type { TrackedBooking } from '../../application/tracking/track-shipment.ts';
import { momentWords } from '../../domain/time/day-words.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { descriptionOfEvent, placeOfEvent } from '../../domain/tracking/carrier-event.ts';
import { zoneOfEvent } from '../../domain/tracking/scan-place.ts';
import { problemSentence } from '../../wording/problems.ts';
import { stagePhrase } from '../../wording/tracking.ts';
import { instant, orNull } from '../server/values.ts';
import { OwnTrackingReply, presentOwnTracking } from './tracking.ts';

export const OperatorEventsReply = Type.Object(
  {
    booking_id: Type.Integer(),
    connote: orNull(Type.String()),
    pieces: Type.Integer(),
    tracking: OwnTrackingReply,
    events: Type.Array(
      Type.Object({
        id: Type.String(),
        at: orNull(instant('In the place’s own time')),
        date_text: orNull(Type.String()),
        piece: orNull(Type.Integer({ description: 'Null: the whole consignment' })),
        status: orNull(Type.String({ description: 'Null: the carrier’s words are not known' })),
        description: Type.String(),
        location: Type.String(),
        is_removable: Type.Boolean({ description: 'A person entered it' }),
      }),
      { description: 'Newest first' },
    ),
  },
  { $id: 'OperatorEvents' },
);

export const EventsImportReply = Type.Object(
  {
    added: Type.Integer({ description: 'In a preview: events that would be added' }),
    known: Type.Integer({ description: 'Recorded already' }),
    refused: Type.Integer(),
    lines: Type.Array(
      Type.Object({
        line: Type.Integer(),
        reference: Type.String({ description: 'The booking number or connote in the line' }),
        booking_id: orNull(Type.Integer()),
        outcome: Type.Enum(['added', 'known', 'refused']),
        column: orNull(Type.String({ description: 'The column to correct' })),
        reason: orNull(Type.String()),
      }),
    ),
  },
  { $id: 'EventsImport' },
);

export function presentOperatorEvents(
  tracked: TrackedBooking,
  events: readonly ListedEvent[],
  nowMs: number,
): Static<typeof OperatorEventsReply> {
  return {
    booking_id: tracked.bookingId,
    connote: tracked.connote ?? null,
    pieces: tracked.report.pieces,
    tracking: presentOwnTracking(String(tracked.bookingId), tracked, nowMs),
    events: events.map((event) => ({
      id: event.id,
      at:
        event.occurredAtMs === undefined
          ? null
          : timestampWithColon(event.occurredAtMs, zoneOfEvent(event)),
      date_text:
        event.occurredAtMs === undefined
          ? null
          : momentWords(event.occurredAtMs, zoneOfEvent(event)),
      piece: event.piece ?? null,
      status: stagePhrase(event.stage) ?? null,
      description: descriptionOfEvent(event),
      location: placeOfEvent(event),
      is_removable: event.reportedBy === 'person',
    })),
  };
}

/** `skippedLines`: lines of the file that the request leaves out between its header and its first row. */
export function presentEventsImport(
  lines: readonly ImportedLine[],
  skippedLines: number,
): Static<typeof EventsImportReply> {
  const count = (outcome: ImportedLine['outcome']): number =>
    lines.filter((line) => line.outcome === outcome).length;
  return {
    added: count('added'),
    known: count('known'),
    refused: count('refused'),
    lines: lines
      .toSorted((one, other) => one.line - other.line)
      .map((line) => ({
        line: line.line + skippedLines,
        reference: line.reference,
        booking_id: line.bookingId ?? null,
        outcome: line.outcome,
        column: line.outcome === 'refused' ? (line.column ?? null) : null,
        reason: line.outcome === 'refused' ? problemSentence(line.problem, line.column) : null,
      })),
  };
}
