// A confirmed booking as its documents show it: with the carrier's current name, terms and numbering, and with the names of
// countries. Also decides which bookings have documents.
import { type PlainBooking, pieceCount, travellingItems } from '../../domain/bookings/booking.ts';
import { isSettled } from '../../domain/bookings/booking-status.ts';
import { demoCarrier, isDemoConfirmation } from '../../domain/bookings/confirmation.ts';
import { isInternational } from '../../domain/bookings/customs-declaration.ts';
import {
  type Consignment,
  type ConsignmentCarrier,
  instructionsOf,
} from '../../domain/documents/consignment.ts';
import { type Party, partyOf } from '../../domain/documents/postal-address.ts';
import { printable } from '../../domain/documents/printable.ts';
import type { Address } from '../../domain/places/address.ts';
import type { DocumentTerms } from '../../domain/rate-cards/carrier-terms.ts';
import { serviceBeside } from '../../domain/rate-cards/service-name.ts';
import { type DocumentKind, Refusal } from '../../domain/refusal.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestamp } from '../../domain/time/timestamp.ts';
import { serviceTerms } from '../carriers/service-terms.ts';
import type { App } from '../ports.ts';

const plainDocuments: DocumentTerms = { label: 'generic', manifest: false, issued: undefined };
/** The demo courier takes manifests, so that shops can test them. */
const demoDocuments: DocumentTerms = { ...plainDocuments, manifest: true };

export function isReady({ status, connote, confirmation }: PlainBooking): boolean {
  return connote !== undefined && confirmation !== undefined && isSettled(status);
}

export function refuseUnlessReady(booking: PlainBooking, document: DocumentKind): void {
  if (!isReady(booking)) refuseUnready(booking, document);
}

export function refuseUnready(booking: PlainBooking, document: DocumentKind): never {
  const { id, status, memberId } = booking;
  // An anonymous quote can never be confirmed.
  if (memberId === undefined)
    throw new Refusal({ code: 'booking_not_found', id, isOfAnyMember: true });
  const why = status === 'cancelled' ? 'cancelled' : 'unconfirmed';
  throw new Refusal({ code: 'document_not_ready', id, document, why });
}

export function consignmentOf(app: App, booking: PlainBooking): Consignment {
  const { confirmation, connote, sender, receiver } = booking;
  if (confirmation === undefined || connote === undefined)
    throw new Error(`booking ${booking.id} has no connote to print`);
  const { from, to } = confirmation.pickupTime;
  const isAbroad = isInternational(booking);
  const party = (address: Address): Party =>
    partyOf(address, isAbroad ? countryName(app, address.country) : '');
  return {
    bookingId: booking.id,
    connote,
    isDemo: isDemoConfirmation(confirmation),
    carrier: carrierOf(app, confirmation.carrier),
    sender: party(sender),
    receiver: party(receiver),
    isInternational: isAbroad,
    items: travellingItems(booking),
    pickupDay: confirmation.pickupDate,
    pickupTime: from === '' ? '' : `${from}–${to}`,
    confirmedStamp: stampOf(booking.confirmedAtMs ?? booking.createdAtMs),
    instructions: instructionsOf(booking.specialInstructions),
    pickupInstructions: printable(booking.pickupInstructions),
    authorityToLeave: booking.authorityToLeave,
    tailgatePickup: booking.tailgatePickup,
    tailgateDelivery: booking.tailgateDelivery,
    description: printable(booking.description),
    orderNumber: printable(booking.order?.number ?? ''),
    customerReference: printable(booking.customerReference),
  };
}

export function piecesIn(booking: PlainBooking): number {
  return pieceCount(travellingItems(booking));
}

function countryName(app: App, code: string): string {
  return app.locations.countries.find((country) => country.code === code)?.name ?? code;
}

/** A carrier that was removed is shown by its identifier. */
function carrierOf(app: App, stringId: string): ConsignmentCarrier {
  if (stringId === demoCarrier) {
    const documents = demoDocuments;
    return { stringId, name: 'Demo', service: '', serviceId: '', documents, itemSuffix: '' };
  }
  const found = app.carriers.snapshot().find(stringId);
  const name = found?.carrier.terms.name ?? stringId;
  return {
    stringId,
    name,
    service: serviceBeside(name, found?.service.label ?? ''),
    serviceId: found?.service.id ?? '',
    documents: serviceTerms(app, stringId, 'documents') ?? plainDocuments,
    itemSuffix: serviceTerms(app, stringId, 'connote')?.itemSuffix ?? '',
  };
}

/** `YYMMDDHHMMSS` */
function stampOf(atMs: number): string {
  return timestamp(atMs, homeZone).slice(2, 19).replaceAll(/\D/g, '');
}
