// The invoice of a booking. It is issued on the first request and never changes, even when the operator's name or address
// does. Later charges and refunds in the ledger follow as adjustment notes.

import type { Booking, BookingId } from '../../domain/bookings/booking.ts';
import type { Confirmation } from '../../domain/bookings/confirmation.ts';
import type { InvoiceFacts } from '../../domain/documents/invoice.ts';
import { adjustmentsOf } from '../../domain/documents/invoice-adjustments.ts';
import { printable } from '../../domain/documents/printable.ts';
import { writtenDay, writtenKg, writtenPieces } from '../../domain/documents/written.ts';
import type { Member, MemberId } from '../../domain/members/member.ts';
import type { LedgerEntry } from '../../domain/payments/ledger.ts';
import { findPaymentChoice } from '../../domain/payments/payment-method.ts';
import { bookingCents } from '../../domain/quotes/pricing.ts';
import type { Quote, Waterfall } from '../../domain/quotes/quote.ts';
import { asSold } from '../../domain/quotes/sold-quote.ts';
import { Refusal } from '../../domain/refusal.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestamp } from '../../domain/time/timestamp.ts';
import { getBooking, type Reader } from '../bookings/read-bookings.ts';
import type { App } from '../ports.ts';
import { consignmentOf, piecesIn, refuseUnready } from './consignment-of.ts';
import { type PrintedDocument, printDocument } from './print-document.ts';

export async function printInvoice(
  app: App,
  reader: Reader,
  id: BookingId,
): Promise<PrintedDocument> {
  const booking = await getBooking(app, reader, id);
  const { facts: issued, entries, memberId } = await issuedInvoice(app, booking);
  const adjustments = adjustmentsOf(entries, dayOf);
  const job = {
    kind: 'invoice' as const,
    format: 'pdf' as const,
    title: `${issued.seller.isGstRegistered ? 'Tax invoice' : 'Invoice'} ${issued.number}`,
    issuer: issued.seller.name,
    facts: { ...issued, adjustments },
  };
  const kept = { bookingId: id, name: 'invoice' };
  return await printDocument(app, job, { memberId, name: `invoice-${issued.number}`, kept });
}

/** The invoice as it was issued, or issued now, and the booking's ledger entries. */
export async function issuedInvoice(
  app: App,
  booking: Booking,
): Promise<{ facts: InvoiceFacts; entries: LedgerEntry[]; memberId: MemberId }> {
  const { id: bookingId } = booking;
  const sale = saleOf(booking);
  if (sale === undefined) refuseUnready(booking, 'invoice');
  const { memberId, confirmation } = sale;
  if (isInvoicedByCarrier(sale)) {
    const { carrier } = confirmation;
    throw new Refusal({ code: 'invoice_by_carrier', id: bookingId, carrier });
  }
  const issued =
    (await app.store.documents.findInvoice(bookingId)) ??
    (await app.store.documents.issueInvoice(
      bookingId,
      await factsOf(app, booking, sale),
      app.clock.nowMs(),
    ));
  const entries = await app.store.ledger.listOfBooking({ bookingId, memberId });
  return { facts: issued, entries, memberId };
}

type Sale = { memberId: MemberId; confirmation: Confirmation; confirmedAtMs: number };

/** A cancelled booking was sold, too: its invoice has the adjustment note that reverses it. */
function saleOf({ memberId, confirmation, confirmedAtMs, connote }: Booking): Sale | undefined {
  if (confirmation === undefined || confirmedAtMs === undefined) return undefined;
  if (connote === undefined || memberId === undefined) return undefined;
  return { memberId, confirmation, confirmedAtMs };
}

const isInvoicedByCarrier = ({ confirmation }: Sale): boolean => confirmation.isOwnAccount === true;

/** Whether the booking has an invoice of its own. */
export function hasInvoice(booking: Booking): boolean {
  const sale = saleOf(booking);
  return sale !== undefined && !isInvoicedByCarrier(sale);
}

async function factsOf(
  app: App,
  booking: Booking,
  { memberId, confirmation, confirmedAtMs }: Sale,
): Promise<InvoiceFacts> {
  const consignment = consignmentOf(app, booking);
  const member = await app.store.members.find(memberId);
  const quote = booking.quotes.find(({ carrier }) => carrier === confirmation.carrier);
  const { priceCents, feeCents } = soldAt(quote, confirmation);
  return {
    number: `INV-${booking.id}`,
    issuedDay: dayOf(confirmedAtMs),
    seller: app.operator.seller,
    buyer: member === undefined ? [] : buyerOf(member),
    isDemo: consignment.isDemo,
    isInternational: consignment.isInternational,
    quote: {
      waterfall: quote === undefined ? plainWaterfall(priceCents) : asSold(quote).waterfall,
    },
    priceCents,
    feeCents,
    insuredCents: confirmation.insuredCents,
    subject: [
      {
        name: 'Carrier',
        text: [consignment.carrier.name, consignment.carrier.service]
          .filter((part) => part !== '')
          .join(', '),
      },
      { name: 'Connote', text: consignment.connote },
      { name: 'From', text: placeOf(consignment.sender) },
      { name: 'To', text: placeOf(consignment.receiver) },
      {
        name: 'Consignment',
        text: `${writtenPieces(piecesIn(booking))}, ${writtenKg(confirmation.chargedGrams)} charged`,
      },
      { name: 'Booking', text: bookingText(consignment) },
      ...(consignment.customerReference === ''
        ? []
        : [{ name: 'Your reference', text: consignment.customerReference }]),
    ],
    payment: await paymentText(app, confirmation, confirmedAtMs),
    adjustments: [],
  };
}

/** The tier's price when one was chosen; the whole cost as carriage when the quote is gone. */
function soldAt(
  quote: Quote | undefined,
  { tier, costCents }: Confirmation,
): { priceCents: number; feeCents: number } {
  const chosen = quote?.tiers.find(({ identifier }) => identifier === tier);
  const soldCents = chosen?.totalCents ?? (quote === undefined ? undefined : bookingCents(quote));
  const { feeCents } = chosen ?? quote ?? { feeCents: 0 };
  return soldCents === costCents
    ? { priceCents: costCents - feeCents, feeCents }
    : { priceCents: costCents, feeCents: 0 };
}

function plainWaterfall(priceCents: number): Waterfall {
  return {
    fromZone: '',
    toZone: '',
    cubicKg4: 0,
    chargeKg4: 0,
    freight: { cents: priceCents, parts: [] },
    charges: [],
    fuel: { percent4: 0, cents: 0, baseCents: 0 },
    exCents: 0,
    gstCents: 0,
    carrierPriceCents: priceCents,
    adjustments: [],
  };
}

export function buyerOf(member: Member): string[] {
  return [
    member.companyName,
    [member.firstName, member.lastName].join(' '),
    [member.suburb, member.state, member.postcode].join(' ').toUpperCase(),
    member.email,
  ]
    .map(printable)
    .filter((line) => line !== '');
}

function placeOf({ place, country }: { place: string; country: string }): string {
  return [place, country].filter((part) => part !== '').join(' ');
}

function bookingText({
  bookingId,
  orderNumber,
}: {
  bookingId: number;
  orderNumber: string;
}): string {
  return orderNumber === '' ? String(bookingId) : `${bookingId}, order ${orderNumber}`;
}

async function paymentText(
  app: App,
  { funding }: Confirmation,
  confirmedAtMs: number,
): Promise<string> {
  const input = findPaymentChoice(funding);
  const day = writtenDay(dayOf(confirmedAtMs));
  switch (input?.kind) {
    case 'credit':
      return `${day}, credit account`;
    case 'card':
    case 'wallet': {
      const method = await app.store.paymentMethods.find(input.id);
      return `${day}, ${printable(method?.maskedLabel ?? input.kind)}`;
    }
    default:
      return 'nothing to pay';
  }
}

function dayOf(atMs: number): string {
  return timestamp(atMs, homeZone).slice(0, 10);
}
