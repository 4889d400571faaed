// Plans a confirmation: which quote, which pickup, who pays. Nothing is stored here. Order of refusals: missing fields, then
// values that do not fit the booking, then payment.

import type { Booking, BookingId } from '../../domain/bookings/booking.ts';
import {
  type Confirmation,
  type ConfirmationTerms,
  type ConfirmRequest,
  choosePickupTime,
  chooseTerms,
  demoCarrier,
  type ManualRequest,
  missingIssues,
} from '../../domain/bookings/confirmation.ts';
import { isInternational } from '../../domain/bookings/customs-declaration.ts';
import { findManualRequests } from '../../domain/bookings/manual-requests.ts';
import { ownMarkOf } from '../../domain/carriers/own-account.ts';
import { type MemberId, usesOwnAccounts } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import type { OwnReason } from '../../domain/own-reason.ts';
import { chooseFunding, type Funding, fundingName, isDemo } from '../../domain/payments/funding.ts';
import { movesMoney } from '../../domain/payments/payment-method.ts';
import type { Address } from '../../domain/places/address.ts';
import type { Quote } from '../../domain/quotes/quote.ts';
import { type Issue, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { findDayNumber, isoDate } from '../../domain/time/calendar.ts';
import { isBusinessDay, type PickupMoment, pickupMoment } from '../../domain/time/pickup.ts';
import { pickupPlace } from '../../domain/time/pickup-place.ts';
import type { SignedInCaller } from '../caller.ts';
import type {
  App,
  BookingNeeds,
  CarrierBooking,
  ContactField,
  LiveCarrier,
  NewBooking,
} from '../ports.ts';
import type { ConfirmInput } from './confirm-input.ts';
import { fundingFacts, refuseWithoutCredit } from './take-credit.ts';

export type ConfirmationPlan = {
  terms: ConfirmationTerms;
  funding: Funding;
  /** Undefined: the carrier takes the operator's own connotes. */
  carrierBooking: CarrierBooking | undefined;
  /** Requests that the carrier's interface cannot carry. */
  unsaid: readonly ManualRequest[];
  /** Earlier attempts to pay for the booking. */
  attempts: number;
};

/** Without an id when the booking is created and confirmed in one request. */
export type Unconfirmed = NewBooking & { id?: BookingId };

/** The live carrier of a claimed booking, with the same account that the booking was claimed for. */
export async function findClaimedLive(
  app: App,
  { memberId, confirmation }: Pick<Booking, 'memberId' | 'confirmation'>,
): Promise<LiveCarrier | undefined> {
  if (confirmation === undefined) return undefined;
  const isOwn = confirmation.isOwnAccount === true;
  const live = await findLive(app, isOwn ? memberId : undefined, confirmation.carrier);
  return isOwn === (live?.own !== undefined) ? live : undefined;
}

async function findLive(
  app: App,
  ownerId: MemberId | undefined,
  stringId: string,
): Promise<LiveCarrier | undefined> {
  const live = ownerId === undefined ? app.carriers.live : await app.carriers.liveOf(ownerId);
  return live.find((one) => one.stringId === stringId);
}

/**
 * The live carrier that would take the booking now; refuses if it would use another account than the one that quoted.
 */
export async function liveAsQuoted(
  app: App,
  { member }: SignedInCaller,
  quotes: readonly Quote[],
  carrier: string,
): Promise<LiveCarrier | undefined> {
  const live = await findLive(app, usesOwnAccounts(member) ? member.id : undefined, carrier);
  const quote = quotes.find((one) => one.carrier === carrier);
  if (quote !== undefined && ownMarkOf(quote) !== live?.own?.mark)
    throw new Refusal({ code: 'quote_account_changed', carrier });
  return live;
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
    return { terms, funding: { kind: 'demo' }, carrierBooking: undefined, unsaid: [], attempts: 0 };
  }
  // The time zone abroad is not known, so only the day is checked.
  const minute = booking.sender.country === 'AU' ? moment.minute : 0;
  const terms = chooseTerms(booking.quotes, input, { today: isoDate(moment.today), minute });
  await refuseUndeclared(app, booking);
  const { carrier } = terms;
  const live = await liveAsQuoted(app, caller, booking.quotes, carrier);
  const carrierBooking = live?.carrierBooking;
  refuseInvalid(unbookableIssues(booking, carrier, live?.bookingNeeds ?? {}));
  const funding =
    live?.own === undefined
      ? await fund(app, caller, input, terms.costCents)
      : fundByCarrier(caller);
  refuseTestMoney(funding, live);
  await refuseSwitchedOff(app, caller, terms, funding);
  if (live?.own !== undefined && carrierBooking === undefined) {
    const reason: OwnReason = 'own_account_closed';
    throw new Refusal({ code: 'carrier_rejected', carrier, reason });
  }
  const attempts = carrierBooking === undefined ? 0 : await countAttempts(app, booking);
  const unsaid =
    carrierBooking === undefined
      ? []
      : findManualRequests(booking, carrierBooking.pickups ?? 'regular');
  return { terms, funding, carrierBooking, unsaid, attempts };
}

/**
 * The confirmation to store with the booking. Each attempt has its own reference, so that the carrier can tell them
 * apart.
 */
export function confirmationOf(plan: ConfirmationPlan, id: BookingId): Confirmation {
  const { terms, funding, carrierBooking, unsaid, attempts } = plan;
  const reference = attempts === 0 ? String(id) : `${id}-${attempts + 1}`;
  return {
    ...terms,
    funding: fundingName(funding),
    reference: carrierBooking === undefined ? '' : reference,
    ...(unsaid.length === 0 ? {} : { unsaid }),
    ...(funding.kind === 'own_account' ? { isOwnAccount: true as const } : {}),
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
  if (declared === undefined)
    throw new Refusal({ code: 'customs_declaration_missing', isStored: id !== undefined });
}

const contactFields = {
  name: {
    field: 'name',
    isMissing: ({ name, companyName }) => name.trim() === '' && companyName.trim() === '',
  },
  street: {
    field: 'address',
    isMissing: ({ street }) => street.trim() === '',
  },
  phone: { field: 'phone', isMissing: ({ phone }) => phone.trim() === '' },
  email: { field: 'email', isMissing: ({ email }) => email.trim() === '' },
} satisfies Record<ContactField, { field: string; isMissing(address: Address): boolean }>;

/** A price needs only a suburb; a booking over the network also needs the contact details that the carrier requires. */
function unbookableIssues(booking: Unconfirmed, carrier: string, needs: BookingNeeds): Issue[] {
  const isStored = booking.id !== undefined;
  return (['sender', 'receiver'] as const).flatMap((end) =>
    (needs[end] ?? [])
      .map((need) => contactFields[need])
      .filter(({ isMissing }) => isMissing(booking[end]))
      .map(({ field }) => ({ path: [end, field], problem: 'contact_missing', carrier, isStored })),
  );
}

/** A connected carrier bills the operator for every consignment, and a test payment moves no money. */
function refuseTestMoney(funding: Funding, live: LiveCarrier | undefined): void {
  if (funding.kind !== 'method' || movesMoney(funding.method)) return;
  if (live === undefined || live.isSimulated === true) return;
  const { stringId: carrier } = live;
  throw new Refusal({ code: 'test_gateway_cannot_pay', method: fundingName(funding), carrier });
}

/**
 * The service may have been switched off since the quote. A missing payment is refused first, as with any carrier.
 */
async function refuseSwitchedOff(
  app: App,
  { member }: SignedInCaller,
  { carrier, costCents }: ConfirmationTerms,
  funding: Funding,
): Promise<void> {
  if (!app.carriers.switchedOff().has(carrier)) return;
  if (funding.kind === 'credit') await refuseWithoutCredit(app.store, member, costCents);
  const reason: OwnReason = 'switched_off';
  throw new Refusal({ code: 'carrier_rejected', carrier, reason });
}

async function fund(
  app: App,
  { member }: SignedInCaller,
  { payment: requested, fields }: ConfirmInput,
  costCents: Cents,
): Promise<Funding> {
  const { mayBookLive } = member;
  // Most bookings are on credit, and `takeCredit` refuses where there is not enough, so the account is not read twice.
  const isNamed = requested !== undefined && 'id' in requested;
  if (!isNamed && mayBookLive && costCents > 0) return { kind: 'credit' };
  return chooseFunding(requested, await fundingFacts(app.store, member), fields.payment);
}

/** With the member's own carrier account the carrier bills the member: the payment that the request names is ignored. */
function fundByCarrier({ member }: SignedInCaller): Funding {
  if (!member.mayBookLive) throw new Refusal({ code: 'api_access_disabled' });
  return { kind: 'own_account' };
}

/** interface-gaps.md, "Hours of a demo's pickup". */
const demoHours = { from: '09:00', to: '17:00' };

/** Without a pickup date a demo is picked up on the next working day. */
function demoTerms(
  booking: Unconfirmed,
  requested: ConfirmRequest,
  moment: PickupMoment,
): ConfirmationTerms {
  const issues: Issue[] = [];
  const pickupTime = choosePickupTime(demoHours, requested, issues);
  const day = findDayNumber(requested.pickupDate);
  const place = { path: [requested.fields.pickupDate], value: requested.pickupDate };
  if (requested.pickupDate !== '' && day === undefined)
    issues.push({ ...place, problem: 'no_date' });
  else if (day !== undefined && day < moment.today)
    issues.push({ ...place, problem: 'date_passed', next: isoDate(nextBusinessDay(moment)) });
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
