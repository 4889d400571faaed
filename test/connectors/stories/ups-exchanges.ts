// Requests to UPS and its answers, in its own format.
import { aPdf, aPdfText } from '../story.ts';

const zpl = '^XA^FO40,40^FDX^FS^XZ';
const zplText = btoa(zpl);
export const zplBytes = new TextEncoder().encode(zpl);

const upsPlace = (City: string, PostalCode: string, CountryCode: string, isHome: boolean) => ({
  City,
  PostalCode,
  CountryCode,
  ...(isHome ? { ResidentialAddressIndicator: 'Y' } : {}),
});
const kilograms = (Weight: string) => ({ UnitOfMeasurement: { Code: 'KGS' }, Weight });
export const upsSize = (Length: string, Width: string, Height: string, weight: string) => ({
  Dimensions: { UnitOfMeasurement: { Code: 'CM' }, Length, Width, Height },
  PackageWeight: kilograms(weight),
});
export const dollars = (MonetaryValue: string) => ({ CurrencyCode: 'AUD', MonetaryValue });
export const upsAsked = (packages: object[], weight: string, value: string, isHome: boolean) => {
  const from = { Address: upsPlace('SYDNEY', '2000', 'AU', false) };
  return {
    asks: 'POST /api/rating/v2409/Shop?additionalinfo=timeintransit',
    json: {
      RateRequest: {
        Request: { RequestOption: 'Shoptimeintransit' },
        Shipment: {
          Shipper: { ShipperNumber: 'A1B2C3', ...from },
          ShipFrom: from,
          ShipTo: { Address: upsPlace('AUCKLAND', '1010', 'NZ', isHome) },
          PaymentDetails: {
            ShipmentCharge: [{ Type: '01', BillShipper: { AccountNumber: 'A1B2C3' } }],
          },
          ShipmentRatingOptions: { NegotiatedRatesIndicator: 'Y' },
          TaxInformationIndicator: 'Y',
          DeliveryTimeInformation: { PackageBillType: '03', Pickup: { Date: '20261116' } },
          InvoiceLineTotal: dollars(value),
          ShipmentTotalWeight: kilograms(weight),
          Package: packages.map((item) => ({ PackagingType: { Code: '02' }, ...item })),
        },
      },
    },
  };
};
const upsPackages = Array.from({ length: 2 }, () => upsSize('30.5', '20', '10', '2.5'));
export const upsQuestion = upsAsked(upsPackages, '5', '120.00', true);
export const upsRated = (RatedShipment: unknown) => ({
  json: { RateResponse: { Response: { ResponseStatus: { Code: '1' } }, RatedShipment } },
});
export const upsNo = (code: string, message: string, status = 400) => ({
  status,
  json: { response: { errors: [{ code, message }] } },
});
const upsSender = {
  Name: 'Tile Warehouse',
  AttentionName: 'Jane Ceramic',
  Phone: { Number: '0298765432' },
  EMailAddress: 'jane@tiles.example',
  Address: { AddressLine: ['21 Bourke Road'], ...upsPlace('SYDNEY', '2000', 'AU', false) },
};
const upsReceiver = {
  Name: 'Mel Okafor',
  AttentionName: 'Mel Okafor',
  Phone: { Number: '0400000000' },
  EMailAddress: 'mel@example.org',
  Address: { AddressLine: ['8 Queen Street'], ...upsPlace('AUCKLAND', '1010', 'NZ', false) },
};
export const upsBooked = {
  asks: 'POST /api/shipments/v2409/ship',
  json: {
    ShipmentRequest: {
      Request: {
        RequestOption: 'nonvalidate',
        TransactionReference: { CustomerContext: '4711' },
      },
      Shipment: {
        Description: 'Tiles',
        Shipper: { ...upsSender, ShipperNumber: 'A1B2C3' },
        ShipFrom: upsSender,
        ShipTo: upsReceiver,
        PaymentInformation: {
          ShipmentCharge: [{ Type: '01', BillShipper: { AccountNumber: 'A1B2C3' } }],
        },
        Service: { Code: '65' },
        ReferenceNumber: { Value: '4711' },
        InvoiceLineTotal: dollars('120.00'),
        ShipmentServiceOptions: {
          InternationalForms: {
            FormType: '01',
            InvoiceNumber: '4711',
            InvoiceDate: '20261116',
            ReasonForExport: 'SALE',
            CurrencyCode: 'AUD',
            Contacts: { SoldTo: upsReceiver },
            Product: [
              {
                Description: 'Glazed tiles',
                Unit: { Number: '2', UnitOfMeasurement: { Code: 'PCS' }, Value: '60.00' },
                CommodityCode: '690721',
                OriginCountryCode: 'IT',
              },
            ],
          },
        },
        Package: upsPackages.map((item) => ({
          Description: 'Tiles',
          Packaging: { Code: '02' },
          ...item,
        })),
      },
      LabelSpecification: {
        LabelImageFormat: { Code: 'ZPL' },
        LabelStockSize: { Height: '6', Width: '4' },
      },
    },
  },
};
export const upsPieces = ['1ZA1B2C30400000001', '1ZA1B2C30400000002'];
export const upsResult = (TrackingNumber: string) => ({
  TrackingNumber,
  ShippingLabel: { ImageFormat: { Code: 'ZPL' }, GraphicImage: zplText },
});
const asksUps = { transid: 'linehaul-4711', transactionsrc: 'linehaul' };
export const upsReference = {
  asks: 'GET /api/track/v1/reference/details/4711?locale=en_US&fromPickUpDate=20261109&toPickUpDate=20261207&shipperNum=A1B2C3',
  headers: asksUps,
};
export const upsTracked = {
  asks: 'GET /api/track/v1/details/1ZA1B2C30400000001?locale=en_US&returnSignature=false',
  headers: { ...asksUps, transid: 'linehaul-1ZA1B2C30400000001' },
};
export const recovered = (TrackingNumber: string) => ({
  asks: 'POST /api/labels/v1/recovery',
  json: {
    LabelRecoveryRequest: {
      LabelSpecification: {
        LabelImageFormat: { Code: 'PDF' },
        LabelStockSize: { Height: '6', Width: '4' },
      },
      TrackingNumber,
    },
  },
});
export const image = (TrackingNumber: string) => ({
  TrackingNumber,
  LabelImage: { LabelImageFormat: { Code: 'PDF' }, GraphicImage: aPdfText },
});
export const labels = (LabelResults: unknown) => ({
  json: { LabelRecoveryResponse: { LabelResults } },
});
export const twoPdfs = [
  { format: 'pdf', bytes: aPdf },
  { format: 'pdf', bytes: aPdf },
];
export const upsVoided = { asks: 'DELETE /api/shipments/v2409/void/cancel/1ZA1B2C30400000001' };
