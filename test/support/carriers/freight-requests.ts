// Mainfreight, Team Global Express and TNT requests in each carrier's own format.
import { basic, noonMs } from './simulator.ts';

const now = new Date(noonMs).toISOString();

export const mainfreightRate = {
  account: { code: 'SIMFREIGHT' },
  serviceLevel: { code: 'EXP' },
  origin: {
    freightRequiredDateTime: '2026-09-16T12:00:00',
    freightRequiredDateTimeZone: 'AUS Eastern Standard Time',
    address: {
      suburb: 'SYDNEY',
      postCode: '2000',
      city: 'SYDNEY',
      countryCode: 'AU',
      state: 'NSW',
    },
  },
  destination: {
    address: {
      suburb: 'MELBOURNE',
      postCode: '3000',
      city: 'MELBOURNE',
      countryCode: 'AU',
      state: 'VIC',
    },
  },
  freightDetails: [
    {
      units: 1,
      packTypeCode: 'PLT',
      height: 1.2,
      length: 1.2,
      width: 1.2,
      weight: 400,
      volume: 1.728,
    },
  ],
};

const tollPlace = (Suburb: string, StateCode: string, PostalCode: string) => ({
  PhysicalAddress: { Suburb, StateCode, PostalCode, CountryCode: 'AU' },
});
const tollHeader = (DocumentType: string) => ({
  MessageVersion: '1.0',
  MessageIdentifier: '6d7c1f2e-0000-4000-8000-000000000001',
  CreateTimestamp: now,
  DocumentType,
  Environment: 'PRD',
  SourceSystemCode: 'SIM',
  MessageSender: 'SIM',
  MessageReceiver: 'TOLL',
});
export const tollRate = {
  TollMessage: {
    Header: tollHeader('RateEnquiry'),
    RateEnquiry: {
      Request: {
        BusinessID: 'IPEC',
        SystemFields: { PickupDateTime: now },
        ShipmentService: { ServiceCode: 'X' },
        ShipmentFlags: { ExtraServiceFlag: 'true' },
        ShipmentFinancials: { ExtraServicesAmount: { Currency: 'AUD', Value: '0.00' } },
        FreightMode: 'Road',
        BillToParty: { AccountCode: 'SIM888' },
        ConsignorParty: tollPlace('SYDNEY', 'NSW', '2000'),
        ConsigneeParty: tollPlace('MELBOURNE', 'VIC', '3000'),
        ShipmentItems: {
          ShipmentItem: [
            {
              Commodity: { CommodityCode: 'Z', CommodityDescription: 'ALL FREIGHT' },
              ShipmentItemTotals: { ShipmentItemCount: '1' },
              Dimensions: { Width: '30', Length: '30', Height: '30', Volume: '0.027', Weight: '5' },
            },
          ],
        },
      },
    },
  },
};
const tollParty = (
  PartyName: string,
  AddressLine1: string,
  ...place: [string, string, string]
) => ({
  PartyName,
  PhysicalAddress: { AddressLine1, ...tollPlace(...place).PhysicalAddress },
});
export const tollPrint = (
  ShipmentID: string,
  reference: string,
  type: 'Label' | 'Manifest' = 'Label',
) => ({
  TollMessage: {
    Header: tollHeader(type),
    Print: {
      BusinessID: 'IPEC',
      PrintSettings: { IsLabelThermal: 'false', IsZPLRawResponseRequired: 'false' },
      PrintDocumentType: type,
      CreateDateTime: now,
      ConsignorParty: tollParty('Tile Warehouse', '21 Bourke Road', 'SYDNEY', 'NSW', '2000'),
      ShipmentCollection: {
        Shipment: [
          {
            BillToParty: { AccountCode: 'SIM888', Payer: 'S' },
            ConsigneeParty: tollParty('Mel', '8 Queen Street', 'MELBOURNE', 'VIC', '3000'),
            References: {
              Reference: [{ ReferenceType: 'ShipmentReference1', ReferenceValue: reference }],
            },
            ShipmentID,
            ShipmentItemCollection: {
              ShipmentItem: [
                {
                  Dimensions: { Width: 30, Length: 30, Height: 30, Volume: 0.027, Weight: 5 },
                  IDs: { ID: [{ SchemeName: 'SSCC', Value: '00099904100000000015' }] },
                  ShipmentItemTotals: { ShipmentItemCount: 1 },
                },
              ],
            },
          },
        ],
      },
    },
  },
});
export const tollPrinting = {
  ...basic('sim-tge', 'sim-tge-password'),
  'x-mytoll-identity': 'sim-mytoll-identity',
  'x-mytoll-token': 'sim-mytoll-token',
  'x-api-key': 'sim-mytoll-api-key',
};
export const tollPricing = {
  ...basic('sim-tge', 'sim-tge-password'),
  auth: basic('sim-toll', 'sim-toll-password').authorization ?? '',
};

export const tntEnquiry = (change: (xml: string) => string = (xml) => xml): string =>
  new URLSearchParams({
    Username: 'CIT00000000000099999',
    Password: 'sim-tnt-password',
    version: '2',
    XMLRequest: change(
      '<?xml version="1.0"?><enquiry xmlns="http://www.tntexpress.com.au"><ratedTransitTimeEnquiry><cutOffTimeEnquiry>' +
        '<collectionAddress><suburb>Sydney</suburb><postCode>2000</postCode><state>NSW</state></collectionAddress>' +
        '<deliveryAddress><suburb>Melbourne</suburb><postCode>3000</postCode><state>VIC</state></deliveryAddress>' +
        '<shippingDate>2026-09-16</shippingDate><userCurrentLocalDateTime>2026-09-16T12:00:00</userCurrentLocalDateTime>' +
        '<dangerousGoods><dangerous>false</dangerous></dangerousGoods><packageLines packageType="N"><packageLine>' +
        '<numberOfPackages>1</numberOfPackages><dimensions unit="cm"><length>30</length><width>30</width><height>30</height></dimensions>' +
        '<weight unit="kg"><weight>5</weight></weight></packageLine></packageLines></cutOffTimeEnquiry>' +
        '<termsOfPayment><senderAccount>99999</senderAccount><payer>S</payer></termsOfPayment>' +
        '</ratedTransitTimeEnquiry></enquiry>',
    ),
  }).toString();
