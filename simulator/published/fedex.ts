// FedEx Rate, Ship, Pickup and Track APIs, from their public descriptions: the fields that Linehaul sends.
import { Type } from 'typebox';

const text = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength });
const account = Type.Object({ value: text(9) });
const currency = Type.String({ pattern: '^[A-Z]{3}$' });
const money = Type.Object({ amount: Type.Number({ minimum: 0 }), currency });
const weight = Type.Object({ units: Type.Enum(['KG', 'LB']), value: Type.Number({ minimum: 0 }) });
const day = Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$` });

/** Two letters at most: longer ones are refused as MAXCHAREXCEEDED. */
const state = Type.Optional(text(2));
const place = {
  city: text(35),
  stateOrProvinceCode: state,
  postalCode: text(10, 0),
  countryCode: Type.String({ pattern: '^[A-Z]{2}$' }),
  residential: Type.Boolean(),
};
const address = Type.Object({
  ...place,
  streetLines: Type.Array(text(35), { minItems: 1, maxItems: 3 }),
});
const party = Type.Object({
  contact: Type.Object({
    personName: text(70),
    companyName: text(35, 0),
    phoneNumber: text(15),
    emailAddress: text(80, 0),
  }),
  address,
});
const packageLine = Type.Object({
  sequenceNumber: Type.Integer({ minimum: 1 }),
  weight,
  dimensions: Type.Object({
    length: Type.Integer({ minimum: 1, maximum: 999 }),
    width: Type.Integer({ minimum: 1, maximum: 999 }),
    height: Type.Integer({ minimum: 1, maximum: 999 }),
    units: Type.Enum(['CM', 'IN']),
  }),
});
const commodity = {
  description: text(450),
  quantity: Type.Integer({ minimum: 1 }),
  quantityUnits: text(4),
  weight,
  customsValue: money,
};
const pickupType = Type.Enum([
  ...['CONTACT_FEDEX_TO_SCHEDULE', 'DROPOFF_AT_FEDEX_LOCATION', 'USE_SCHEDULED_PICKUP'],
]);
const payment = Type.Enum(['SENDER', 'RECIPIENT', 'THIRD_PARTY']);

export const fedexSchemas = {
  rates: Type.Object({
    accountNumber: account,
    rateRequestControlParameters: Type.Object({ returnTransitTimes: Type.Boolean() }),
    requestedShipment: Type.Object({
      shipper: Type.Object({ address: Type.Object(place) }),
      recipient: Type.Object({ address: Type.Object(place) }),
      shipDateStamp: day,
      pickupType,
      packagingType: text(50),
      preferredCurrency: currency,
      rateRequestType: Type.Array(
        Type.Enum(['LIST', 'NONE', 'INCENTIVE', 'ACCOUNT', 'PREFERRED']),
        { minItems: 1 },
      ),
      totalWeight: Type.Number({ exclusiveMinimum: 0 }),
      requestedPackageLineItems: Type.Array(packageLine, { minItems: 1 }),
      customsClearanceDetail: Type.Object({
        dutiesPayment: Type.Object({ paymentType: payment }),
        commodities: Type.Array(Type.Object(commodity), { minItems: 1 }),
      }),
    }),
  }),
  shipments: Type.Object({
    labelResponseOptions: Type.Enum(['LABEL', 'URL_ONLY']),
    accountNumber: account,
    requestedShipment: Type.Object({
      shipper: party,
      recipients: Type.Array(party, { minItems: 1 }),
      shipDatestamp: day,
      serviceType: text(80),
      packagingType: text(50),
      pickupType,
      blockInsightVisibility: Type.Boolean(),
      shippingChargesPayment: Type.Object({
        paymentType: payment,
        payor: Type.Object({ responsibleParty: Type.Object({ accountNumber: account }) }),
      }),
      labelSpecification: Type.Object({
        imageType: Type.Enum(['PDF', 'PNG', 'ZPLII', 'EPL2']),
        labelStockType: text(50),
      }),
      customsClearanceDetail: Type.Optional(
        Type.Object({
          dutiesPayment: Type.Object({ paymentType: payment }),
          isDocumentOnly: Type.Boolean(),
          totalCustomsValue: money,
          commercialInvoice: Type.Object({
            shipmentPurpose: Type.Enum([
              ...['GIFT', 'NOT_SOLD', 'PERSONAL_EFFECTS', 'REPAIR_AND_RETURN', 'SAMPLE', 'SOLD'],
              ...['COMMERCIAL', 'RETURN_AND_REPAIR', 'PERSONAL_USE'],
            ]),
          }),
          commodities: Type.Array(
            Type.Object({
              ...commodity,
              countryOfManufacture: Type.String({ pattern: '^[A-Z]{2}$' }),
              harmonizedCode: Type.Optional(text(14)),
              numberOfPieces: Type.Integer({ minimum: 1 }),
              unitPrice: money,
            }),
            { minItems: 1 },
          ),
        }),
      ),
      totalPackageCount: Type.Integer({ minimum: 1 }),
      requestedPackageLineItems: Type.Array(packageLine, { minItems: 1 }),
    }),
  }),
  cancel: Type.Object({
    accountNumber: account,
    trackingNumber: text(30),
    deletionControl: Type.Enum(['DELETE_ALL_PACKAGES', 'DELETE_ONE_PACKAGE']),
  }),
  pickups: Type.Object({
    associatedAccountNumber: account,
    carrierCode: Type.Enum(['FDXE', 'FDXG']),
    pickupType: Type.Optional(
      Type.Enum(['ON_CALL', 'PACKAGE_RETURN_PROGRAM', 'REGULAR_STOP', 'TAG']),
    ),
    originDetail: Type.Object({
      pickupAddressType: Type.Enum(['ACCOUNT', 'SHIPPER', 'OTHER']),
      packageLocation: Type.Enum(['FRONT', 'NONE', 'REAR', 'SIDE']),
      pickupLocation: Type.Object({
        contact: Type.Object({
          personName: text(70),
          companyName: text(35),
          phoneNumber: text(15),
        }),
        address,
        accountNumber: account,
      }),
      readyDateTimestamp: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$` }),
      customerCloseTime: Type.String({ pattern: String.raw`^\d\d:\d\d:\d\d$` }),
    }),
    packageCount: Type.Integer({ minimum: 1 }),
    totalWeight: weight,
    remarks: Type.Optional(text(60)),
  }),
  track: Type.Object({
    includeDetailedScans: Type.Boolean(),
    trackingInfo: Type.Array(
      Type.Object({ trackingNumberInfo: Type.Object({ trackingNumber: text(40) }) }),
      { minItems: 1, maxItems: 30 },
    ),
  }),
};
