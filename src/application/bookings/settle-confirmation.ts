// The settlement of a confirmation: the answers of the gateway and the carrier become the booking's status and the ledger's
// entries in one transaction. Every sale ends here: at once, after the carrier was asked, and in recovery after a crash. A
// process that was overtaken finds the payment settled or taken up by another process, and changes nothing.
import type { Booking } from '../../domain/bookings/booking.ts';
import { factsOf } from '../../domain/bookings/booking-facts.ts';
import { mayMove } from '../../domain/bookings/booking-status.ts';
import { type Confirmation, isDemoConfirmation } from '../../domain/bookings/confirmation.ts';
import { withPickupArranged, withPickupUnanswered } from '../../domain/bookings/manual-requests.ts';
import type { OwnReason } from '../../domain/own-reason.ts';
import {
  chargeMethod,
  type EntryOf,
  type NewLedgerEntry,
  oweRefund,
  postHold,
  sellOnCredit,
  voidHold,
} from '../../domain/payments/ledger.ts';
import { holdPatienceMs, type Payment, pauseBeforeRetryMs } from '../../domain/payments/payment.ts';
import { Refusal } from '../../domain/refusal.ts';
import { dayMs } from '../../domain/time/durations.ts';
import { together } from '../../domain/together.ts';
import type {
  App,
  ChargeOutcome,
  ConsignmentOutcome,
  PaymentChange,
  PickupOutcome,
  Store,
} from '../ports.ts';
import { beginTracking } from '../tracking/begin-tracking.ts';
import { markOrderBooked, noteBooking, notePayment } from '../webhooks/note-events.ts';
import { type Claim, refuseOvertaken } from './claim-confirmation.ts';
import { drawDemoConnote, takeConnote } from './issue-connote.ts';
import { addRefund } from './return-money.ts';
import { takeCredit } from './take-credit.ts';

/**
 * `not_asked`: the charge failed first. `own_number`: the booking takes a number from the operator's range. `pickup`: the
 * answer to a pickup request.
 */
export type CarrierAnswer =
  | (ConsignmentOutcome & { pickup?: PickupOutcome })
  | { outcome: 'own_number' }
  | { outcome: 'not_asked' };

type Numbered = {
  connote: string;
  numberedBy: 'carrier' | 'us';
  pickup?: PickupOutcome | undefined;
};

export type Outcomes = { charge: ChargeOutcome | { outcome: 'absent' }; carrier: CarrierAnswer };

export type Settlement =
  | { kind: 'confirmed'; booking: Booking }
  /** The outcome is not known yet; recovery asks again. */
  | { kind: 'pending'; booking: Booking }
  | { kind: 'declined'; code: string; userMessage: string }
  | { kind: 'rejected'; reason: string; refund: Payment | undefined }
  | { kind: 'undone' }
  /** The carrier has not answered for too long, so the operator has to find out. */
  | { kind: 'failed'; booking: Booking }
  /** Another process has settled it. */
  | { kind: 'overtaken' };

const carrierPatienceMs = dayMs;
/** A charge that was given up is looked up once more, because it may only have been slow. */
export const lateChargePauseMs = 10 * 60_000;
const notCharged = ['pending', 'unknown'] as const;

export async function settleConfirmation(
  app: App,
  claim: Claim,
  outcomes: Outcomes,
): Promise<Settlement> {
  return await app.store.transaction((store) => new Settling(app, store, claim).settle(outcomes));
}

/** `booking` is still new in the store, with its chosen terms; `payment` is undefined for a demo. */
export type NewClaim = { booking: Booking; payment: Payment | undefined };

/** Settles a new claim within the transaction that made it. A refusal must end that transaction. */
export async function settleNew(app: App, store: Store, claim: NewClaim): Promise<Booking> {
  const outcomes: Outcomes = {
    charge: { outcome: 'charged', reference: '' },
    carrier: { outcome: 'own_number' },
  };
  const settlement = await new Settling(app, store, claim).settle(outcomes);
  if (settlement.kind === 'confirmed') return settlement.booking;
  if (settlement.kind !== 'rejected') throw new Error(`a new booking was ${settlement.kind}`);
  const carrier = claim.booking.confirmation?.carrier ?? '';
  throw new Refusal({ code: 'carrier_rejected', carrier, reason: settlement.reason });
}

/** One settlement in its transaction. Locks are taken in this order: numbers, payment, booking, consignment, order, account. */
class Settling {
  readonly #app: App;
  readonly #store: Store;
  readonly #booking: Booking;
  readonly #paidBy: Payment | undefined;
  readonly #nowMs: number;

  constructor(app: App, store: Store, { booking, payment }: NewClaim) {
    this.#app = app;
    this.#store = store;
    this.#booking = booking;
    this.#paidBy = payment;
    this.#nowMs = app.clock.nowMs();
  }

  async settle({ charge, carrier }: Outcomes): Promise<Settlement> {
    switch (charge.outcome) {
      case 'unknown':
        return await this.#wait(charge.reason);
      case 'absent':
        return await this.#undo();
      case 'declined':
        return await this.#decline(charge.code, charge.userMessage);
      case 'charged':
        break;
    }
    const { reference } = charge;
    switch (carrier.outcome) {
      case 'own_number': {
        const connote = await this.#takeNumber();
        return connote === undefined
          ? await this.#reject(reference, 'numbers_used_up' satisfies OwnReason)
          : await this.#confirm(reference, { connote, numberedBy: 'us' });
      }
      case 'booked':
        return await this.#confirm(reference, { ...carrier, numberedBy: 'carrier' });
      case 'rejected':
        return await this.#reject(reference, carrier.reason);
      case 'unknown':
        return await this.#await(reference, carrier.reason);
      case 'not_asked':
        throw new Error("a charge is settled together with the carrier's answer");
    }
  }

  async #confirm(
    reference: string,
    { connote, numberedBy, pickup }: Numbered,
  ): Promise<Settlement> {
    const change = { status: 'charged', reference, retryAtMs: undefined } as const;
    if (!this.#isNew() && !(await this.#change({ from: this.#open(), ...change })))
      return { kind: 'overtaken' };
    const booking = {
      ...this.#booking,
      status: 'confirmed' as const,
      connote,
      confirmedAtMs: this.#nowMs,
      confirmation: this.#withPickup(pickup),
    };
    await together([
      // First, so that a booking which another request has just paid for is refused as paid, not for lack of credit, and
      // an order that is attached until then is found.
      this.#move(booking),
      markOrderBooked(this.#app, this.#store, booking),
      this.#queueLabels(),
      beginTracking(this.#app, this.#store, booking, numberedBy),
      // Last: other bookings on the same account wait from here to the commit.
      this.#enterSale(),
    ]);
    return { kind: 'confirmed', booking };
  }

  /** Demos may be any number, so their labels are printed on request only. */
  async #queueLabels(): Promise<void> {
    const { id, memberId, keyId } = this.#booking;
    if (memberId === undefined || isDemoConfirmation(this.#confirmation())) return;
    await this.#store.printJobs.addAutomatic({
      bookingId: id,
      memberId,
      keyId,
      nowMs: this.#nowMs,
    });
  }

  #takeNumber(): Promise<string | undefined> {
    const confirmation = this.#confirmation();
    return isDemoConfirmation(confirmation)
      ? drawDemoConnote(this.#app, this.#store)
      : takeConnote(this.#app, this.#store, confirmation.carrier);
  }

  async #enterSale(): Promise<void> {
    if (this.#paidBy === undefined) return;
    const [of, cents] = [this.#of(), this.#cents()];
    if (this.#isNew())
      await takeCredit(this.#store, of.memberId, sellOnCredit(of, cents), this.#nowMs);
    else await this.#post(this.#isCredit() ? postHold(of, cents) : this.#chargeOnce());
  }

  /** Unchanged if the pickup request failed: then the operator has to call the carrier. */
  #withPickup(pickup: PickupOutcome | undefined): Confirmation {
    switch (pickup?.outcome) {
      case 'arranged':
        return withPickupArranged(this.#confirmation(), pickup.pickupNumber);
      case 'unknown':
        return withPickupUnanswered(this.#confirmation());
      default:
        return this.#confirmation();
    }
  }

  /**
   * Releases a hold or refunds a charge. A new claim needs neither, because the refusal rolls back its transaction.
   */
  async #reject(reference: string, reason: string): Promise<Settlement> {
    if (this.#isNew()) return { kind: 'rejected', reason, refund: undefined };
    const status = this.#isCredit() ? 'void' : 'charged';
    const change = { status, reference, detail: reason, retryAtMs: undefined } as const;
    if (!(await this.#change({ from: this.#open(), ...change }))) return { kind: 'overtaken' };
    await this.#reopen();
    if (this.#isCredit()) {
      await this.#post(voidHold(this.#of(), this.#cents()));
      return { kind: 'rejected', reason, refund: undefined };
    }
    await this.#post([...this.#chargeOnce(), ...oweRefund(this.#of(), this.#cents())]);
    const charged = { ...this.#payment, reference };
    const refund =
      this.#cents() === 0 ? undefined : await addRefund(this.#app, this.#store, charged);
    return { kind: 'rejected', reason, refund };
  }

  /** Charged or held, but the carrier's answer is not known. */
  async #await(reference: string, reason: string): Promise<Settlement> {
    const isOverdue = this.#nowMs - this.#payment.createdAtMs >= carrierPatienceMs;
    const status = this.#isCredit() ? 'pending' : 'charged';
    const retryAtMs = isOverdue ? this.#lastLook() : this.#nextLook();
    const change = { status, reference, detail: reason, retryAtMs } as const;
    if (!(await this.#change({ from: this.#open(), ...change }))) return { kind: 'overtaken' };
    if (!this.#isCredit()) await this.#post(this.#chargeOnce());
    const booking = {
      ...this.#booking,
      status: isOverdue ? 'request_failed' : 'request_sent',
    } as const;
    await this.#move(booking);
    return { kind: isOverdue ? 'failed' : 'pending', booking };
  }

  async #wait(reason: string): Promise<Settlement> {
    const change = { status: 'unknown', detail: reason, retryAtMs: this.#nextLook() } as const;
    const isOurs = await this.#change({ from: notCharged, ...change });
    return isOurs ? { kind: 'pending', booking: this.#booking } : { kind: 'overtaken' };
  }

  async #decline(code: string, userMessage: string): Promise<Settlement> {
    const change = { status: 'declined', detail: code, retryAtMs: undefined } as const;
    if (!(await this.#change({ from: notCharged, ...change }))) return { kind: 'overtaken' };
    await this.#reopen();
    return { kind: 'declined', code, userMessage };
  }

  /** Neither the gateway nor the carrier received a request. */
  async #undo(): Promise<Settlement> {
    const retryAtMs = this.#isCredit() ? undefined : this.#nowMs + lateChargePauseMs;
    const change = { status: 'void', retryAtMs } as const;
    if (!(await this.#change({ from: notCharged, ...change }))) return { kind: 'overtaken' };
    await this.#reopen();
    // The carrier's answer may have been recorded since the last lookup.
    const { reference } = this.#confirmation();
    if (reference !== '') await this.#store.sentConsignments.markOrphaned(reference);
    if (this.#isCredit()) await this.#post(voidHold(this.#of(), this.#cents()));
    return { kind: 'undone' };
  }

  /** The payment is ours, so the booking must be where it was read; anything else is a bug and rolls back. */
  async #move(booking: Booking): Promise<void> {
    const { id, version, status: to, connote, confirmedAtMs } = booking;
    const { status: from } = this.#booking;
    if (from === 'new') {
      const confirmation = this.#confirmation();
      const facts = factsOf(booking);
      const stored = { status: to, confirmation, facts, connote, confirmedAtMs };
      if (!(await this.#store.bookings.confirm(id, version, stored)))
        await refuseOvertaken(this.#store, id);
    } else if (from !== to) {
      if (!mayMove(from, to)) throw new Error(`booking ${id} cannot go from ${from} to ${to}`);
      const { confirmation: now } = booking;
      const confirmation = now === this.#booking.confirmation ? undefined : now;
      const settled = { from, to, connote, confirmedAtMs, confirmation };
      if (!(await this.#store.bookings.settle(id, settled)))
        throw new Error(`booking ${id} is not ${from} while its payment is open`);
    }
    if (from !== to) await noteBooking(this.#app, this.#store, from, booking);
  }

  async #reopen(): Promise<void> {
    const { id, status } = this.#booking;
    if (!(await this.#store.bookings.reopen(id, status)))
      throw new Error(`booking ${id} is not ${status} while its payment is open`);
    await noteBooking(this.#app, this.#store, status, this.#booking);
  }

  async #post(entries: readonly NewLedgerEntry[]): Promise<void> {
    await this.#store.ledger.post(entries, { nowMs: this.#nowMs, isLimited: false });
  }

  /** False when another process has taken the payment up or settled it. */
  async #change(change: PaymentChange): Promise<boolean> {
    const { id, attempts, status } = this.#payment;
    const isOurs = await this.#store.payments.change(id, { ...change, attempts });
    if (isOurs && change.status !== status)
      await notePayment(this.#app, this.#store, { ...this.#payment, status: change.status });
    return isOurs;
  }

  /** A charge is entered once, when the gateway first confirms it. */
  #chargeOnce(): NewLedgerEntry[] {
    return this.#payment.status === 'charged' ? [] : chargeMethod(this.#of(), this.#cents());
  }

  #open(): readonly Payment['status'][] {
    return this.#payment.status === 'charged' ? ['charged'] : notCharged;
  }

  #nextLook(): number {
    return this.#nowMs + pauseBeforeRetryMs(this.#payment.attempts);
  }

  #lastLook(): number | undefined {
    return this.#isCredit() ? this.#nowMs + holdPatienceMs : undefined;
  }

  /** Claimed in this very transaction. */
  #isNew(): boolean {
    return this.#booking.status === 'new';
  }

  get #payment(): Payment {
    if (this.#paidBy === undefined) throw new Error(`booking ${this.#booking.id} has no payment`);
    return this.#paidBy;
  }

  #isCredit(): boolean {
    return this.#payment.methodId === undefined;
  }

  #cents(): number {
    return this.#payment.amountCents;
  }

  #of(): EntryOf {
    const { id: paymentId, memberId, bookingId } = this.#payment;
    return { paymentId, memberId, bookingId };
  }

  #confirmation(): Confirmation {
    const { confirmation, id } = this.#booking;
    if (confirmation === undefined) throw new Error(`booking ${id} is claimed without terms`);
    return confirmation;
  }
}
