// A job as Allied's gateway takes it. Its schema refuses unknown fields, texts of one character and sizes below 0.0001.
import type { CarrierAccount, ConsignmentRequest } from '../../../src/application/ports.ts';
import { isDangerous } from '../../../src/domain/bookings/dangerous-goods.ts';
import {
  bookingLines,
  type PieceLine,
  totalKg,
  totalPieces,
} from '../../../src/domain/connectors/piece-line.ts';
import type { Address } from '../../../src/domain/places/address.ts';

const unknown = 'To be advised';
const smallest = 0.0001;

type Place = { suburb: string; state: string; postcode: string };
type Goods = { lines: readonly PieceLine[]; isDangerous: boolean };
type Job = Goods & { references?: readonly string[]; instructions?: string };

export function jobBody(
  { account = '', service_level = '' }: CarrierAccount,
  { pickup, delivery }: { pickup: object; delivery: object },
  { lines, isDangerous: dangerous, references = [], instructions = '' }: Job,
) {
  return {
    bookedBy: 'Linehaul',
    account,
    instructions,
    itemCount: totalPieces(lines),
    items: lines.map((line) => ({
      dangerous,
      height: line.heightCm,
      itemCount: line.quantity,
      length: line.lengthCm,
      volume: volumeOf([line]),
      weight: totalKg([line]),
      width: line.widthCm,
    })),
    jobStops_P: pickup,
    jobStops_D: delivery,
    referenceNumbers: references,
    serviceLevel: service_level,
    volume: volumeOf(lines),
    weight: totalKg(lines),
  };
}

export function bookedJob(account: CarrierAccount, { reference, booking }: ConsignmentRequest) {
  const { sender, receiver, items, specialInstructions, customerReference } = booking;
  const stops = { pickup: namedStop(sender), delivery: namedStop(receiver) };
  return jobBody(account, stops, {
    lines: bookingLines(items),
    isDangerous: isDangerous(booking),
    references: [reference, ...(customerReference === '' ? [] : [customerReference])],
    instructions: specialInstructions,
  });
}

/** A price does not depend on names and streets, but the pickup of a price request must have them. */
export function pickupStop(
  { contact_phone = unknown, contact_email = unknown }: CarrierAccount,
  place: Place,
) {
  return {
    companyName: unknown,
    ...deliveryStop(place),
    emailAddress: contact_email,
    phoneNumber: contact_phone,
  };
}

export function deliveryStop(place: Place) {
  return { contact: unknown, geographicAddress: addressOf(place, [unknown]) };
}

function namedStop({ name, companyName, street, email, phone, ...place }: Address) {
  return {
    companyName: companyName || name,
    contact: name || companyName,
    ...(email.length < 2 ? {} : { emailAddress: email }),
    geographicAddress: addressOf(place, street.split(/[\n;]+/)),
    ...(phone.length < 2 ? {} : { phoneNumber: phone }),
  };
}

function addressOf({ suburb, state, postcode }: Place, lines: readonly string[]) {
  const [address1 = unknown, ...more] = lines.map((line) => line.trim());
  return {
    address1,
    address2: more.join(', '),
    country: 'AU',
    postCode: postcode,
    state,
    suburb,
  };
}

function volumeOf(lines: readonly PieceLine[]): number {
  const cubicMetres = lines.reduce((sum, line) => sum + line.cubicMetres * line.quantity, 0);
  return Math.max(smallest, Number(cubicMetres.toFixed(6)));
}
