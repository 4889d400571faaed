// Imports a carrier's invoice and compares each consignment with its booking. Nothing is charged: a person decides about
// the differences. An invoice is imported once; deleting it makes way for a corrected file.
import type { BookingId } from '../../domain/bookings/booking.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { isDemoConfirmation } from '../../domain/bookings/confirmation.ts';
import {
  type BilledBooking,
  type BilledConsignment,
  type CarrierInvoiceId,
  judge,
} from '../../domain/carrier-invoices/carrier-invoice.ts';
import { readCarrierInvoice } from '../../domain/carrier-invoices/read-carrier-invoice.ts';
import { carrierCentsOf } from '../../domain/quotes/sold-quote.ts';
import { findRecordNumber } from '../../domain/record-number.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { connoteKey } from '../../domain/tracking/connote-key.ts';
import { getBooking } from '../bookings/read-bookings.ts';
import type { App, NewInvoiceLine } from '../ports.ts';

const referencesAtOnce = 500;

export type ImportInput = { carrier: string; number: string; csv: string };

export async function importCarrierInvoice(
  app: App,
  { carrier, number, csv }: ImportInput,
): Promise<CarrierInvoiceId> {
  if (number === '') refuseInvalid([{ path: ['number'], problem: 'missing' }]);
  if (!app.carriers.snapshot().carriers.some(({ terms }) => terms.id === carrier))
    refuseInvalid([{ path: ['carrier'], problem: 'no_such_carrier', carrier }]);
  const consignments = readCarrierInvoice(csv);
  const matched = await matchBookings(app, consignments);
  const known = matched.flatMap(({ bookings }) => bookings.map((one) => one.bookingId));
  const before = new Set(await app.store.carrierInvoices.listBilled([...new Set(known)]));
  const lines = matched.map(({ consignment, bookings }): NewInvoiceLine => {
    const [booking] = bookings.length === 1 ? bookings : [];
    const isBilledBefore = booking !== undefined && before.has(booking.bookingId);
    return {
      ...consignment,
      bookingId: booking?.bookingId,
      costCents: booking?.costCents,
      ...judge(consignment, bookings, { carrier, isBilledBefore }),
    };
  });
  const invoice = { carrier, number, importedAtMs: app.clock.nowMs() };
  const id = await app.store.carrierInvoices.add(invoice, lines);
  if (id === undefined) refuseInvalid([{ path: ['number'], problem: 'invoice_imported', number }]);
  return id as CarrierInvoiceId;
}

type Matched = { consignment: BilledConsignment; bookings: readonly BilledBooking[] };

/** By connote first, then by the number of the booking. */
async function matchBookings(
  app: App,
  consignments: readonly BilledConsignment[],
): Promise<Matched[]> {
  const matched: Matched[] = [];
  for (let from = 0; from < consignments.length; from += referencesAtOnce) {
    const some = consignments.slice(from, from + referencesAtOnce);
    const numbers = some.flatMap(({ reference }) => findRecordNumber(reference) ?? []);
    const shipments = await app.store.shipments.listByReferences({
      bookingIds: numbers.map(bookingId),
      connotes: some.map(({ reference }) => reference),
    });
    const bookings = await readBilled(
      app,
      shipments.map((shipment) => shipment.bookingId),
    );
    for (const consignment of some) {
      const key = connoteKey(consignment.reference);
      const ofConnote = shipments.filter(({ connote }) => connoteKey(connote) === key);
      const number = findRecordNumber(consignment.reference);
      const found =
        ofConnote.length > 0 ? ofConnote : shipments.filter((one) => one.bookingId === number);
      matched.push({
        consignment,
        bookings: found.flatMap((shipment) => bookings.get(shipment.bookingId) ?? []),
      });
    }
  }
  return matched;
}

async function readBilled(
  app: App,
  ids: readonly BookingId[],
): Promise<ReadonlyMap<BookingId, BilledBooking>> {
  const bookings = await app.store.bookings.listPlain('operator', ids);
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
