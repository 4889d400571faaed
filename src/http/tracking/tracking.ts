// Tracking on the wire: v5's response exactly as the interface defines it, and v4's numeric status with a list of
// events. Times are local to the scan's place, or Sydney's if that is unknown.
import { type Static, Type } from 'typebox';
import type { TrackedBooking } from '../../application/tracking/track-shipment.ts';
import { clockTime, isoDate } from '../../domain/time/calendar.ts';
import { dateWords, momentWords } from '../../domain/time/day-words.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { localTime } from '../../domain/time/time-zone.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import {
  descriptionOfEvent,
  placeOfEvent,
  rawFields,
} from '../../domain/tracking/carrier-event.ts';
import type { StagedEvent } from '../../domain/tracking/progress.ts';
import { zoneOfEvent } from '../../domain/tracking/scan-place.ts';
import type { ShipmentReport } from '../../domain/tracking/shipment-report.ts';
import { type EventStage, stageCode } from '../../domain/tracking/stage.ts';
import {
  notFoundWords,
  pieceLabel,
  reportSummary,
  situationHeadline,
  situationPhrase,
  stagePhrase,
} from '../../wording/tracking.ts';
import { day, instant, orNull, wordOf } from '../server/values.ts';

const strict = { additionalProperties: false };

const StageReply = wordOf([
  'pending',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'exception',
  'unknown',
]);

const RawReply = Type.Object(
  Object.fromEntries(rawFields.map((field) => [field, Type.Optional(Type.String())])),
  { ...strict, description: 'The carrier’s original status text.' },
);

const TrackingEventReply = Type.Object(
  {
    occurredAt: orNull(instant()),
    dateText: orNull(Type.String()),
    status: orNull(Type.String()),
    description: orNull(Type.String()),
    location: orNull(Type.String()),
    podUrl: orNull(Type.String()),
    deliveryDateText: orNull(Type.String()),
    stage: StageReply,
    raw: RawReply,
  },
  { $id: 'TrackingEvent', ...strict },
);

const TrackingItemReply = Type.Object(
  {
    label: Type.String(),
    eta: orNull(day()),
    stage: StageReply,
    stageCode: orNull(Type.Integer()),
    trackingGraphicUrl: orNull(Type.String()),
    events: Type.Array(TrackingEventReply, { description: 'Newest first.' }),
  },
  { $id: 'TrackingItem', ...strict },
);

export const TrackingReply = Type.Object(
  {
    reference: Type.String({ description: 'The reference in the request.' }),
    matched: Type.Boolean(),
    bookingId: orNull(Type.String()),
    connote: orNull(Type.String()),
    deliveryStatus: orNull(
      Type.Integer({
        description:
          '0 not yet available, 1 picked up, 2 in transit, 3 out for delivery, 4 delivered, -1 futile, -2 check address, -3 damaged.',
      }),
    ),
    statusPhrase: Type.String(),
    headline: Type.String(),
    summary: Type.String(),
    state: wordOf([
      'not_found',
      'pending',
      'picked_up',
      'in_transit',
      'out_for_delivery',
      'delivered',
      'attention',
    ]),
    helpRecommended: Type.Boolean(),
    attachmentRecommended: Type.Boolean(),
    checkedAt: instant(),
    items: Type.Array(TrackingItemReply),
  },
  { $id: 'Tracking', ...strict },
);

/** For the sender, in the members area. */
export const OwnTrackingReply = Type.Object(
  {
    ...TrackingReply.properties,
    stepReached: Type.Integer({
      description:
        'The furthest step reached: 0 booked, 1 picked up, 2 in transit, 3 out for delivery, 4 delivered',
    }),
  },
  { $id: 'OwnTracking', ...strict },
);

const PhraseReply = Type.String({
  description: 'The state in words, such as In transit, On board for delivery or Delivered.',
});

/** Omitted rather than false: some programs search the response for the word `delivered`. */
const DeliveredReply = Type.Optional(
  Type.Literal(true, { description: 'Omitted until it is true.' }),
);

export const OlderTrackingReply = Type.Object(
  {
    id: Type.Integer(),
    status: Type.Integer(),
    state: Type.String({ description: 'As in v5: in_transit, delivered and so on.' }),
    status_phrase: PhraseReply,
    headline: Type.String(),
    delivered: DeliveredReply,
    connote: orNull(Type.String()),
    courier: orNull(Type.String()),
    tracking_events: Type.Array(
      Type.Object(
        {
          status: Type.Integer(),
          status_phrase: PhraseReply,
          delivered: DeliveredReply,
          date: Type.String(),
          time: Type.String(),
          depot: Type.String(),
          description: Type.String(),
        },
        { $id: 'V4TrackingEvent' },
      ),
    ),
  },
  { $id: 'V4Tracking' },
);

/** For a shipment without a reliable stage. */
const notYetAvailable = 0;

export function presentTracking(
  reference: string,
  tracked: TrackedBooking | undefined,
  nowMs: number,
): Static<typeof TrackingReply> {
  const checkedAt = timestampWithColon(nowMs, homeZone);
  if (tracked === undefined) return { ...notFound(reference), checkedAt };
  const { bookingId, connote, report } = tracked;
  return {
    reference,
    matched: true,
    bookingId: String(bookingId),
    connote: connote ?? null,
    deliveryStatus: stageCode(report.stage) ?? notYetAvailable,
    statusPhrase: phraseOf(report),
    headline: situationHeadline(report),
    summary: reportSummary(report, 'anyone'),
    state: report.state,
    helpRecommended: report.isHelpRecommended,
    attachmentRecommended: report.isAttachmentRecommended,
    checkedAt,
    items: report.items.map((item) => ({
      label: pieceLabel(connote ?? '', item, report.pieces),
      eta: item.stage === 'delivered' ? null : (report.expectedDate ?? null),
      stage: presentStage(item.stage),
      stageCode: stageCode(item.stage) ?? null,
      trackingGraphicUrl: null,
      events: item.events.map((event) => presentEvent(event, tracked.proofUrl)),
    })),
  };
}

export function presentOwnTracking(
  reference: string,
  tracked: TrackedBooking | undefined,
  nowMs: number,
): Static<typeof OwnTrackingReply> {
  const presented = presentTracking(reference, tracked, nowMs);
  if (tracked === undefined) return { ...presented, stepReached: 0 };
  const { report } = tracked;
  const summary = reportSummary(report, 'sender');
  return { ...presented, summary, stepReached: report.stepReached };
}

function notFound(reference: string): Omit<Static<typeof TrackingReply>, 'checkedAt'> {
  return {
    reference,
    matched: false,
    bookingId: null,
    connote: null,
    deliveryStatus: null,
    statusPhrase: notFoundWords.phrase,
    headline: notFoundWords.headline,
    summary: notFoundWords.summary,
    state: 'not_found',
    helpRecommended: false,
    attachmentRecommended: false,
    items: [],
  };
}

function presentEvent(
  { event, stage }: StagedEvent,
  proofUrl: string | undefined,
): Static<typeof TrackingEventReply> {
  const { occurredAtMs, raw } = event;
  const zone = zoneOfEvent(event);
  const isTimed = occurredAtMs !== undefined;
  const writtenDate = raw.datetime ?? raw.occurred_at ?? raw.date;
  return {
    occurredAt: isTimed ? timestampWithColon(occurredAtMs, zone) : null,
    dateText: isTimed ? momentWords(occurredAtMs, zone) : (writtenDate ?? null),
    status: wordsOf(stage) ?? raw.status ?? null,
    description: textOrNull(descriptionOfEvent(event)),
    location: textOrNull(placeOfEvent(event)),
    podUrl: stage === 'delivered' ? (proofUrl ?? null) : null,
    deliveryDateText:
      stage === 'delivered' && isTimed
        ? dateWords(isoDate(localTime(zone, occurredAtMs).day))
        : null,
    stage: presentStage(stage),
    raw: { ...raw },
  };
}

export function presentOlderTracking(tracked: TrackedBooking): Static<typeof OlderTrackingReply> {
  const { report } = tracked;
  return {
    id: tracked.bookingId,
    status: stageCode(report.stage) ?? notYetAvailable,
    state: report.state,
    status_phrase: phraseOf(report),
    headline: situationHeadline(report),
    ...(report.state === 'delivered' ? { delivered: true as const } : {}),
    connote: tracked.connote ?? null,
    courier: tracked.carrier ?? null,
    tracking_events: eventsOf(report).map(({ event, stage }) => {
      const at =
        event.occurredAtMs === undefined
          ? undefined
          : localTime(zoneOfEvent(event), event.occurredAtMs);
      return {
        status: stageCode(stage) ?? notYetAvailable,
        status_phrase: wordsOf(stage) ?? event.raw.status ?? '',
        ...(stage === 'delivered' ? { delivered: true as const } : {}),
        date: at === undefined ? (event.raw.date ?? '') : isoDate(at.day),
        time: at === undefined ? (event.raw.time ?? '') : clockTime(at.minute),
        depot: placeOfEvent(event),
        description: descriptionOfEvent(event) || (wordsOf(stage) ?? ''),
      };
    }),
  };
}

/** Some programs look for the carriers' own phrase. People see "Out for delivery". */
const onBoard = 'On board for delivery';

function wordsOf(stage: EventStage): string | undefined {
  return stage === 'out_for_delivery' ? onBoard : stagePhrase(stage);
}

function phraseOf(report: ShipmentReport): string {
  return report.state === 'out_for_delivery' ? onBoard : situationPhrase(report);
}

/** All pieces' events in one list, newest first. */
function eventsOf({ items }: ShipmentReport): StagedEvent[] {
  return items
    .flatMap(({ events }) => events)
    .toSorted((a, b) => (b.event.occurredAtMs ?? 0) - (a.event.occurredAtMs ?? 0));
}

function presentStage(stage: EventStage): Static<typeof StageReply> {
  if (stage === 'futile' || stage === 'check_address' || stage === 'damaged') return 'exception';
  return stage;
}

const textOrNull = (text: string): string | null => (text === '' ? null : text);
