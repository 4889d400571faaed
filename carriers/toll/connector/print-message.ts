// The messages that have TGE print labels and manifests. Both repeat the whole consignment under the numbers that we issue:
// one ShipmentID, and one SSCC with the application identifier 00 for each piece.
import type { CarrierAccount, CarrierRequest } from '../../../src/application/ports.ts';
import type { PlainBooking } from '../../../src/domain/bookings/booking.ts';
import { spelledOut } from '../../../src/domain/bookings/instructions.ts';
import type { IssuedNumbers } from '../../../src/domain/connectors/allotted-numbers.ts';
import {
  bookingLines,
  type PieceLine,
  packagingFamilyName,
  singlePieces,
  streetLines,
  wholeCm,
} from '../../../src/domain/connectors/piece-line.ts';
import { postOnce } from '../../../src/domain/connectors/request.ts';
import { uuidOf } from '../../../src/domain/connectors/uuid-of.ts';
import type { Address } from '../../../src/domain/places/address.ts';

export type PrintedShipment = IssuedNumbers & {
  booking: Pick<
    PlainBooking,
    'sender' | 'receiver' | 'items' | 'specialInstructions' | 'authorityToLeave'
  >;
  reference: string;
  pickupDate: string;
};

type Print = { type: 'Label' | 'Manifest'; path: string; settings: object; manifestId?: string };

const longestText = 40;
const longestInstruction = 100;
/** The unit of every side in TGE's sample messages, whose figures are centimetres. */
const sideUnit = 'm3';
/** The only commodity that is known for labels; `Description` says what the piece is. */
const bag = { CommodityCode: 'BG', CommodityDescription: 'BAG' };

/** All shipments are collected at the sender of the first, on its day. */
export function printRequest(
  account: CarrierAccount,
  { type, path, settings, manifestId }: Print,
  [first, ...others]: readonly [PrintedShipment, ...PrintedShipment[]],
  nowMs: number,
): CarrierRequest {
  const { source_system = '', print_source_system = '', message_sender = '' } = account;
  const now = new Date(nowMs).toISOString();
  const print = {
    BusinessID: 'IPEC',
    PrintSettings: settings,
    PrintDocumentType: type,
    ConsignorParty: partyOf(first.booking.sender),
    ...(manifestId === undefined
      ? {}
      : { ManifestID: { Value: manifestId }, DatePeriodCollection: despatchOn(first.pickupDate) }),
    CreateDateTime: now,
    ShipmentCollection: {
      Shipment: [first, ...others].map((shipment) => shipmentOf(account, shipment, now)),
    },
  };
  const headers = {
    'x-mytoll-identity': account.print_identity ?? '',
    'x-mytoll-token': account.print_token ?? '',
    'x-api-key': account.print_key ?? '',
  };
  const Header = {
    MessageVersion: '2.5',
    MessageIdentifier: uuidOf([source_system, message_sender, print]),
    CreateTimestamp: now,
    DocumentType: type,
    Environment: 'PRD',
    SourceSystemCode: print_source_system || source_system,
    MessageSender: message_sender,
  };
  return { ...postOnce(path, { TollMessage: { Header, Print: print } }), headers };
}

function shipmentOf(
  { account_code = '', service_code = '' }: CarrierAccount,
  { booking, connote, pieces, reference, pickupDate }: PrintedShipment,
  now: string,
) {
  const instruction = spelledOut(booking).slice(0, longestInstruction);
  const items = singlePieces(bookingLines(booking.items));
  return {
    BillToParty: { AccountCode: account_code, Payer: 'S' },
    ConsigneeParty: partyOf(booking.receiver),
    CreateDateTime: now,
    DatePeriodCollection: despatchOn(pickupDate),
    FreightMode: 'Road',
    References: {
      Reference: [{ ReferenceType: 'ShipmentReference1', ReferenceValue: reference }],
    },
    ShipmentID: connote,
    ShipmentItemCollection: {
      ShipmentItem: items.map((item, n) => itemOf(item, pieces[n] ?? '', service_code)),
    },
    ...(instruction === '' ? {} : { SpecialInstruction: instruction }),
  };
}

function itemOf(
  { packaging, lengthCm, widthCm, heightCm, weightKg, cubicMetres }: PieceLine,
  sscc: string,
  service: string,
) {
  return {
    Commodity: bag,
    Description: packagingFamilyName(packaging),
    Dimensions: {
      Height: wholeCm(heightCm),
      HeightUOM: sideUnit,
      Length: wholeCm(lengthCm),
      LengthUOM: sideUnit,
      Volume: cubicMetres,
      VolumeUOM: 'm3',
      Weight: weightKg,
      WeightUOM: 'kg',
      Width: wholeCm(widthCm),
      WidthUOM: sideUnit,
    },
    IDs: { ID: [{ SchemeName: 'SSCC', Value: sscc }] },
    ShipmentItemTotals: { ShipmentItemCount: 1 },
    ShipmentService: { ServiceCode: service },
  };
}

function partyOf({ name, companyName, street, type, ...place }: Address) {
  const [AddressLine1 = '', AddressLine2] = streetLines(street, longestText, 2);
  return {
    Contact: { Name: (name || companyName).slice(0, longestText) },
    PartyName: (companyName || name).slice(0, longestText),
    PhysicalAddress: {
      AddressLine1,
      ...(AddressLine2 === undefined ? {} : { AddressLine2 }),
      AddressType: type === 'residential' ? 'Residential' : 'Business',
      CountryCode: place.country,
      PostalCode: place.postcode,
      StateCode: place.state,
      Suburb: place.suburb,
    },
  };
}

/** Around midday in Australia, so that every time zone reads the same day. */
function despatchOn(day: string) {
  return { DatePeriod: [{ DateTime: `${day}T02:00:00.000Z`, DateType: 'DespatchDate' }] };
}
