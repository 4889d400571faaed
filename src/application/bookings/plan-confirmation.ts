// A wish to confirm → what is to be done, or the refusal: which quote, which pickup, who pays. Nothing is written here.
// Order of refusals: what is missing from the request, then what does not fit the booking, then who can't pay.
import type { BookingId } from '../../domain/bookings/booking.ts';
import {
  type Confirmation,
  type ConfirmationTerms,
  type ConfirmWish,
  choosePickupTime,
  chooseTerms,
  demoCarrier,
  missingIssues,
} from '../../domain/bookings/confirmation.ts';
import { isInternational } from '../../domain/bookings/customs-declaration.ts';
import type { Cents } from '../../domain/money.ts';
import { chooseFunding, type Funding, fundingName, isDemo } from '../../domain/payments/funding.ts';
import type { PaymentWish } from '../../domain/payments/payment-method.ts';
import { type Issue, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { findDayNumber, isoDate } from '../../domain/time/calendar.ts';
import { isBusinessDay, type PickupMoment, pickupMoment } from '../../domain/time/pickup.ts';
import { pickupPlace } from '../../domain/time/pickup-place.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, CarrierDesk, NewBooking } from '../ports.ts';
import { fundingFacts } from './take-credit.ts';

export type ConfirmInput = ConfirmWish & { payment: PaymentWish | undefined };

export type ConfirmationPlan = {
  terms: ConfirmationTerms;
  funding: Funding;
  /** Undefined: the carrier takes a number of ours. */
  desk: CarrierDesk | undefined;
  /** How often the booking was tried to be paid for before. */
  attempts: number;
};

/** A booking as it is about to be confirmed; one that is made in the same breath has no number yet. */
export type Unconfirmed = NewBooking & { id?: BookingId };

export function findDesk(app: App, stringId: string): CarrierDesk | undefined {
  return app.carriers.live.find((live) => live.stringId === stringId)?.desk;
}

export function isDemoConfirm(caller: SignedInCaller, { payment }: ConfirmInput): boolean {
  return isDemo(payment, caller.kind === 'key' && caller.key.isDemo);
}

export function incompleteIssues(caller: SignedInCaller, input: ConfirmInput): Issue[] {
  return isDemoConfirm(caller, input) ? [] : missingIssues(input);
}

export async function planConfirmation(
  app: App,
  caller: SignedInCaller,
  booking: Unconfirmed,
  input: ConfirmInput,
): Promise<ConfirmationPlan> {
  const moment = pickupMoment(app.pickups, pickupPlace(booking.sender), app.clock.nowMs());
  if (isDemoConfirm(caller, input)) {
    const terms = demoTerms(booking, input, moment);
    return { terms, funding: { kind: 'demo' }, desk: undefined, attempts: 0 };
  }
  const terms = chooseTerms(booking.quotes, input, isoDate(moment.today));
  await refuseUndeclared(app, booking);
  const funding = await fund(app, caller, input.payment, terms.costCents);
  refuseSwitchedOff(app, terms.carrier);
  const desk = findDesk(app, terms.carrier);
  const attempts = desk === undefined ? 0 : await countAttempts(app, booking);
  return { terms, funding, desk, attempts };
}

/** What is stored with the booking. A carrier that was asked before must not take this attempt for the last one. */
export function confirmationOf(plan: ConfirmationPlan, id: BookingId): Confirmation {
  const { terms, funding, desk, attempts } = plan;
  const reference = attempts === 0 ? String(id) : `${id}-${attempts + 1}`;
  return {
    ...terms,
    funding: fundingName(funding),
    reference: desk === undefined ? '' : reference,
  };
}

async function countAttempts(app: App, { id }: Unconfirmed): Promise<number> {
  if (id === undefined) return 0;
  const before = await app.store.payments.listOfBooking(id);
  return before.filter(({ kind }) => kind === 'charge').length;
}

async function refuseUndeclared(app: App, booking: Unconfirmed): Promise<void> {
  if (!isInternational(booking)) return;
  const { id } = booking;
  const declared = id === undefined ? undefined : await app.store.declarations.find(id);
  if (declared === undefined) throw new Refusal({ code: 'customs_declaration_missing' });
}

/** Its quote may be older than the operator's decision. */
function refuseSwitchedOff(app: App, carrier: string): void {
  if (!app.carriers.switchedOff().has(carrier)) return;
  const reason = 'it takes no bookings at present';
  throw new Refusal({ code: 'carrier_rejected', carrier, reason });
}

async function fund(
  app: App,
  { member }: SignedInCaller,
  wish: PaymentWish | undefined,
  costCents: Cents,
): Promise<Funding> {
  const { mayBookLive } = member;
  // Most bookings are on credit, and taking it finds out whether there is any: nobody asks before. Nothing is taken for
  // one that costs nothing.
  const isNamed = wish !== undefined && 'id' in wish;
  if (!isNamed && mayBookLive && costCents > 0) return { kind: 'credit' };
  return chooseFunding(wish, await fundingFacts(app.store, member));
}

/** Interface-gaps.md, "Pickup of a demo". */
const demoHours = { from: '09:00', to: '17:00' };

/** No carrier and no price; a missing pickup date is the next working day. */
function demoTerms(
  booking: Unconfirmed,
  wish: ConfirmWish,
  moment: PickupMoment,
): ConfirmationTerms {
  const issues: Issue[] = [];
  const pickupTime = choosePickupTime(demoHours, wish, issues);
  const day = findDayNumber(wish.pickupDate);
  const { pickupDate: field } = wish.fields;
  if (wish.pickupDate !== '' && day === undefined) {
    const sentence = `${field} "${wish.pickupDate}" is not a date. Send YYYY-MM-DD.`;
    issues.push({ path: [field], sentence });
  } else if (day !== undefined && day < moment.today) {
    issues.push({ path: [field], sentence: `${field} ${wish.pickupDate} has passed.` });
  }
  refuseInvalid(issues);
  const grams = booking.items.reduce((sum, item) => sum + item.weightGrams * item.quantity, 0);
  return {
    carrier: demoCarrier,
    tier: undefined,
    pickupDate: isoDate(day ?? nextBusinessDay(moment)),
    pickupTime,
    costCents: 0,
    insuredCents: booking.includesWarranty ? booking.declaredCents : 0,
    chargedGrams: grams,
  };
}

function nextBusinessDay({ today, holidays }: PickupMoment): number {
  let day = today + 1;
  while (!isBusinessDay(day, holidays)) day += 1;
  return day;
}
