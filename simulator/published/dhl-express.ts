// MyDHL's public description of the fields that Linehaul sends: their lengths and allowed values.
import { Type } from 'typebox';

const text = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength });
const country = Type.String({ pattern: '^[A-Z]{2}$' });
const currency = Type.String({ pattern: '^[A-Z]{3}$' });
const thousandths = Type.Number({ multipleOf: 0.001 });

const place = {
  postalCode: text(12, 0),
  cityName: text(45),
  countryCode: country,
  provinceCode: Type.Optional(text(35)),
};
const accounts = Type.Array(
  Type.Object({ typeCode: Type.Enum(['shipper', 'payer', 'duties-taxes']), number: text(12) }),
  { minItems: 1 },
);
/** A local time with its offset: `2026-11-16T12:00:00 GMT+11:00`. */
const moment = Type.String({
  pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d GMT[+-]\d\d:\d\d$`,
});
const packages = Type.Array(
  Type.Object({
    weight: Type.Number({ minimum: 0.001, multipleOf: 0.001 }),
    dimensions: Type.Object({
      length: Type.Number({ minimum: 1 }),
      width: Type.Number({ minimum: 1 }),
      height: Type.Number({ minimum: 1 }),
    }),
  }),
  { minItems: 1, maxItems: 999 },
);
const unit = Type.Enum(['metric', 'imperial']);

const party = {
  postalAddress: Type.Object({
    ...place,
    addressLine1: text(45),
    addressLine2: Type.Optional(text(45)),
    addressLine3: Type.Optional(text(45)),
  }),
  contactInformation: Type.Object({
    fullName: text(255),
    companyName: text(100),
    phone: text(70),
    email: Type.Optional(text(70)),
  }),
};
const typedParty = Type.Object({
  ...party,
  typeCode: Type.Optional(
    Type.Enum(['business', 'direct_consumer', 'government', 'other', 'private', 'reseller']),
  ),
});

const reason = Type.Enum([
  ...['permanent', 'temporary', 'return', 'used_exhibition_goods_to_origin', 'intercompany_use'],
  ...['commercial_purpose_or_sale', 'personal_belongings_or_personal_use', 'sample', 'gift'],
  ...['return_to_origin', 'warranty_replacement', 'diplomatic_goods', 'defence_material'],
]);

const declaration = Type.Object({
  lineItems: Type.Array(
    Type.Object({
      number: Type.Integer({ minimum: 1, maximum: 999 }),
      description: text(512),
      price: thousandths,
      quantity: Type.Object({ value: Type.Integer({ minimum: 1 }), unitOfMeasurement: text(8) }),
      commodityCodes: Type.Optional(
        Type.Array(Type.Object({ typeCode: Type.Enum(['outbound', 'inbound']), value: text(18) })),
      ),
      exportReasonType: Type.Optional(reason),
      manufacturerCountry: country,
      weight: Type.Object({ netValue: thousandths, grossValue: thousandths }),
    }),
    { minItems: 1, maxItems: 999 },
  ),
  invoice: Type.Object({
    number: text(35),
    date: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$` }),
  }),
  exportReasonType: Type.Optional(reason),
});

export const dhlSchemas = {
  rates: Type.Object({
    customerDetails: Type.Object({
      shipperDetails: Type.Object(place),
      receiverDetails: Type.Object(place),
    }),
    accounts,
    plannedShippingDateAndTime: moment,
    unitOfMeasurement: unit,
    isCustomsDeclarable: Type.Boolean(),
    monetaryAmount: Type.Array(
      Type.Object({
        typeCode: Type.Enum(['declaredValue', 'insuredValue']),
        value: Type.Number({ minimum: 0 }),
        currency,
      }),
    ),
    packages,
  }),
  shipments: Type.Object({
    plannedShippingDateAndTime: moment,
    pickup: Type.Object({ isRequested: Type.Boolean() }),
    productCode: text(6),
    getRateEstimates: Type.Boolean(),
    accounts,
    customerReferences: Type.Array(Type.Object({ value: text(35), typeCode: text(3) })),
    outputImageProperties: Type.Object({
      printerDPI: Type.Enum([200, 300]),
      encodingFormat: Type.Enum(['pdf', 'zpl', 'lp2', 'epl']),
      imageOptions: Type.Array(
        Type.Object({
          typeCode: Type.Enum(['label', 'waybillDoc', 'invoice', 'qr-code', 'shipmentReceipt']),
          templateName: text(255),
          isRequested: Type.Boolean(),
        }),
      ),
    }),
    customerDetails: Type.Object({ shipperDetails: typedParty, receiverDetails: typedParty }),
    content: Type.Object({
      packages,
      isCustomsDeclarable: Type.Boolean(),
      declaredValue: Type.Optional(thousandths),
      declaredValueCurrency: Type.Optional(currency),
      exportDeclaration: Type.Optional(declaration),
      description: text(70),
      incoterm: Type.Enum([
        'EXW',
        'FCA',
        'CPT',
        'CIP',
        'DPU',
        'DAP',
        'DDP',
        'FAS',
        'FOB',
        'CFR',
        'CIF',
      ]),
      unitOfMeasurement: unit,
    }),
  }),
  pickups: Type.Object({
    plannedPickupDateAndTime: moment,
    closeTime: Type.String({ pattern: String.raw`^\d\d:\d\d$` }),
    location: text(80),
    locationType: Type.Enum(['business', 'residence']),
    accounts,
    customerDetails: Type.Object({ shipperDetails: Type.Object(party) }),
    shipmentDetails: Type.Array(
      Type.Object({
        productCode: text(6),
        isCustomsDeclarable: Type.Boolean(),
        unitOfMeasurement: unit,
        packages,
      }),
      { minItems: 1 },
    ),
  }),
};
