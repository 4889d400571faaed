// A booking as a shipment of FedEx: address and phone of both ends, our reference on each package, and the customs details.
import type { CarrierAccount, ConsignmentRequest } from '../../../src/application/ports.ts';
import type { CustomsDeclaration } from '../../../src/domain/bookings/customs-declaration.ts';
import {
  bookingLines,
  singlePieces,
  streetLines,
} from '../../../src/domain/connectors/piece-line.ts';
import type { Address } from '../../../src/domain/places/address.ts';
import { packagesOf, stateOf } from './rates.ts';

const longestName = 70;
const longestCompany = 35;
const longestPhone = 15;
const longestEmail = 80;
const longestOrderNumber = 30;
const longestCity = 35;
const street = { longest: 35, most: 3 };
const longestDescription = 450;

export function shipmentRequest(
  account: CarrierAccount,
  { reference, booking, confirmation, customs }: ConsignmentRequest,
) {
  const { account_number = '', service_type = '' } = account;
  const accountNumber = { value: account_number };
  const orderNumber = booking.customerReference.slice(0, longestOrderNumber);
  const packages = packagesOf(singlePieces(bookingLines(booking.items)));
  return {
    labelResponseOptions: 'LABEL',
    accountNumber,
    requestedShipment: {
      shipper: partyOf(booking.sender),
      recipients: [partyOf(booking.receiver)],
      shipDatestamp: confirmation.pickupDate,
      serviceType: service_type,
      packagingType: 'YOUR_PACKAGING',
      pickupType: 'USE_SCHEDULED_PICKUP',
      blockInsightVisibility: false,
      shippingChargesPayment: {
        paymentType: 'SENDER',
        payor: { responsibleParty: { accountNumber } },
      },
      labelSpecification: { imageType: 'PDF', labelStockType: 'PAPER_4X6' },
      ...(customs === undefined ? {} : { customsClearanceDetail: clearanceOf(account, customs) }),
      totalPackageCount: packages.length,
      requestedPackageLineItems: packages.map((one) => ({
        ...one,
        customerReferences: [
          { customerReferenceType: 'CUSTOMER_REFERENCE', value: reference },
          ...(orderNumber === ''
            ? []
            : [{ customerReferenceType: 'P_O_NUMBER', value: orderNumber }]),
        ],
      })),
    },
  };
}

export function partyOf(address: Address) {
  const { name, companyName, phone, email, suburb, state, postcode, country, type } = address;
  return {
    contact: {
      personName: (name || companyName).slice(0, longestName),
      companyName: companyName.slice(0, longestCompany),
      phoneNumber: phone.replaceAll(/[^\d+]/g, '').slice(0, longestPhone),
      emailAddress: email.length > longestEmail ? '' : email,
    },
    address: {
      streetLines: streetLines(address.street, street.longest, street.most),
      city: suburb.slice(0, longestCity),
      ...stateOf({ state, country }),
      postalCode: postcode,
      countryCode: country,
      residential: type === 'residential',
    },
  };
}

const purposes: Readonly<Record<CustomsDeclaration['contentsType'], string>> = {
  gift: 'GIFT',
  documents: 'NOT_SOLD',
  merchandise: 'SOLD',
  sample: 'SAMPLE',
  return: 'REPAIR_AND_RETURN',
  other: 'NOT_SOLD',
};

function clearanceOf(
  { account_number = '', duties_paid_by }: CarrierAccount,
  customs: CustomsDeclaration,
) {
  const { currency, items } = customs;
  const money = (cents: number) => ({ amount: cents / 100, currency });
  const isSender = duties_paid_by === 'sender';
  const payor = { responsibleParty: { accountNumber: { value: account_number } } };
  return {
    dutiesPayment: {
      paymentType: isSender ? 'SENDER' : 'RECIPIENT',
      ...(isSender ? { payor } : {}),
    },
    isDocumentOnly: customs.contentsType === 'documents',
    totalCustomsValue: money(items.reduce((sum, item) => sum + item.valueCents * item.quantity, 0)),
    commercialInvoice: { shipmentPurpose: purposes[customs.contentsType] },
    commodities: items.map((item) => ({
      description: item.description.slice(0, longestDescription),
      countryOfManufacture: item.countryOfOrigin,
      ...(item.hsCode === '' ? {} : { harmonizedCode: item.hsCode }),
      quantity: item.quantity,
      quantityUnits: 'PCS',
      numberOfPieces: 1,
      weight: { units: 'KG', value: (item.weightGrams * item.quantity) / 1000 },
      unitPrice: money(item.valueCents),
      customsValue: money(item.valueCents * item.quantity),
    })),
  };
}
