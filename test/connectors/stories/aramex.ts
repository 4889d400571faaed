// Aramex Connect.
import { aramex } from '../../../carriers/aramex/connector/aramex.ts';
import { createShipment } from '../../../src/domain/quotes/shipment.ts';
import { aPdf, type CarrierStories, question } from '../story.ts';

const item = {
  Quantity: 2,
  Reference: '1',
  PackageType: 'P',
  WeightDead: 2.5,
  Length: 30.5,
  Width: 20,
  Height: 10,
};
const address = (street: string, isSender: boolean) => ({
  StreetAddress: street,
  Locality: isSender ? 'SYDNEY' : 'MELBOURNE',
  StateOrProvince: isSender ? 'NSW' : 'VIC',
  PostalCode: isSender ? '2000' : '3000',
  Country: 'AU',
});
const mel = {
  ContactName: 'Mel Okafor',
  BusinessName: '',
  Email: 'mel@example.org',
  PhoneNumber: '0400 000 000',
  Address: address('Unit 4, 216 Flinders Lane', false),
};
const jane = {
  ContactName: 'Jane Ceramic',
  BusinessName: '',
  Email: 'jane@tiles.example',
  PhoneNumber: '02 9876 5432',
  Address: address('21 Bourke Road', true),
};
const quoted = {
  asks: 'POST /api/consignments/quote',
  json: { ConTypeId: 5, To: mel, From: jane, Items: [item], Services: [] },
};
const { sender, receiver, lines: items } = question().shipment;
const known = {
  sender: { ...sender, contact: contactOf(jane, '21 Bourke Road') },
  receiver: { ...receiver, contact: contactOf(mel, 'Unit 4, 216 Flinders Lane') },
  items,
};
const withContacts = createShipment(known);
const left = createShipment({ ...known, authorityToLeave: true });

function contactOf(party: typeof mel, street: string) {
  return { name: party.ContactName, street, phone: party.PhoneNumber, email: party.Email };
}

const elevenDollars = {
  answers: { json: { data: { price: 10, tax: 1, total: '11.00', items: [] } } },
};
const priced = [
  ['aramex', { priceCents: 1100, transit: { text: '1-3 business days', minDays: 1, maxDays: 3 } }],
];
const created = {
  asks: 'POST /api/consignments',
  json: {
    ConTypeId: 5,
    To: mel,
    From: { ...jane, BusinessName: 'Tile Warehouse' },
    PickupTypeId: 3,
    Items: [item],
    Services: [{ ServiceCode: 'DELOPT', ServiceItemCode: 'ATL' }],
    ExternalRef1: '4711',
    InstructionsPublic: 'Authority to leave. Ring the bell',
  },
};

export const aramexStories: CarrierStories = {
  connector: aramex,
  account: {
    client_id: 'fw-client',
    client_secret: 'shh-quiet-77',
    authority_to_leave_service: 'DELOPT',
  },
  headers: { authorization: 'Bearer tok-abc' },
  signIn: {
    asks: 'POST {base}/token',
    answers: { json: { access_token: 'tok-abc', expires_in: 3600, token_type: 'Bearer' } },
  },
  consignment: {
    reference: '4711',
    stringId: 'aramex',
    connote: 'MD0001',
    carrierId: '815',
    pieces: ['MD0001', 'MD0002'],
  },
  stories: [
    {
      name: 'lists the services of the account',
      operation: 'check',
      exchanges: [
        {
          asks: 'GET /api/consignment-services',
          answers: { json: { data: [{ Code: 'DELOPT' }, { Code: 'EXTCVR' }] } },
        },
      ],
      gives: 'The account is accepted; its services are DELOPT, EXTCVR.',
    },
    {
      name: 'takes the total, GST included',
      operation: 'quote',
      question: { shipment: withContacts },
      exchanges: [{ ...quoted, ...elevenDollars }],
      gives: priced,
    },
    {
      name: 'asks for the price with authority to leave',
      operation: 'quote',
      question: { shipment: left },
      exchanges: [
        {
          ...quoted,
          json: {
            ...quoted.json,
            Services: [{ ServiceCode: 'DELOPT', ServiceItemCode: 'ATL' }],
          },
          ...elevenDollars,
        },
      ],
      gives: priced,
    },
    {
      name: 'asks for a signature where the account has that service and leaving is not allowed',
      operation: 'quote',
      question: { shipment: withContacts },
      account: { signature_service: 'SGN' },
      exchanges: [
        {
          ...quoted,
          json: { ...quoted.json, Services: [{ ServiceCode: 'SGN', ServiceItemCode: 'SGR' }] },
          ...elevenDollars,
        },
      ],
      gives: priced,
    },
    {
      name: "omits the sender of a standard consignment, which starts at the account's address",
      operation: 'quote',
      question: { shipment: withContacts },
      account: { site_suburb: 'Sydney', site_postcode: '2000' },
      exchanges: [
        {
          asks: quoted.asks,
          json: { ConTypeId: 1, To: mel, Items: [item], Services: [] },
          ...elevenDollars,
        },
      ],
      gives: priced,
    },
    {
      name: 'asks for no price without streets, phones and emails',
      operation: 'quote',
      exchanges: [],
      fails: 'needs_contacts',
    },
    {
      name: 'reports a code about the freight as a refusal of the freight',
      operation: 'quote',
      question: { shipment: withContacts },
      exchanges: [
        {
          ...quoted,
          answers: {
            status: 400,
            json: {
              errors: [{ code: 'VAL_DIMENSION_MAX', message: 'length must be between 0 and 200' }],
            },
          },
        },
      ],
      gives: [
        [
          'aramex',
          {
            absence: {
              code: 'item_not_carried',
              serviceability: 'no_items',
              message: 'length must be between 0 and 200',
            },
          },
        ],
      ],
    },
    {
      name: 'reports an address that the carrier cannot read as a fault of the request',
      operation: 'quote',
      question: { shipment: withContacts },
      exchanges: [
        {
          ...quoted,
          answers: {
            status: 400,
            json: {
              code: 'ADDR',
              message: 'Locality not found',
              suggestedValues: ['MELBOURNE 3000'],
            },
          },
        },
      ],
      fails: 'bad_request',
    },
    {
      name: 'books with our reference and one label for each piece',
      operation: 'book',
      exchanges: [
        {
          ...created,
          answers: {
            json: { data: { conId: 815, items: [{ label: 'MD0001' }, { label: 'MD0002' }] } },
          },
        },
      ],
      gives: { booked: { connote: 'MD0001', carrierId: '815', pieces: ['MD0001', 'MD0002'] } },
    },
    {
      name: 'books without the service where the account lacks it, and states it in the instructions',
      operation: 'book',
      // An account that was connected before the connector read services.
      account: { authority_to_leave_service: 'none' },
      exchanges: [
        {
          ...created,
          json: { ...created.json, Services: [] },
          answers: { json: { data: { conId: 815, items: [{ label: 'MD0001' }] } } },
        },
      ],
      gives: { booked: { connote: 'MD0001', carrierId: '815', pieces: ['MD0001'] } },
    },
    {
      name: 'reports why a consignment is rejected',
      operation: 'book',
      exchanges: [
        { ...created, answers: { status: 400, json: { errors: [{ message: 'Too heavy' }] } } },
      ],
      gives: { rejected: 'Too heavy' },
    },
    {
      name: 'requests a courier on the pickup day where pickups are booked',
      operation: 'book',
      account: { pickups: 'booked' },
      exchanges: [
        {
          ...created,
          json: {
            ...created.json,
            PickupTypeId: 2,
            PickupDetails: { PreferredPickupDate: '2026-11-16' },
          },
          answers: { json: { data: { conId: 815, items: [{ label: 'MD0001' }] } } },
        },
      ],
      gives: { booked: { connote: 'MD0001', carrierId: '815', pieces: ['MD0001'] } },
    },
    {
      name: "cancels a consignment with the carrier's first reason",
      operation: 'cancel',
      exchanges: [
        {
          asks: 'GET /api/consignments/deleted-reasons',
          answers: { json: { data: [{ Id: 7, Description: 'Created in error' }] } },
        },
        { asks: 'DELETE /api/consignments/815/reason/7', answers: { status: 200, json: {} } },
      ],
      gives: 'cancelled',
    },
    {
      name: "cancels a consignment with the account's reason",
      operation: 'cancel',
      account: { cancel_reason_id: '3' },
      exchanges: [
        { asks: 'DELETE /api/consignments/815/reason/3', answers: { status: 200, json: {} } },
      ],
      gives: 'cancelled',
    },
    {
      name: 'fetches the label as a PDF',
      operation: 'label',
      exchanges: [
        {
          asks: 'GET /api/consignments/815/labels?pageSize=4x6',
          headers: { accept: 'application/pdf' },
          answers: { bytes: aPdf, type: 'application/pdf' },
        },
      ],
      gives: { format: 'pdf', bytes: aPdf },
    },
    {
      name: 'asks about each label, and an unknown label has no events',
      operation: 'track',
      exchanges: [
        { asks: 'GET /api/track/label/MD0001', answers: { status: 404 } },
        {
          asks: 'GET /api/track/label/MD0002',
          answers: {
            json: {
              data: [
                {
                  scanType: 'D',
                  description: 'Signature Obtained',
                  scannedDateTime: '2026-11-17T10:00:00',
                },
              ],
            },
          },
        },
      ],
      gives: [
        {
          piece: 2,
          occurredAtMs: Date.UTC(2026, 10, 16, 23, 0),
          raw: { datetime: '2026-11-17T10:00:00', event: 'D', description: 'Signature Obtained' },
        },
      ],
    },
  ],
};
