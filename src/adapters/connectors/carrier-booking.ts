// Books with a carrier exactly once. What is about to be sent is written down first; from then on the same reference is
// never sent again unless the carrier has certainly not seen it. What became of a booking whose answer was lost is asked
// of the carrier, where it can be asked by our reference; otherwise nobody knows, and a person finds out.
//
// What if the process dies: before the row, nothing was sent; after it, the row says `sending` and `find` asks; after the
// carrier's answer but before it is written down, the same.
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
import { type JoinPdfs, oneLabel } from './carrier-labels.ts';
import type { CarrierLine } from './carrier-line.ts';

export type CarrierBookingParts = {
  sent: SentConsignments;
  clock: Clock;
  log: Log;
  joinPdfs: JoinPdfs;
};

/** A carrier may take a moment until what it accepted can be found; before that, "not there" proves nothing. */
const settlingMs = 2 * 60_000;
const noConsignment: BookedConsignment = { connote: '', carrierId: '', pieces: [] };

/** One account knows nothing of another's consignments. */
const withOther: ConsignmentOutcome = {
  outcome: 'unknown',
  reason: 'it was sent with another account',
};

/** Whoever was asked before may have it, and can not be asked any more: sent again, it could be there twice. */
const withFormer: ConsignmentOutcome = {
  outcome: 'unknown',
  reason: 'the account with the carrier was connected after it was sent, and does not have it',
};

export function openCarrierBooking(
  line: CarrierLine,
  stringId: string,
  { sent, clock, log, joinPdfs }: CarrierBookingParts,
): CarrierBooking {
  const { carrier } = line.connector;

  /** `sentAtMs`: when what this answers was opened. */
  const keep = async (
    { reference, booking, confirmation }: ConsignmentRequest,
    booked: BookedConsignment,
    sentAtMs: number,
  ): Promise<ConsignmentOutcome> => {
    const connote = booked.connote.trim();
    if (connote === '' || connote.length > longestConnote)
      return { outcome: 'unknown', reason: 'the carrier gave no usable consignment number' };
    // With a member's own account the difference is between the member and the carrier: nobody else pays it.
    const quote =
      line.owner === undefined
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
        'a carrier booked at another price than it had quoted',
      );
    return { outcome: 'booked', connote };
  };

  /** Another process took this one for dead, and has written the consignment off, sent a second one or found this one. */
  const keepLate = async (
    { reference, booking }: Pick<ConsignmentRequest, 'reference' | 'booking'>,
    booked: BookedConsignment,
    sentAtMs: number,
  ): Promise<void> => {
    const late = { carrier, stringId, bookingId: booking.id, memberId: line.owner, sentAtMs };
    const state = await sent.keepLate({ ...booked, ...late, reference });
    if (state === 'orphaned')
      log.error(
        { carrier, booking: booking.id, connote: booked.connote },
        'a carrier has a consignment beside the one that its booking is paid for: cancel it with the carrier',
      );
  };

  /**
   * Before the booking is settled: a label that is not handed out twice must not be lost between two writes. What is
   * wrong with a label is no reason to doubt the booking.
   */
  const keepLabels = async (
    reference: string,
    labels: readonly CarrierLabel[],
    sentAtMs: number,
  ): Promise<void> => {
    // Under this reference another consignment may have been sent since, whose labels these are not.
    if (labels.length === 0 || (await sent.find(reference))?.sentAtMs !== sentAtMs) return;
    const formats = new Set<LabelFormat>(labels.map(({ format }) => format));
    for (const format of formats) {
      try {
        const ofFormat = labels.filter((label) => label.format === format);
        await sent.keepLabel(reference, await oneLabel(ofFormat, format, joinPdfs), clock.nowMs());
      } catch (error) {
        if (!(error instanceof CarrierTrouble)) throw error;
        log.error(
          { err: error, carrier, reference },
          'a label that came with a booking is no label',
        );
      }
    }
  };

  /** Whatever becomes of this, the carrier has the booking, and a person can ring. */
  const pickup = async (request: ConsignmentRequest, connote: string): Promise<PickupOutcome> => {
    const { reference } = request;
    const about = { carrier, booking: request.booking.id, connote };
    try {
      const answer = await line.hold({ operation: 'pickup', reference }, (connector, account) => {
        if (connector.pickup === undefined) throw new Error(`${carrier} takes no pickups`);
        return connector.pickup(account, request, connote, clock.nowMs());
      });
      if ('arranged' in answer) return { outcome: 'arranged', pickupNumber: answer.arranged };
      log.warn({ ...about, reason: answer.refused }, 'a carrier does not come for a booking');
      return { outcome: 'refused' };
    } catch (error) {
      if (!(error instanceof CarrierTrouble)) throw error;
      log.warn({ ...about, err: error }, 'a carrier did not say whether it comes for a booking');
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
      memberId: line.owner,
      nowMs,
      lease,
    });
    if (before === 'lease_lost')
      return { outcome: 'unknown', reason: 'another process has taken the booking up' };
    if (before !== 'ours') return before.memberId === line.owner ? known(before) : withOther;
    // Whoever was stopped on the way here may have been given up meanwhile; from now on the row is seen.
    if (clock.nowMs() > (lease?.retryAtMs ?? Number.POSITIVE_INFINITY)) {
      await sent.forget(reference, nowMs);
      return { outcome: 'unknown', reason: 'the carrier was not asked in time' };
    }
    try {
      const nowhere = reachAbsence(line.connector.reach, booking);
      const answer =
        nowhere === undefined
          ? await line.hold({ operation: 'book', reference }, (connector, account) => {
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
      log.warn(
        { err: error, carrier, reference },
        'a carrier did not say whether it has a booking',
      );
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
    if (record.memberId !== line.owner) return withOther;
    if (record.state !== 'sending' || line.connector.find === undefined) return known(record);
    try {
      const answer = await line.hold({ operation: 'find', reference }, (connector, account) => {
        if (connector.find === undefined) throw new Error(`${carrier} can't be asked`);
        return connector.find(account, request);
      });
      if (answer === 'not_shown')
        return { outcome: 'unknown', reason: 'the carrier does not show it, which proves nothing' };
      if (answer !== 'absent') return await keep(request, answer.booked, record.sentAtMs);
      if (line.isConnectedAfter(record.sentAtMs)) return withFormer;
      if (clock.nowMs() - record.sentAtMs < settlingMs)
        return { outcome: 'unknown', reason: 'the carrier does not know it yet' };
      await sent.forget(reference, record.sentAtMs);
      return { outcome: 'absent' };
    } catch (error) {
      if (!(error instanceof CarrierTrouble)) throw error;
      return { outcome: 'unknown', reason: error.message };
    }
  };

  return { pickups: line.pickups, book, pickup, find };
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
        reason: 'it was sent, and whether the carrier has it is not known',
      };
  }
}
