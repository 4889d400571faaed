// UPS Rating, Shipping and Pickup APIs (v2409), from their public descriptions: the fields that Linehaul sends. All
// figures are texts.
import { Type } from 'typebox';

const text = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength });
const code = Type.Object({ Code: text(6) });
const figure = Type.String({ pattern: String.raw`^\d{1,11}(\.\d{1,3})?$`, maxLength: 15 });
const money = Type.Object({
  CurrencyCode: Type.String({ pattern: '^[A-Z]{3}$' }),
  MonetaryValue: figure,
});
const weight = Type.Object({ UnitOfMeasurement: code, Weight: figure });
const day = Type.String({ pattern: String.raw`^\d{8}$` });
const country = Type.String({ pattern: '^[A-Z]{2}$' });
const shipperNumber = text(6, 6);
const account = Type.Object({ AccountNumber: shipperNumber });

const place = {
  City: text(30),
  /** Two letters in the United States and Canada. */
  StateProvinceCode: Type.Optional(text(2, 2)),
  PostalCode: text(9, 0),
  CountryCode: country,
  ResidentialAddressIndicator: Type.Optional(Type.String()),
};
const party = {
  Name: text(35),
  AttentionName: text(35),
  Phone: Type.Object({ Number: text(15) }),
  EMailAddress: Type.Optional(text(50)),
  Address: Type.Object({
    ...place,
    AddressLine: Type.Array(text(35), { minItems: 1, maxItems: 3 }),
  }),
};
const size = {
  Dimensions: Type.Object({
    UnitOfMeasurement: code,
    Length: figure,
    Width: figure,
    Height: figure,
  }),
  PackageWeight: weight,
};
const charge = Type.Array(
  Type.Object({ Type: Type.Enum(['01', '02', '03']), BillShipper: account }),
  { minItems: 1 },
);

export const upsSchemas = {
  rates: Type.Object({
    RateRequest: Type.Object({
      Request: Type.Object({ RequestOption: text(20) }),
      Shipment: Type.Object({
        Shipper: Type.Object({ ShipperNumber: shipperNumber, Address: Type.Object(place) }),
        ShipFrom: Type.Object({ Address: Type.Object(place) }),
        ShipTo: Type.Object({ Address: Type.Object(place) }),
        PaymentDetails: Type.Object({ ShipmentCharge: charge }),
        DeliveryTimeInformation: Type.Object({
          PackageBillType: Type.Enum(['02', '03', '04', '07']),
          Pickup: Type.Object({ Date: day }),
        }),
        InvoiceLineTotal: money,
        ShipmentTotalWeight: weight,
        Package: Type.Array(Type.Object({ PackagingType: code, ...size }), {
          minItems: 1,
          maxItems: 200,
        }),
      }),
    }),
  }),
  shipments: Type.Object({
    ShipmentRequest: Type.Object({
      Request: Type.Object({ RequestOption: Type.Enum(['validate', 'nonvalidate']) }),
      Shipment: Type.Object({
        Description: text(50),
        Shipper: Type.Object({ ...party, ShipperNumber: shipperNumber }),
        ShipFrom: Type.Object(party),
        ShipTo: Type.Object(party),
        PaymentInformation: Type.Object({ ShipmentCharge: charge }),
        Service: code,
        ReferenceNumber: Type.Object({ Value: text(35) }),
        InvoiceLineTotal: Type.Optional(money),
        ShipmentServiceOptions: Type.Optional(
          Type.Object({
            InternationalForms: Type.Object({
              FormType: text(2),
              InvoiceNumber: text(35),
              InvoiceDate: day,
              ReasonForExport: text(20),
              CurrencyCode: Type.String({ pattern: '^[A-Z]{3}$' }),
              Contacts: Type.Object({ SoldTo: Type.Object(party) }),
              Product: Type.Array(
                Type.Object({
                  Description: text(35),
                  Unit: Type.Object({ Number: text(7), UnitOfMeasurement: code, Value: text(19) }),
                  CommodityCode: Type.Optional(text(15, 6)),
                  OriginCountryCode: country,
                }),
                { minItems: 1, maxItems: 50 },
              ),
            }),
          }),
        ),
        Package: Type.Array(Type.Object({ Description: text(35), Packaging: code, ...size }), {
          minItems: 1,
          maxItems: 200,
        }),
      }),
      LabelSpecification: Type.Object({
        LabelImageFormat: Type.Object({ Code: Type.Enum(['GIF', 'ZPL', 'EPL', 'SPL', 'PNG']) }),
        LabelStockSize: Type.Object({ Height: Type.Enum(['6', '8']), Width: Type.Literal('4') }),
      }),
    }),
  }),
  pickups: Type.Object({
    PickupCreationRequest: Type.Object({
      RatePickupIndicator: Type.Enum(['Y', 'N']),
      Shipper: Type.Object({
        Account: Type.Object({ AccountNumber: shipperNumber, AccountCountryCode: country }),
      }),
      PickupDateInfo: Type.Object({
        PickupDate: day,
        ReadyTime: Type.String({ pattern: String.raw`^\d{4}$` }),
        CloseTime: Type.String({ pattern: String.raw`^\d{4}$` }),
      }),
      PickupAddress: Type.Object({
        CompanyName: text(27),
        ContactName: text(22),
        AddressLine: text(73),
        City: text(50),
        PostalCode: text(8, 0),
        CountryCode: country,
        ResidentialIndicator: Type.Enum(['Y', 'N']),
        Phone: Type.Object({ Number: text(25) }),
      }),
      AlternateAddressIndicator: Type.Enum(['Y', 'N']),
      PickupPiece: Type.Array(
        Type.Object({
          ServiceCode: text(3, 3),
          Quantity: text(3),
          DestinationCountryCode: country,
          ContainerCode: Type.Enum(['01', '02', '03']),
        }),
        { minItems: 1 },
      ),
      TotalWeight: Type.Object({ Weight: figure, UnitOfMeasurement: Type.Enum(['LBS', 'KGS']) }),
      OverweightIndicator: Type.Enum(['Y', 'N']),
      PaymentMethod: Type.Enum(['00', '01', '03', '04', '05', '06', '07']),
      SpecialInstruction: Type.Optional(text(57)),
    }),
  }),
};
