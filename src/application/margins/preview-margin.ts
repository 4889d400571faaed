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
  const shipment =
    'request' in input.shipment
      ? input.shipment
      : { booking: await getBooking(app, 'operator', input.shipment.bookingId) };
  const ofBooking = 'booking' in shipment ? shipment.booking.memberId : undefined;
  const member = await memberOf(app, input, ofBooking);
  const caller: Caller = { kind: 'member', member: inGroupOf(margin, member ?? newCustomer) };
  const priced = (table: MarginTable) => {
    const within = { ...app, margins: { ...app.margins, at: () => table } };
    const plan =
      'request' in shipment
        ? planQuote(within, caller, shipment.request)
        : planDetails(within, caller, shipment.booking, []);
    return quote(app, plan);
  };
  const before = await priced(new MarginTable(stored, day));
  const after = await priced(new MarginTable([...others, { ...margin, id }], day));
  return { day, member, rows: rowsOf(before, after), failures: after.failures };
}

async function memberOf(
  { store }: App,
  { margin: { customer }, memberId: wanted }: MarginPreviewInput,
  ofBooking: MemberId | undefined,
): Promise<Member | undefined> {
  const ofMargin = customer !== undefined && 'memberId' in customer ? customer.memberId : undefined;
  const id = ofMargin ?? wanted ?? ofBooking;
  if (id === undefined) return undefined;
  const member = await store.members.find(id);
  if (member === undefined)
    refuseInvalid([{ path: ['for_member'], problem: 'no_such_member', member: id }]);
  return member;
}

const inGroupOf = ({ customer }: NewMargin, member: Member): Member =>
  customer !== undefined && 'group' in customer ? { ...member, group: customer.group } : member;

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
