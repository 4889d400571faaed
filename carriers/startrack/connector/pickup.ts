// StarTrack's ad-hoc pickup of one consignment.
import type {
  CarrierAccount,
  Connector,
  ConsignmentRequest,
} from '../../../src/application/ports.ts';
import { isDangerous } from '../../../src/domain/bookings/dangerous-goods.ts';
import { jsonOf, listAt, requiredText } from '../../../src/domain/connectors/carrier-answer.ts';
import {
  bookingLines,
  type PieceLine,
  packagingFamilyName,
  streetLines,
} from '../../../src/domain/connectors/piece-line.ts';
import { postOnce } from '../../../src/domain/connectors/request.ts';
import { clockTime, findMinuteOfDay, isoDate } from '../../../src/domain/time/calendar.ts';
import { pickupPlace } from '../../../src/domain/time/pickup-place.ts';
import { localTime, zoneOf } from '../../../src/domain/time/time-zone.ts';
import { productOf } from '../../auspost/connector/account.ts';
import { errorsOf, sentenceOf } from '../../auspost/connector/errors.ts';

export const pickup: NonNullable<Connector['pickup']> = function* (account, order, connote, nowMs) {
  const adhoc_pickup = pickupOf(account, order, connote, nowMs);
  // Sent again, it could order a second driver.
  const reply = yield postOnce('/pickups/adhoc', { adhoc_pickup });
  const errors = errorsOf(reply);
  if (reply.status >= 400 || errors.length > 0) return { refused: sentenceOf(errors, reply) };
  const [booked] = listAt(jsonOf(reply.bytes), 'adhoc_pickups');
  return { arranged: requiredText(booked, 'booking_id') };
};

const longest = { name: 40, line: 40, phone: 20, email: 50 };

function pickupOf(
  account: CarrierAccount,
  order: ConsignmentRequest,
  connote: string,
  nowMs: number,
) {
  const { reference, booking, confirmation } = order;
  const { name, companyName, street, suburb, state, postcode, phone, email, type } = booking.sender;
  const digits = phone.replaceAll(/[^\d+]/g, '').slice(0, longest.phone);
  const person = (name || companyName).slice(0, longest.name);
  const company = (companyName || name).slice(0, longest.name);
  return {
    product_id: productOf(account, confirmation.carrier),
    pickup_reference: reference,
    pickup_date: confirmation.pickupDate,
    pickup_starttime: startTime(order, nowMs),
    pickup_endtime: `${confirmation.pickupTime.to}:00`,
    from: {
      lines: streetLines(street, longest.line, 3),
      suburb,
      postcode,
      state,
      business_name: company,
      pickup_name: person,
      private_address: type === 'residential',
      phone: digits,
    },
    contains_dangerous_goods: isDangerous(booking),
    consignment_id: connote,
    parcel_details: bookingLines(booking.items).map(parcelOf),
    booking_contact_details: {
      name: person,
      business_name: company,
      phone: digits,
      ...(email === '' || email.length > longest.email ? {} : { email }),
    },
  };
}

/** By the clock of the pickup address. The carrier refuses a start in the past, so an open window starts in a minute. */
function startTime({ booking, confirmation }: ConsignmentRequest, nowMs: number): string {
  const { pickupDate, pickupTime } = confirmation;
  const { day, minute } = localTime(zoneOf(pickupPlace(booking.sender)), nowMs);
  const opens = findMinuteOfDay(pickupTime.from) ?? 0;
  const isOpen = isoDate(day) === pickupDate && minute >= opens;
  return `${clockTime(isOpen ? minute + 1 : opens)}:00`;
}

/** Pickups have fewer packaging types than shipments. */
const packagingTypes: Readonly<Record<string, string>> = {
  Carton: 'CTN',
  Satchel: 'SAT',
  Bag: 'SAT',
  Envelope: 'JIF',
  Skid: 'SKI',
  Pallet: 'PAL',
};

/** One decimal at most, rounded up. */
const tenths = (value: number): number => Math.ceil(Number((value * 10).toFixed(6))) / 10;

function parcelOf(line: PieceLine) {
  return {
    packaging_type: packagingTypes[packagingFamilyName(line.packaging)] ?? 'OTH',
    length: tenths(line.lengthCm),
    height: tenths(line.heightCm),
    width: tenths(line.widthCm),
    count: line.quantity,
    weight: tenths(line.weightKg * line.quantity),
    heaviest_item: tenths(line.weightKg),
  };
}
