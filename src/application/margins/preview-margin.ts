// The prices of one shipment for one customer, without and with a margin that is not saved yet. Nothing is stored, and
// the customer's reports do not count the carriers' answers.
import type { BookingId } from '../../domain/bookings/booking.ts';
import {
  type MarginId,
  MarginTable,
  marginId,
  type NewMargin,
} from '../../domain/margins/margin.ts';
import { type Member, type MemberId, memberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import type { Market, Quote, QuoteFailure } from '../../domain/quotes/quote.ts';
import { carrierCentsOf, marginStepOf } from '../../domain/quotes/sold-quote.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import type { DayNumber } from '../../domain/time/calendar.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { localTime } from '../../domain/time/time-zone.ts';
import { getBooking } from '../bookings/read-bookings.ts';
import type { Caller } from '../caller.ts';
import type { App } from '../ports.ts';
import { collect } from '../quotes/collect-market.ts';
import { planDetails, planQuote, type QuotePlan } from '../quotes/plan-quote.ts';
import type { QuoteRequest } from '../quotes/quote-request.ts';
import { quoteShipment } from '../quotes/quote-shipment.ts';
import { checkMargin } from './change-margins.ts';

export type MarginPreviewInput = {
  margin: NewMargin;
  /** The stored margin that this one would replace. */
  replaced: MarginId | undefined;
  /** Whose price; by default the member of the margin, then of the booking, then a customer without an account. */
  memberId: MemberId | undefined;
  shipment: { bookingId: BookingId } | { request: QuoteRequest };
};

export type PreviewedPrice = { totalCents: Cents; marginCents: Cents; margin: string };

export type MarginPreview = {
  /** The first day on which the margin holds, or today. */
  day: DayNumber;
  member: Member | undefined;
  rows: readonly {
    carrier: string;
    carrierCents: Cents;
    before: PreviewedPrice;
    after: PreviewedPrice;
  }[];
  failures: readonly QuoteFailure[];
};

export async function previewMargin(app: App, input: MarginPreviewInput): Promise<MarginPreview> {
  const { margin, replaced } = input;
  await checkMargin(app, margin);
  const stored = await app.store.margins.list();
  const day = Math.max(localTime(homeZone, app.clock.nowMs()).day, margin.fromDay);
  const others = stored.filter(({ id }) => id !== replaced);
  const id = replaced ?? marginId(Math.max(0, ...stored.map((one) => one.id)) + 1);
  const subject = await subjectOf(app, input);
  const { member, customer } = subject;
  const caller: Caller = { kind: 'member', member: customer };
  const priced = (table: MarginTable) =>
    quote(app, subject.planWith({ ...app, margins: fixed(app, table) }, caller));
  const before = await priced(new MarginTable(stored, day));
  const after = await priced(new MarginTable([...others, { ...margin, id }], day));
  return { day, member, rows: rowsOf(before, after), failures: after.failures };
}

type Subject = {
  member: Member | undefined;
  /** The member, or somebody who is none, in the group of the margin if it has one. */
  customer: Member;
  planWith(app: App, caller: Caller): QuotePlan;
};

async function subjectOf(app: App, input: MarginPreviewInput): Promise<Subject> {
  const { margin, shipment } = input;
  const { customer: scope } = margin;
  const booking =
    'bookingId' in shipment ? await getBooking(app, 'operator', shipment.bookingId) : undefined;
  const ofMargin = scope !== undefined && 'memberId' in scope ? scope.memberId : undefined;
  const id = ofMargin ?? input.memberId ?? booking?.memberId;
  const member = id === undefined ? undefined : await app.store.members.find(id);
  if (id !== undefined && member === undefined)
    refuseInvalid([{ path: ['for_member'], problem: 'no_such_member', member: id }]);
  const somebody = member ?? newCustomer;
  return {
    member,
    customer:
      scope !== undefined && 'group' in scope ? { ...somebody, group: scope.group } : somebody,
    planWith: (within, caller) =>
      'request' in shipment
        ? planQuote(within, caller, shipment.request)
        : planDetails(within, caller, booking ?? neverMissing(), []),
  };
}

const newCustomer: Member = {
  id: memberId(0),
  email: '',
  companyName: '',
  firstName: '',
  lastName: '',
  phone: '',
  suburb: '',
  postcode: '',
  state: '',
  country: '',
  isOpen: true,
  mayBookLive: false,
  hasMultipickup: false,
  mayConnectCarriers: false,
  ownAccounts: 0,
  discountBasisPoints: 0,
  group: '',
  isOperator: false,
};

function neverMissing(): never {
  throw new Error('a preview has a booking or a request');
}

function fixed(app: App, table: MarginTable): App['margins'] {
  return { ...app.margins, at: () => table };
}

/** Own accounts of the member are left out, because margins do not apply to their prices. */
async function quote(app: App, plan: QuotePlan): Promise<Market> {
  const quotes: Quote[] = [];
  const failures: QuoteFailure[] = [];
  for await (const batch of quoteShipment(app, { ...plan, ownerId: undefined }))
    for (const event of batch) collect(event, quotes, failures);
  return { quotes, failures };
}

function rowsOf(before: Market, after: Market): MarginPreview['rows'] {
  return after.quotes
    .flatMap((quoted) => {
      const earlier = before.quotes.find(({ carrier }) => carrier === quoted.carrier);
      if (earlier === undefined) return [];
      return [
        {
          carrier: quoted.carrier,
          carrierCents: carrierCentsOf(quoted),
          before: previewed(earlier),
          after: previewed(quoted),
        },
      ];
    })
    .toSorted((one, other) => one.after.totalCents - other.after.totalCents);
}

function previewed(quoted: Quote): PreviewedPrice {
  const step = marginStepOf(quoted);
  return {
    totalCents: quoted.totalCents,
    marginCents: step?.cents ?? 0,
    margin: step?.name ?? '',
  };
}
