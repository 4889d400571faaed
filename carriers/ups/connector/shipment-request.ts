// A booking as a shipment of UPS: numbers are texts, our reference is on the whole shipment, and goods have a customs invoice.
import type { CarrierAccount, ConsignmentRequest } from '../../../src/application/ports.ts';
import type { CustomsDeclaration } from '../../../src/domain/bookings/customs-declaration.ts';
import {
  bookingLines,
  singlePieces,
  streetLines,
} from '../../../src/domain/connectors/piece-line.ts';
import type { Address } from '../../../src/domain/places/address.ts';
import { moneyOf, plainDate, sizeOf, stateOf } from './rates.ts';

const longestName = 35;
const longestDescription = 35;
const longestPhone = 15;
const longestCity = 30;
const longestEmail = 50;
const street = { longest: 35, most: 3 };

export function shipmentRequest(
  account: CarrierAccount,
  { reference, booking, confirmation, customs }: ConsignmentRequest,
) {
  const { account_number = '', service_code = '', duties_paid_by } = account;
  const bill = (Type: string) => ({ Type, BillShipper: { AccountNumber: account_number } });
  const description = booking.description || customs?.contentsDescription || 'Freight';
  const sender = partyOf(booking.sender);
  return {
    ShipmentRequest: {
      Request: {
        RequestOption: 'nonvalidate',
        TransactionReference: { CustomerContext: reference },
      },
      Shipment: {
        Description: description.slice(0, longestDescription),
        Shipper: { ...sender, ShipperNumber: account_number },
        ShipFrom: sender,
        ShipTo: partyOf(booking.receiver),
        // Without a payer the receiver pays duties and taxes.
        PaymentInformation: {
          ShipmentCharge: duties_paid_by === 'sender' ? [bill('01'), bill('02')] : [bill('01')],
        },
        Service: { Code: service_code },
        ReferenceNumber: { Value: reference },
        ...(customs === undefined || customs.contentsType === 'documents'
          ? {}
          : {
              InvoiceLineTotal: moneyOf(totalCents(customs), customs.currency),
              ShipmentServiceOptions: {
                InternationalForms: invoiceOf(
                  reference,
                  confirmation.pickupDate,
                  customs,
                  booking.receiver,
                ),
              },
            }),
        Package: singlePieces(bookingLines(booking.items)).map((piece) => ({
          Description: description.slice(0, longestDescription),
          Packaging: { Code: '02' },
          ...sizeOf(piece),
        })),
      },
      LabelSpecification: {
        LabelImageFormat: { Code: 'ZPL' },
        LabelStockSize: { Height: '6', Width: '4' },
      },
    },
  };
}

function partyOf(address: Address) {
  const { name, companyName, phone, email, suburb, state, postcode, country, type } = address;
  return {
    Name: (companyName || name).slice(0, longestName),
    AttentionName: (name || companyName).slice(0, longestName),
    Phone: { Number: phone.replaceAll(/\D/g, '').slice(0, longestPhone) },
    ...(email === '' || email.length > longestEmail ? {} : { EMailAddress: email }),
    Address: {
      AddressLine: streetLines(address.street, street.longest, street.most),
      City: suburb.slice(0, longestCity),
      ...stateOf({ state, country }),
      PostalCode: postcode,
      CountryCode: country,
      ...(type === 'residential' ? { ResidentialAddressIndicator: 'Y' } : {}),
    },
  };
}

const reasons: Readonly<Record<CustomsDeclaration['contentsType'], string>> = {
  gift: 'GIFT',
  documents: 'OTHER',
  merchandise: 'SALE',
  sample: 'SAMPLE',
  return: 'RETURN',
  other: 'OTHER',
};

function totalCents({ items }: CustomsDeclaration): number {
  return items.reduce((sum, item) => sum + item.valueCents * item.quantity, 0);
}

/** Form 01 is the commercial invoice. */
function invoiceOf(
  reference: string,
  date: string,
  { contentsType, currency, items }: CustomsDeclaration,
  receiver: Address,
) {
  return {
    FormType: '01',
    InvoiceNumber: reference,
    InvoiceDate: plainDate(date),
    ReasonForExport: reasons[contentsType],
    CurrencyCode: currency,
    Contacts: { SoldTo: partyOf(receiver) },
    Product: items.map((item) => ({
      Description: item.description.slice(0, longestDescription),
      Unit: {
        Number: String(item.quantity),
        UnitOfMeasurement: { Code: 'PCS' },
        Value: (item.valueCents / 100).toFixed(2),
      },
      ...(item.hsCode === '' ? {} : { CommodityCode: item.hsCode }),
      OriginCountryCode: item.countryOfOrigin,
    })),
  };
}
