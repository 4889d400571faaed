// Polls carriers for the tracking events of their shipments. The next poll is scheduled before the carrier is asked, so
// that no shipment is polled twice and a crash costs one turn. A carrier can neither delay the others nor store more
// than a shipment's limit of events.

import type { CircuitBreaker } from '../../domain/carriers/circuit-breaker.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import {
  type CarrierEvent,
  mostEventsOfBooking,
  type RawField,
  rawFields,
  tidyRaw,
  tidyText,
} from '../../domain/tracking/carrier-event.ts';
import { leastPollPauseMs, neverAsked, nextPollAtMs } from '../../domain/tracking/poll-plan.ts';
import type { App, CarrierScan, LiveCarrier, ShipmentToPoll } from '../ports.ts';
import { plausibleMs } from './add-event.ts';
import { recordEvents } from './record-events.ts';

const pollBatchSize = 20;
const answerPatienceMs = 10_000;
const longestUrl = 2_000;

type Tracker = Pick<LiveCarrier, 'stringId' | 'reportsProof'> & {
  watchedAs: string;
  track: NonNullable<LiveCarrier['track']>;
};

/** Polls one batch and returns how many shipments were polled. */
export async function pollCarriers(app: App, stop?: AbortSignal): Promise<number> {
  const trackers = new Map(
    app.carriers.live.flatMap((carrier) => {
      const tracker = trackerOf(carrier);
      return tracker === undefined ? [] : [[carrier.stringId, tracker]];
    }),
  );
  const whenDue = { nowMs: app.clock.nowMs(), limit: pollBatchSize };
  const { shipments } = app.store;
  const carriers = [...trackers.keys()];
  const due = await shipments.listToPoll({ carriers, isOwnAccount: false, ...whenDue });
  const ownDue = await shipments.listToPoll({
    carriers: app.connections.connectors.flatMap(({ track, services }) =>
      track === undefined ? [] : services.map(({ stringId }) => stringId),
    ),
    isOwnAccount: true,
    ...whenDue,
  });
  const planned = await Promise.allSettled([
    ...due.map((shipment) => plan(app, trackers.get(shipment.carrier), shipment)),
    ...ownDue.map(async (shipment) => plan(app, await ownTracker(app, shipment), shipment)),
  ]);
  const polls = planned.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []));
  const failures = new Set<unknown>();
  // In parallel, so that a carrier which accepts several numbers per request gets them together.
  await Promise.all(polls.map((poll) => pollOne(app, poll, { failures, stop })));
  // Shipments that were planned have had their turn anyway.
  for (const one of planned) if (one.status === 'rejected') throw one.reason;
  return due.length + ownDue.length;
}

function trackerOf(carrier: LiveCarrier): Tracker | undefined {
  if (carrier.track === undefined) return undefined;
  const { stringId, own, reportsProof } = carrier;
  const track = carrier.track.bind(carrier);
  return { stringId, watchedAs: own?.watchedAs ?? stringId, track, reportsProof };
}

/** Uses the member's own account only. Without it, polls fail with growing pauses until it is connected again. */
async function ownTracker(app: App, { carrier, memberId }: ShipmentToPoll): Promise<Tracker> {
  const live = await app.carriers.liveOf(memberId);
  const own = live.find((one) => one.stringId === carrier && one.own !== undefined);
  const tracker = own === undefined ? undefined : trackerOf(own);
  return (
    tracker ?? {
      stringId: carrier,
      watchedAs: `${carrier}@${memberId}`,
      track: async () => {
        throw new Error("the member's own account with the carrier is disconnected");
      },
    }
  );
}

type Poll = {
  tracker: Tracker;
  shipment: ShipmentToPoll & { awaitsProof: boolean };
  nowMs: number;
  reserved: number;
};

/**
 * Schedules the next poll as if this one fails; a success reschedules it. Undefined when the shipment is not to be
 * polled now.
 */
async function plan(
  app: App,
  tracker: Tracker | undefined,
  due: ShipmentToPoll,
): Promise<Poll | undefined> {
  if (tracker === undefined) return undefined;
  const awaitsProof =
    due.stage === 'delivered' && tracker.reportsProof === true && !(await hasProof(app, due));
  const shipment = { ...due, awaitsProof };
  const nowMs = app.clock.nowMs();
  const isOver = nextPollAtMs(shipment, nowMs) === undefined;
  const isAskedAbout = shipment.failedPolls !== neverAsked && !shipment.isCancelled;
  const mayAsk = !isOver && isAskedAbout && breakerOf(app, tracker).mayAsk(nowMs);
  // A cancelled shipment stays listed: its pickup may have to be cancelled by telephone.
  const failedPolls = isAskedAbout ? shipment.failedPolls + (mayAsk ? 1 : 0) : neverAsked;
  const failed = { ...shipment, failedPolls };
  const reserved = isOver ? undefined : nextPollAtMs(failed, nowMs, app.tracking.pollPauseMs);
  const next = { pollAtMs: reserved, failedPolls: failed.failedPolls };
  const isOurs = await app.store.shipments.schedulePoll(shipment, next);
  if (!isOurs || !mayAsk || reserved === undefined) return undefined;
  return { tracker, shipment, nowMs, reserved };
}

async function hasProof({ store }: App, { bookingId }: ShipmentToPoll): Promise<boolean> {
  return (await store.deliveryProofs.find(bookingId)) !== undefined;
}

function breakerOf(app: App, { watchedAs }: Tracker): CircuitBreaker {
  return app.carriers.breakerOf(`tracking:${watchedAs}`);
}

async function pollOne(
  app: App,
  { tracker, shipment, nowMs, reserved }: Poll,
  { failures, stop }: { failures: Set<unknown>; stop: AbortSignal | undefined },
): Promise<void> {
  const breaker = breakerOf(app, tracker);
  try {
    const answer = await ask(tracker, shipment, stop);
    const events = readAnswer(answer, shipment, nowMs);
    // Before the events, which may end the polling.
    for (const proof of proofsIn(answer, nowMs))
      await app.store.deliveryProofs.report(shipment.bookingId, proof);
    await recordEvents(
      app,
      events.map((event) => ({ shipment, event })),
      'carrier',
    );
    breaker.succeeded();
    app.meter.carrierPolled({ carrier: tracker.stringId, outcome: 'answered' });
  } catch (error) {
    if (stop?.aborted === true) return;
    if (error instanceof CarrierTrouble && error.kind === 'paced') {
      await postpone(app, shipment, reserved, nowMs + (error.retryAfterMs ?? leastPollPauseMs));
      app.meter.carrierPolled({ carrier: tracker.stringId, outcome: 'postponed' });
      return;
    }
    // One failed request counts once, however many shipments it covered.
    if (!failures.has(error)) breaker.failed(app.clock.nowMs());
    failures.add(error);
    app.meter.carrierPolled({ carrier: tracker.stringId, outcome: 'failed' });
    const { carrier, connote } = shipment;
    app.log.warn(
      { err: error, carrier, connote },
      'a carrier could not be polled about a shipment',
    );
    return;
  }
  const now = (await app.store.shipments.find(shipment.bookingId)) ?? shipment;
  const isNewlyDelivered = now.stage === 'delivered' && shipment.stage !== 'delivered';
  // The next poll for the proof is planned already.
  if (isNewlyDelivered || (shipment.awaitsProof && !(await hasProof(app, shipment)))) return;
  const pollAtMs = nextPollAtMs({ ...now, failedPolls: 0 }, nowMs, app.tracking.pollPauseMs);
  await app.store.shipments.schedulePoll(
    { bookingId: shipment.bookingId, pollAtMs: reserved },
    { pollAtMs, failedPolls: 0 },
  );
}

/** Our own rate limit delayed the poll, so it is not a failure. */
async function postpone(
  app: App,
  { bookingId, failedPolls }: ShipmentToPoll,
  reserved: number,
  pollAtMs: number,
): Promise<void> {
  await app.store.shipments.schedulePoll(
    { bookingId, pollAtMs: reserved },
    { pollAtMs, failedPolls },
  );
}

async function ask(
  tracker: Tracker,
  { connote }: ShipmentToPoll,
  stop: AbortSignal | undefined,
): Promise<unknown> {
  const deadline = AbortSignal.timeout(answerPatienceMs);
  const signal = stop === undefined ? deadline : AbortSignal.any([deadline, stop]);
  signal.throwIfAborted();
  return await Promise.race([
    tracker.track(connote, signal),
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);
}

/** A connector's output is checked like a carrier's answer. */
function readAnswer(answer: unknown, { pieces }: ShipmentToPoll, nowMs: number): CarrierEvent[] {
  if (!Array.isArray(answer)) throw new Error('the answer is not a list of events');
  return answer.slice(-mostEventsOfBooking).flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null || !('raw' in one)) return [];
    const { raw, occurredAtMs, piece } = one as Partial<Record<keyof CarrierEvent, unknown>>;
    const words = tidyRaw(stringsOf(raw));
    if (Object.keys(words).length === 0) return [];
    const isOwnPiece = Number.isInteger(piece) && Number(piece) >= 1 && Number(piece) <= pieces;
    return [
      {
        piece: isOwnPiece ? Number(piece) : undefined,
        occurredAtMs: plausibleMs(occurredAtMs, nowMs),
        givenStage: undefined,
        raw: words,
      },
    ];
  });
}

function proofsIn(answer: unknown, nowMs: number) {
  const scans = answer as readonly (Partial<CarrierScan> | null)[];
  return scans.flatMap((scan) => {
    const signedBy = typeof scan?.signedBy === 'string' ? tidyText(scan.signedBy) : '';
    const given = typeof scan?.proofUrl === 'string' ? scan.proofUrl : '';
    const url = given.length <= longestUrl && /^https:\/\//.test(given) ? given : '';
    if (signedBy === '' && url === '') return [];
    return [{ signedBy, signedAtMs: plausibleMs(scan?.occurredAtMs, nowMs), url }];
  });
}

function stringsOf(raw: unknown): Partial<Record<RawField, string>> {
  if (typeof raw !== 'object' || raw === null) return {};
  const given = raw as Record<string, unknown>;
  return Object.fromEntries(
    rawFields.flatMap((field) => {
      const value = Object.hasOwn(given, field) ? given[field] : undefined;
      return typeof value === 'string' ? [[field, value]] : [];
    }),
  );
}
