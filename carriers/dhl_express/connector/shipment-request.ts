// A booking as a shipment of DHL: address and phone of both ends, our reference on the whole, and the customs details. The
// pickup is requested on its own, after the booking.
import type { CarrierAccount, ConsignmentRequest } from '../../../src/application/ports.ts';
import type { CustomsDeclaration } from '../../../src/domain/bookings/customs-declaration.ts';
import {
  bookingLines,
  singlePieces,
  streetLines,
} from '../../../src/domain/connectors/piece-line.ts';
import type { Address } from '../../../src/domain/places/address.ts';
import { findDayNumber } from '../../../src/domain/time/calendar.ts';
import { pickupPlace } from '../../../src/domain/time/pickup-place.ts';
import { instantOf, offsetMinutes, zoneOf } from '../../../src/domain/time/time-zone.ts';
import { packageOf, plannedAt } from './rates.ts';

const street = { longest: 45, most: 3 };
const longest = {
  name: 255,
  company: 100,
  city: 45,
  phone: 70,
  email: 70,
  description: 70,
  line: 75,
};
const noonMinute = 12 * 60;

export function shipmentRequest(
  account: CarrierAccount,
  { reference, booking, confirmation, customs }: ConsignmentRequest,
) {
  const { account_number = '', product_code = '', duties_paid_by } = account;
  const zone = zoneOf(pickupPlace(booking.sender));
  const day = findDayNumber(confirmation.pickupDate) ?? 0;
  const offset = offsetMinutes(zone, instantOf(zone, { day, minute: noonMinute }));
  const description = booking.description || customs?.contentsDescription || 'Freight';
  return {
    plannedShippingDateAndTime: plannedAt(confirmation.pickupDate, offset),
    pickup: { isRequested: false },
    productCode: product_code,
    getRateEstimates: true,
    accounts: [{ typeCode: 'shipper', number: account_number }],
    customerReferences: [{ value: reference, typeCode: 'CU' }],
    outputImageProperties: {
      printerDPI: 300,
      encodingFormat: 'pdf',
      imageOptions: [{ typeCode: 'label', templateName: 'ECOM26_84_001', isRequested: true }],
    },
    customerDetails: {
      shipperDetails: partyOf(booking.sender),
      receiverDetails: partyOf(booking.receiver),
    },
    content: {
      packages: singlePieces(bookingLines(booking.items)).map(packageOf),
      isCustomsDeclarable: true,
      ...(customs === undefined
        ? {}
        : {
            declaredValue: totalCents(customs) / 100,
            declaredValueCurrency: customs.currency,
            exportDeclaration: declarationOf(reference, confirmation.pickupDate, customs),
          }),
      description: description.slice(0, longest.description),
      incoterm: duties_paid_by === 'sender' ? 'DDP' : 'DAP',
      unitOfMeasurement: 'metric',
    },
  };
}

export function partyOf(address: Address) {
  const { name, companyName, phone, email, suburb, state, postcode, country, type } = address;
  const [first = '', second, third] = streetLines(address.street, street.longest, street.most);
  return {
    postalAddress: {
      postalCode: postcode,
      cityName: suburb.slice(0, longest.city),
      countryCode: country,
      // DHL takes two letters, as in the United States.
      ...(/^[A-Z]{2}$/.test(state) ? { provinceCode: state } : {}),
      addressLine1: first,
      ...(second === undefined ? {} : { addressLine2: second }),
      ...(third === undefined ? {} : { addressLine3: third }),
    },
    contactInformation: {
      fullName: (name || companyName).slice(0, longest.name),
      companyName: (companyName || name).slice(0, longest.company),
      phone: phone.replaceAll(/[^\d+]/g, '').slice(0, longest.phone),
      ...(email === '' || email.length > longest.email ? {} : { email }),
    },
    typeCode: type === 'residential' ? 'private' : 'business',
  };
}

const reasons: Readonly<Record<CustomsDeclaration['contentsType'], string>> = {
  gift: 'gift',
  documents: 'permanent',
  merchandise: 'permanent',
  sample: 'sample',
  return: 'return',
  other: 'permanent',
};

const totalCents = ({ items }: CustomsDeclaration): number =>
  items.reduce((sum, item) => sum + item.valueCents * item.quantity, 0);

function declarationOf(reference: string, date: string, customs: CustomsDeclaration) {
  return {
    lineItems: customs.items.map((item, n) => {
      const kg = (item.weightGrams * item.quantity) / 1000;
      return {
        number: n + 1,
        description: item.description.slice(0, longest.line),
        price: item.valueCents / 100,
        quantity: { value: item.quantity, unitOfMeasurement: 'PCS' },
        ...(item.hsCode === ''
          ? {}
          : { commodityCodes: [{ typeCode: 'outbound', value: item.hsCode }] }),
        exportReasonType: reasons[customs.contentsType],
        manufacturerCountry: item.countryOfOrigin,
        weight: { netValue: kg, grossValue: kg },
      };
    }),
    invoice: { number: reference, date },
    exportReasonType: reasons[customs.contentsType],
  };
}
