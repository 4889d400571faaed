// Requests to FedEx and its answers, in its own format.
import { aPdfText } from '../story.ts';

const fedexPlace = (
  city: string,
  postalCode: string,
  countryCode: string,
  residential: boolean,
) => ({
  city,
  postalCode,
  countryCode,
  residential,
});
export const fedexPackages = (
  length: number,
  width: number,
  height: number,
  value: number,
  count = 1,
) =>
  Array.from({ length: count }, (_, n) => ({
    sequenceNumber: n + 1,
    weight: { units: 'KG', value },
    dimensions: { length, width, height, units: 'CM' },
  }));
export const fedexAsked = (
  packages: object[],
  weight: number,
  amount: number,
  residential: boolean,
) => ({
  asks: 'POST /rate/v1/rates/quotes',
  json: {
    accountNumber: { value: '740561073' },
    rateRequestControlParameters: { returnTransitTimes: true },
    requestedShipment: {
      shipper: { address: fedexPlace('SYDNEY', '2000', 'AU', false) },
      recipient: { address: fedexPlace('AUCKLAND', '1010', 'NZ', residential) },
      shipDateStamp: '2026-11-16',
      pickupType: 'USE_SCHEDULED_PICKUP',
      packagingType: 'YOUR_PACKAGING',
      preferredCurrency: 'AUD',
      rateRequestType: ['ACCOUNT', 'PREFERRED'],
      totalWeight: weight,
      requestedPackageLineItems: packages,
      customsClearanceDetail: {
        dutiesPayment: { paymentType: 'SENDER' },
        commodities: [
          {
            description: 'Freight',
            quantity: 1,
            quantityUnits: 'PCS',
            weight: { units: 'KG', value: weight },
            customsValue: { amount, currency: 'AUD' },
          },
        ],
      },
    },
  },
});
export const fedexQuestion = fedexAsked(fedexPackages(31, 20, 10, 2.5, 2), 5, 120, true);
export const fedexRate = (serviceType: string, details: object[], transitTime = 'THREE_DAYS') => ({
  serviceType,
  ratedShipmentDetails: details,
  operationalDetail: { transitTime },
});
export const priced = (rateType: string, totalNetCharge: unknown, currency = 'AUD') => ({
  rateType,
  totalNetCharge,
  currency,
});
export const fedexRates = (...details: object[]) => ({
  json: { output: { rateReplyDetails: details } },
});
export const fedexNo = (code: string, message: string, status = 400) => ({
  status,
  json: { transactionId: 't', errors: [{ code, message }] },
});
const fedexParty = (name: string, companyName: string, phoneNumber: string, email: string) => ({
  personName: name,
  companyName,
  phoneNumber,
  emailAddress: email,
});
const fedexAccount = { value: '740561073' };
export const fedexBooked = {
  asks: 'POST /ship/v1/shipments',
  json: {
    labelResponseOptions: 'LABEL',
    accountNumber: fedexAccount,
    requestedShipment: {
      shipper: {
        contact: fedexParty('Jane Ceramic', 'Tile Warehouse', '0298765432', 'jane@tiles.example'),
        address: {
          streetLines: ['21 Bourke Road'],
          ...fedexPlace('SYDNEY', '2000', 'AU', false),
        },
      },
      recipients: [
        {
          contact: fedexParty('Mel Okafor', '', '0400000000', 'mel@example.org'),
          address: {
            streetLines: ['8 Queen Street'],
            ...fedexPlace('AUCKLAND', '1010', 'NZ', false),
          },
        },
      ],
      shipDatestamp: '2026-11-16',
      serviceType: 'FEDEX_INTERNATIONAL_PRIORITY',
      packagingType: 'YOUR_PACKAGING',
      pickupType: 'USE_SCHEDULED_PICKUP',
      blockInsightVisibility: false,
      shippingChargesPayment: {
        paymentType: 'SENDER',
        payor: { responsibleParty: { accountNumber: fedexAccount } },
      },
      labelSpecification: { imageType: 'PDF', labelStockType: 'PAPER_4X6' },
      customsClearanceDetail: {
        dutiesPayment: { paymentType: 'RECIPIENT' },
        isDocumentOnly: false,
        totalCustomsValue: { amount: 120, currency: 'AUD' },
        commercialInvoice: { shipmentPurpose: 'SOLD' },
        commodities: [
          {
            description: 'Glazed tiles',
            countryOfManufacture: 'IT',
            harmonizedCode: '690721',
            quantity: 2,
            quantityUnits: 'PCS',
            numberOfPieces: 1,
            weight: { units: 'KG', value: 4 },
            unitPrice: { amount: 60, currency: 'AUD' },
            customsValue: { amount: 120, currency: 'AUD' },
          },
        ],
      },
      totalPackageCount: 2,
      requestedPackageLineItems: fedexPackages(31, 20, 10, 2.5, 2).map((item) => ({
        ...item,
        customerReferences: [{ customerReferenceType: 'CUSTOMER_REFERENCE', value: '4711' }],
      })),
    },
  },
};
export const fedexPiece = (trackingNumber: string) => ({
  trackingNumber,
  packageDocuments: [{ contentType: 'LABEL', docType: 'PDF', encodedLabel: aPdfText }],
});
export const fedexTracked = {
  asks: 'POST /track/v1/trackingnumbers',
  json: {
    includeDetailedScans: true,
    trackingInfo: ['794698123456', '794698123457'].map((trackingNumber) => ({
      trackingNumberInfo: { trackingNumber },
    })),
  },
};
export const fedexReference = {
  asks: 'POST /track/v1/referencenumbers',
  json: {
    includeDetailedScans: false,
    referencesInformation: {
      type: 'CUSTOMER_REFERENCE',
      value: '4711',
      accountNumber: '740561073',
      carrierCode: 'FDXE',
      shipDateBegin: '2026-11-09',
      shipDateEnd: '2026-12-07',
    },
  },
};
export const fedexPieces = ['794698123456', '794698123457'];
export const fedexCancelled = {
  asks: 'PUT /ship/v1/shipments/cancel',
  json: {
    accountNumber: fedexAccount,
    trackingNumber: '794698123456',
    deletionControl: 'DELETE_ALL_PACKAGES',
  },
};
