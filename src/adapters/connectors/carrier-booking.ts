// Books with a carrier exactly once. A row is written before the consignment is sent; from then on the same reference is never
// sent again unless the carrier certainly did not receive it. When the answer is lost, `find` looks the booking up with the
// carrier by our reference; where the carrier offers no such lookup, a person must check.
//
// If the process dies before the row is written, nothing was sent. If it dies later, the row says `sending` and `find`
// looks it up.
import type {
  BookedConsignment,
  CarrierBooking,
  CarrierLabel,
  Clock,
  ConsignmentOutcome,
  ConsignmentRequest,
  LabelFormat,
  Log,
  PickupOutcome,
  SentConsignment,
  SentConsignments,
} from '../../application/ports.ts';
import { longestConnote } from '../../domain/bookings/connote.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { reachAbsence } from '../../domain/connectors/reach.ts';
import type { CarrierConnection } from './carrier-connection.ts';
import { type JoinPdfs, oneLabel } from './carrier-labels.ts';

export type CarrierBookingParts = {
  sent: SentConsignments;
  clock: Clock;
  log: Log;
  joinPdfs: JoinPdfs;
};

/** An accepted booking may take a moment to appear at the carrier; until then, "not there" proves nothing. */
const settlingMs = 2 * 60_000;
const noConsignment: BookedConsignment = { connote: '', carrierId: '', pieces: [] };

const withOther: ConsignmentOutcome = {
  outcome: 'unknown',
  reason: 'it was sent with another account',
};

/** The former account may have it and can no longer be checked, so sending it again could book it twice. */
const withFormer: ConsignmentOutcome = {
  outcome: 'unknown',
  reason: 'the account with the carrier was connected after it was sent, and does not have it',
};

export function openCarrierBooking(
  connection: CarrierConnection,
  stringId: string,
  { sent, clock, log, joinPdfs }: CarrierBookingParts,
): CarrierBooking {
  const { carrier } = connection.connector;

  /** `sentAtMs` is the time when the row was opened. */
  const keep = async (
    { reference, booking, confirmation }: ConsignmentRequest,
    booked: BookedConsignment,
    sentAtMs: number,
  ): Promise<ConsignmentOutcome> => {
    const connote = booked.connote.trim();
    if (connote === '' || connote.length > longestConnote)
      return { outcome: 'unknown', reason: 'the carrier gave no usable consignment number' };
    // The carrier bills own accounts directly, so we do not compare prices.
    const quote =
      connection.owner === undefined
        ? booking.quotes.find((one) => one.carrier === confirmation.carrier)
        : undefined;
    const quotedCents = quote?.waterfall.carrierPriceCents;
    const answer = { ...booked, connote, quotedCents, sentAtMs };
    if (!(await sent.settle(reference, { ...answer, state: 'booked', detail: '' })))
      await keepLate({ reference, booking }, { ...booked, connote }, sentAtMs);
    const { priceCents } = booked;
    if (priceCents !== undefined && quotedCents !== undefined && priceCents !== quotedCents)
      log.warn(
        { carrier, booking: booking.id, quotedCents, bookedCents: priceCents },
        'a carrier booked at another price than it quoted',
      );
    return { outcome: 'booked', connote };
  };

  /**
   * Records an answer that arrives after another process has taken over. That process may have deleted the row, sent
   * a second consignment or found this one.
   */
  const keepLate = async (
    { reference, booking }: Pick<ConsignmentRequest, 'reference' | 'booking'>,
    booked: BookedConsignment,
    sentAtMs: number,
  ): Promise<void> => {
    const late = { carrier, stringId, bookingId: booking.id, memberId: connection.owner, sentAtMs };
    const state = await sent.keepLate({ ...booked, ...late, reference });
    if (state === 'orphaned')
      log.error(
        { carrier, booking: booking.id, connote: booked.connote },
        'a carrier has a second consignment that is not paid for: cancel it with the carrier',
      );
  };

  /**
   * Before the booking is settled, because some carriers provide a label only once. A label that is not valid does not make
   * the booking invalid.
   */
  const keepLabels = async (
    reference: string,
    labels: readonly CarrierLabel[],
    sentAtMs: number,
  ): Promise<void> => {
    // Another consignment may have been sent under this reference since.
    if (labels.length === 0 || (await sent.find(reference))?.sentAtMs !== sentAtMs) return;
    const formats = new Set<LabelFormat>(labels.map(({ format }) => format));
    for (const format of formats) {
      try {
        const ofFormat = labels.filter((label) => label.format === format);
        await sent.keepLabel(reference, await oneLabel(ofFormat, format, joinPdfs), clock.nowMs());
      } catch (error) {
        if (!(error instanceof CarrierTrouble)) throw error;
        log.error({ err: error, carrier, reference }, 'a carrier sent a label that is not valid');
      }
    }
  };

  /** A failure does not affect the booking: a person can phone for a pickup. */
  const pickup = async (request: ConsignmentRequest, connote: string): Promise<PickupOutcome> => {
    const { reference } = request;
    const about = { carrier, booking: request.booking.id, connote };
    if (connection.connector.pickupComesWithBooking === true)
      return { outcome: 'arranged', pickupNumber: connote };
    try {
      const answer = await connection.converse(
        { operation: 'pickup', reference },
        (connector, account) => {
          if (connector.pickup === undefined) throw new Error(`${carrier} takes no pickups`);
          return connector.pickup(account, request, connote, clock.nowMs());
        },
      );
      if ('arranged' in answer) return { outcome: 'arranged', pickupNumber: answer.arranged };
      log.warn({ ...about, reason: answer.refused }, 'a carrier refused a pickup');
      return { outcome: 'refused' };
    } catch (error) {
      if (!(error instanceof CarrierTrouble)) throw error;
      log.warn({ ...about, err: error }, 'a carrier did not confirm a pickup');
      return { outcome: 'unknown', reason: error.message };
    }
  };

  const book = async (request: ConsignmentRequest): Promise<ConsignmentOutcome> => {
    const { reference, booking, lease } = request;
    const nowMs = clock.nowMs();
    const before = await sent.open({
      reference,
      carrier,
      stringId,
      bookingId: booking.id,
      memberId: connection.owner,
      nowMs,
      lease,
    });
    if (before === 'lease_lost')
      return { outcome: 'unknown', reason: 'another process took the booking over' };
    if (before !== 'ours') return before.memberId === connection.owner ? known(before) : withOther;
    // A process that was stopped before this point may have lost the booking; from here on, others see the row.
    if (clock.nowMs() > (lease?.retryAtMs ?? Number.POSITIVE_INFINITY)) {
      await sent.forget(reference, nowMs);
      return { outcome: 'unknown', reason: 'the request to the carrier came too late' };
    }
    try {
      const nowhere = reachAbsence(connection.connector.reach, booking);
      const answer =
        nowhere === undefined
          ? await connection.converse({ operation: 'book', reference }, (connector, account) => {
              if (connector.book === undefined) throw new Error(`${carrier} takes no bookings`);
              return connector.book(account, request, clock.nowMs());
            })
          : { rejected: nowhere.message };
      if ('booked' in answer) {
        await keepLabels(reference, answer.labels ?? [], nowMs);
        return await keep(request, answer.booked, nowMs);
      }
      await sent.settle(reference, {
        ...noConsignment,
        sentAtMs: nowMs,
        state: 'rejected',
        detail: answer.rejected,
      });
      return { outcome: 'rejected', reason: answer.rejected };
    } catch (error) {
      if (!(error instanceof CarrierTrouble)) throw error;
      log.warn({ err: error, carrier, reference }, 'a carrier did not confirm a booking');
      if (error.isUnsent) await sent.forget(reference, nowMs);
      return { outcome: 'unknown', reason: error.message };
    }
  };

  const find = async (
    request: ConsignmentRequest,
  ): Promise<ConsignmentOutcome | { outcome: 'absent' }> => {
    const { reference } = request;
    const record = await sent.find(reference);
    if (record === undefined) return { outcome: 'absent' };
    if (record.memberId !== connection.owner) return withOther;
    if (record.state !== 'sending' || connection.connector.find === undefined) return known(record);
    try {
      const answer = await connection.converse(
        { operation: 'find', reference },
        (connector, account) => {
          if (connector.find === undefined) throw new Error(`${carrier} has no lookup`);
          return connector.find(account, request);
        },
      );
      if (answer === 'not_shown')
        return { outcome: 'unknown', reason: 'the carrier does not show it, which proves nothing' };
      if (answer !== 'absent') return await keep(request, answer.booked, record.sentAtMs);
      if (connection.isConnectedAfter(record.sentAtMs)) return withFormer;
      if (clock.nowMs() - record.sentAtMs < settlingMs)
        return { outcome: 'unknown', reason: 'the carrier does not know it yet' };
      await sent.forget(reference, record.sentAtMs);
      return { outcome: 'absent' };
    } catch (error) {
      if (!(error instanceof CarrierTrouble)) throw error;
      return { outcome: 'unknown', reason: error.message };
    }
  };

  const { pickups, allotted } = connection;
  return { pickups, allotted, book, pickup, find };
}

function known({ state, connote, detail }: SentConsignment): ConsignmentOutcome {
  switch (state) {
    case 'booked':
    case 'cancelling':
    case 'cancelled':
    case 'orphaned':
      return { outcome: 'booked', connote };
    case 'rejected':
      return { outcome: 'rejected', reason: detail };
    case 'sending':
      return {
        outcome: 'unknown',
        reason: 'it was sent, but the carrier has not confirmed it',
      };
  }
}
