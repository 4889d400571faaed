// Transaction 2 of a confirmation: what the gateway and the carrier said becomes the booking's status and the ledger's
// entries, all of it or nothing. The request that confirms and the recovery after a crash both end here, so there is one
// path to get right. A process that was overtaken finds the payment settled or taken up, and changes nothing.
import type { Booking } from '../../domain/bookings/booking.ts';
import { mayMove } from '../../domain/bookings/booking-status.ts';
import type { Confirmation } from '../../domain/bookings/confirmation.ts';
import { withPickupArranged, withPickupUnanswered } from '../../domain/bookings/told-by-hand.ts';
import {
  chargeMethod,
  type EntryOf,
  type NewLedgerEntry,
  oweRefund,
  postHold,
  voidHold,
} from '../../domain/payments/ledger.ts';
import { holdPatienceMs, type Payment, pauseBeforeRetryMs } from '../../domain/payments/payment.ts';
import { dayMs } from '../../domain/time/durations.ts';
import type {
  App,
  ChargeOutcome,
  ConsignmentOutcome,
  PaymentChange,
  PickupOutcome,
  Store,
} from '../ports.ts';
import { beginTracking } from '../tracking/begin-tracking.ts';
import type { Claim } from './claim-confirmation.ts';
import { takeConnote } from './own-connote.ts';
import { addRefund } from './return-money.ts';

/** `not_asked`: the charge did not get so far. `own_number`: the carrier takes a number of ours. `pickup`: it was asked to come. */
export type CarrierAnswer =
  | (ConsignmentOutcome & { pickup?: PickupOutcome })
  | { outcome: 'own_number' }
  | { outcome: 'not_asked' };

/** Whose number the connote is, and what became of asking the carrier to come. */
type Numbered = {
  connote: string;
  numberedBy: 'carrier' | 'us';
  pickup?: PickupOutcome | undefined;
};

export type Outcomes = { charge: ChargeOutcome | { outcome: 'absent' }; carrier: CarrierAnswer };

export type Settlement =
  | { kind: 'confirmed'; booking: Booking }
  /** Nobody knows yet; recovery goes on asking. */
  | { kind: 'pending'; booking: Booking }
  | { kind: 'declined'; code: string; userMessage: string }
  | { kind: 'rejected'; reason: string; refund: Payment | undefined }
  | { kind: 'undone' }
  /** A person has to look: the carrier has not answered for too long. */
  | { kind: 'failed'; booking: Booking }
  /** Somebody else has settled it. */
  | { kind: 'overtaken' };

/** A carrier that has not said for a day whether it has a booking is not going to. */
const carrierPatienceMs = dayMs;
/** A charge that was given up is looked for once more, in case it was only slow on its way. */
export const lateChargePauseMs = 10 * 60_000;
const notCharged = ['pending', 'unknown'] as const;

export async function settleConfirmation(
  app: App,
  claim: Claim,
  outcomes: Outcomes,
): Promise<Settlement> {
  return await app.store.transaction((store) => new Settling(app, store, claim).settle(outcomes));
}

/** One settlement in its transaction. Locks are taken in this order: numbers, payment, booking, consignment, order, account. */
class Settling {
  readonly #app: App;
  readonly #store: Store;
  readonly #booking: Booking;
  readonly #payment: Payment;
  readonly #nowMs: number;

  constructor(app: App, store: Store, { booking, payment }: Claim) {
    this.#app = app;
    this.#store = store;
    this.#booking = booking;
    this.#payment = payment;
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
        const connote = await takeConnote(this.#app, this.#store, this.#confirmation().carrier);
        return connote === undefined
          ? await this.#reject(reference, 'its range of consignment numbers is used up')
          : await this.#confirm(reference, { connote, numberedBy: 'us' });
      }
      case 'booked':
        return await this.#confirm(reference, { ...carrier, numberedBy: 'carrier' });
      case 'rejected':
        return await this.#reject(reference, carrier.reason);
      case 'unknown':
        return await this.#await(reference, carrier.reason);
      case 'not_asked':
        throw new Error('a charge is settled together with what the carrier said');
    }
  }

  async #confirm(
    reference: string,
    { connote, numberedBy, pickup }: Numbered,
  ): Promise<Settlement> {
    const open = this.#open();
    const change = { status: 'charged', reference, retryAtMs: undefined } as const;
    if (!(await this.#change({ from: open, ...change }))) return { kind: 'overtaken' };
    const booking = await this.#move('confirmed', connote, this.#withPickup(pickup));
    await this.#store.orders.markBooked(booking.id, this.#nowMs);
    await this.#post(this.#isCredit() ? postHold(this.#of(), this.#cents()) : this.#chargeOnce());
    await beginTracking(this.#app, this.#store, booking, numberedBy);
    return { kind: 'confirmed', booking };
  }

  /** Undefined where nothing came of it: then a person rings, as was agreed. */
  #withPickup(pickup: PickupOutcome | undefined): Confirmation | undefined {
    switch (pickup?.outcome) {
      case 'arranged':
        return withPickupArranged(this.#confirmation(), pickup.pickupNumber);
      case 'unknown':
        return withPickupUnanswered(this.#confirmation());
      default:
        return undefined;
    }
  }

  /** The carrier will not have it: what was held is free again, what was charged goes back. */
  async #reject(reference: string, reason: string): Promise<Settlement> {
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
    // A booking that cost nothing has nothing to return.
    const refund =
      this.#cents() === 0 ? undefined : await addRefund(this.#app, this.#store, charged);
    return { kind: 'rejected', reason, refund };
  }

  /** Paid, or held, but whether the carrier has it is not known. */
  async #await(reference: string, reason: string): Promise<Settlement> {
    const isOverdue = this.#nowMs - this.#payment.createdAtMs >= carrierPatienceMs;
    const status = this.#isCredit() ? 'pending' : 'charged';
    const retryAtMs = isOverdue ? this.#lastLook() : this.#nextLook();
    const change = { status, reference, detail: reason, retryAtMs } as const;
    if (!(await this.#change({ from: this.#open(), ...change }))) return { kind: 'overtaken' };
    if (!this.#isCredit()) await this.#post(this.#chargeOnce());
    const booking = await this.#move(isOverdue ? 'request_failed' : 'request_sent');
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

  /** Nothing has happened outside, and nothing will. */
  async #undo(): Promise<Settlement> {
    const retryAtMs = this.#isCredit() ? undefined : this.#nowMs + lateChargePauseMs;
    const change = { status: 'void', retryAtMs } as const;
    if (!(await this.#change({ from: notCharged, ...change }))) return { kind: 'overtaken' };
    await this.#reopen();
    // A carrier's late answer may have been written down since the carrier was asked.
    const { reference } = this.#confirmation();
    if (reference !== '') await this.#store.sentConsignments.markOrphaned(reference);
    if (this.#isCredit()) await this.#post(voidHold(this.#of(), this.#cents()));
    return { kind: 'undone' };
  }

  /** The payment is ours, so the booking must be where it was; anything else is a bug and undoes everything. */
  async #move(
    to: 'confirmed' | 'request_sent' | 'request_failed',
    connote?: string,
    confirmation?: Confirmation,
  ): Promise<Booking> {
    const { id, status: from } = this.#booking;
    const confirmedAtMs = to === 'confirmed' ? this.#nowMs : undefined;
    if (from !== to) {
      if (!mayMove(from, to)) throw new Error(`booking ${id} can't go from ${from} to ${to}`);
      const settled = { from, to, connote, confirmedAtMs, confirmation };
      if (!(await this.#store.bookings.settle(id, settled)))
        throw new Error(`booking ${id} is not ${from} while its payment is open`);
    }
    return {
      ...this.#booking,
      status: to,
      ...(connote === undefined ? {} : { connote }),
      ...(confirmedAtMs === undefined ? {} : { confirmedAtMs }),
      ...(confirmation === undefined ? {} : { confirmation }),
    };
  }

  async #reopen(): Promise<void> {
    const { id, status } = this.#booking;
    if (!(await this.#store.bookings.reopen(id, status)))
      throw new Error(`booking ${id} is not ${status} while its payment is open`);
  }

  async #post(entries: readonly NewLedgerEntry[]): Promise<void> {
    await this.#store.ledger.post(entries, { nowMs: this.#nowMs, isLimited: false });
  }

  /** False when another process has taken the payment up or settled it: then the booking is no longer this one's to move. */
  #change(change: PaymentChange): Promise<boolean> {
    const { id, attempts } = this.#payment;
    return this.#store.payments.change(id, { ...change, attempts });
  }

  /** A charge is entered when it is first heard of. */
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

  #confirmation() {
    const { confirmation, id } = this.#booking;
    if (confirmation === undefined) throw new Error(`booking ${id} is claimed without terms`);
    return confirmation;
  }
}
