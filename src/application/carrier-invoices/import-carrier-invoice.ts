// Imports a carrier's invoice and compares each consignment with its booking. Nothing is charged: a person decides about
// the differences. An invoice is imported once; deleting it makes way for a corrected file.
import type { BookingId, PlainBooking } from '../../domain/bookings/booking.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { isDemoConfirmation } from '../../domain/bookings/confirmation.ts';
import {
  type BilledBooking,
  type BilledConsignment,
  type CarrierInvoiceId,
  judge,
} from '../../domain/carrier-invoices/carrier-invoice.ts';
import { unbilledFindings } from '../../domain/carrier-invoices/finding.ts';
import { readCarrierInvoice } from '../../domain/carrier-invoices/read-carrier-invoice.ts';
import { carrierCentsOf } from '../../domain/quotes/sold-quote.ts';
import { findRecordNumber } from '../../domain/record-number.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { getBooking } from '../bookings/read-bookings.ts';
import type { App, KnownShipment, NewInvoiceLine } from '../ports.ts';
import { matchReferences } from '../tracking/match-references.ts';

const bookingsAtOnce = 500;

export type ImportInput = { carrier: string; number: string; csv: string };

export async function importCarrierInvoice(
  app: App,
  { carrier, number, csv }: ImportInput,
): Promise<CarrierInvoiceId> {
  if (number === '') refuseInvalid([{ path: ['number'], problem: 'missing' }]);
  if (!app.carriers.snapshot().carriers.some(({ terms }) => terms.id === carrier))
    refuseInvalid([{ path: ['carrier'], problem: 'no_such_carrier', carrier }]);
  const matched = await matchBookings(app, readCarrierInvoice(csv));
  const known = matched.flatMap(({ bookings }) => bookings.map((one) => one.bookingId));
  const invoice = { carrier, number, importedAtMs: app.clock.nowMs() };
  const id = await app.store.transaction(async (store) => {
    // Another invoice that bills the same consignments waits, so only one of the two is compared.
    await store.shipments.lock(known);
    const billed = new Set(await store.carrierInvoices.listBilled(known));
    const lines = matched.map((one) => judgedLine(one, carrier, billed));
    return await store.carrierInvoices.add(invoice, lines);
  });
  if (id !== undefined) return id;
  throw new Refusal({
    code: 'validation',
    issues: [{ path: ['number'], problem: 'invoice_imported', number }],
  });
}

/** Adds the line's booking to those that are billed. */
function judgedLine(
  { consignment, bookings, isNumberAsConnote }: Matched,
  carrier: string,
  billed: Set<BookingId>,
): NewInvoiceLine {
  const { line, connote, booking: number, billedCents, billedGrams } = consignment;
  const [booking] = bookings.length === 1 ? bookings : [];
  const isBilledBefore = booking !== undefined && billed.has(booking.bookingId);
  const judged = judge(consignment, bookings, { carrier, isNumberAsConnote, isBilledBefore });
  if (booking !== undefined && !unbilledFindings.includes(judged.finding))
    billed.add(booking.bookingId);
  return {
    line,
    reference: connote || number,
    billedCents,
    billedGrams,
    bookingId: booking?.bookingId,
    costCents: booking?.costCents,
    ...judged,
  };
}

type Matched = {
  consignment: BilledConsignment;
  bookings: readonly BilledBooking[];
  isNumberAsConnote: boolean;
};

/** By connote first, then by the number of the booking, then by such a number in the column of the connote. */
async function matchBookings(
  app: App,
  consignments: readonly BilledConsignment[],
): Promise<Matched[]> {
  const numbersOf = ({ connote, booking }: BilledConsignment) => ({
    number: findRecordNumber(booking),
    // No booking's number begins with a zero, and connotes often do.
    connoteNumber: connote.startsWith('0') ? undefined : findRecordNumber(connote),
  });
  const { ofConnote, ofBooking } = await matchReferences(app, {
    connotes: consignments.map(({ connote }) => connote),
    bookingIds: consignments
      .flatMap((one) => Object.values(numbersOf(one)))
      .flatMap((number) => (number === undefined ? [] : [bookingId(number)])),
  });
  const shipmentOf = (number: number | undefined): KnownShipment[] => {
    const shipment = number === undefined ? undefined : ofBooking(bookingId(number));
    return shipment === undefined ? [] : [shipment];
  };
  const matched = consignments.map((consignment) => {
    const { number, connoteNumber } = numbersOf(consignment);
    const ways = [ofConnote(consignment.connote), shipmentOf(number), shipmentOf(connoteNumber)];
    const way = ways.findIndex((shipments) => shipments.length > 0);
    return { consignment, shipments: ways[way] ?? [], isNumberAsConnote: way === 2 };
  });
  const ids = new Set(
    matched.flatMap(({ shipments }) => shipments.map((shipment) => shipment.bookingId)),
  );
  const bookings = await readBilled(app, [...ids]);
  return matched.map(({ consignment, shipments, isNumberAsConnote }) => ({
    consignment,
    isNumberAsConnote,
    bookings: shipments.flatMap((shipment) => bookings.get(shipment.bookingId) ?? []),
  }));
}

async function readBilled(
  app: App,
  ids: readonly BookingId[],
): Promise<ReadonlyMap<BookingId, BilledBooking>> {
  const bookings: PlainBooking[] = [];
  for (let from = 0; from < ids.length; from += bookingsAtOnce)
    bookings.push(
      ...(await app.store.bookings.listPlain('operator', ids.slice(from, from + bookingsAtOnce))),
    );
  const billed = new Map<BookingId, BilledBooking>();
  for (const { id, memberId, status, confirmation, additionalCents = 0 } of bookings) {
    if (confirmation === undefined) continue;
    const service = confirmation.carrier;
    billed.set(id, {
      bookingId: id,
      memberId,
      carrier: app.carriers.snapshot().find(service)?.carrier.terms.id ?? service,
      isBooked: status !== 'new' && status !== 'cancelled' && !isDemoConfirmation(confirmation),
      isOwnAccount: confirmation.isOwnAccount === true,
      costCents: confirmation.carrierCents ?? (await quotedCost(app, id, confirmation.tier)),
      additionalCents,
    });
  }
  return billed;
}

/** For bookings that were confirmed before the carrier's price had a column. */
async function quotedCost(
  app: App,
  id: BookingId,
  tier: number | undefined,
): Promise<number | undefined> {
  if (tier !== undefined) return undefined;
  const { quotes, confirmation } = await getBooking(app, 'operator', id);
  const quote = quotes.find(({ carrier }) => carrier === confirmation?.carrier);
  return quote && carrierCentsOf(quote);
}
