// Sample requests for each simulated carrier: authentication, a read-only call, and a booking if the carrier takes
// any. One suite tests with them what all carriers have in common.
import { createHmac } from 'node:crypto';
import {
  dhlRates,
  dhlShipment,
  fedexRates,
  fedexShipment,
  upsRates,
  upsShipment,
} from './export-requests.ts';
import {
  mainfreightRate,
  tntEnquiry,
  tollPricing,
  tollPrint,
  tollPrinting,
  tollRate,
} from './freight-requests.ts';
import { type Ask, basic, bearer, jsonOf, noonMs } from './simulator.ts';

export type SentRequest = { method: string; path: string; body?: unknown; text?: string };

export type Sample = {
  carrier: string;
  /** Headers of a known customer, with a new token if the carrier uses tokens. */
  sign(ask: Ask): Promise<Record<string, string>>;
  /** The operation of the read-only call. */
  operation: 'quote' | 'track';
  calm: SentRequest;
  book?: (reference: string) => SentRequest;
  /** Set if bookings need other headers. */
  bookHeaders?: Record<string, string>;
  /** True if later calls carry a token. */
  hasToken?: true;
};

const now = new Date(noonMs).toISOString();
const post = (path: string, body: unknown): SentRequest => ({ method: 'POST', path, body });
const get = (path: string): SentRequest => ({ method: 'GET', path });
const known = (headers: Record<string, string>) => async () => headers;

const byToken =
  (path: string, id: string, client_secret: string) =>
  async (ask: Ask): Promise<Record<string, string>> => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret,
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await ask('POST', path, { headers, text: form.toString() });
    return bearer(jsonOf(answer).access_token);
  };

const line = { weight: 5, length: 30, width: 30, height: 30 };
const postParty = (suburb: string, state: string, postcode: string) => ({
  name: 'Jo',
  business_name: 'Jo & Co',
  lines: ['1 Main Street'],
  suburb,
  state,
  postcode,
});

const auspostLike = (carrier: string, key: string, account: string, product: string): Sample => ({
  carrier,
  sign: known({ ...basic(key, key.replace('-key', '-password')), 'account-number': account }),
  operation: 'quote',
  calm: post('/prices/items', {
    from: { postcode: '2000', suburb: 'SYDNEY' },
    to: { postcode: '3000', suburb: 'MELBOURNE' },
    items: [{ ...line, product_id: product }],
  }),
  book: (reference) =>
    post('/shipments', {
      shipments: [
        {
          shipment_reference: reference,
          from: postParty('SYDNEY', 'NSW', '2000'),
          to: postParty('MELBOURNE', 'VIC', '3000'),
          items: [{ ...line, product_id: product }],
        },
      ],
    }),
});

const pleaseItems = [{ quantity: 1, length: 30, height: 30, width: 30, physicalWeight: 5 }];
const pleaseParty = (party: string, suburb: string, state: string, postcode: string) =>
  Object.fromEntries(
    Object.entries({
      FirstName: 'Jo',
      LastName: 'Bloggs',
      CompanyName: 'Jo & Co',
      Email: 'jo@example.com',
      Address1: '1 Main Street',
      Suburb: suburb,
      State: state,
      Postcode: postcode,
      Phone: '0299990000',
      IsBusiness: 'true',
    }).map(([field, value]) => [`${party}${field}`, value]),
  );
export const pleaseShipment = (referenceNumber: string) => ({
  ...pleaseParty('pickup', 'SYDNEY', 'NSW', '2000'),
  ...pleaseParty('destination', 'MELBOURNE', 'VIC', '3000'),
  ...pleaseParty('contact', 'SYDNEY', 'NSW', '2000'),
  referenceNumber,
  termsAccepted: true,
  dangerousGoods: false,
  rateCardId: 'P20',
  isATL: true,
  items: pleaseItems,
});

export const aramexConsignment = (ExternalRef1: string) => ({
  To: {
    ContactName: 'Jo',
    BusinessName: 'Jo & Co',
    Email: 'jo@example.org',
    PhoneNumber: '0399990000',
    Address: {
      StreetAddress: '1 Main St',
      Locality: 'Melbourne',
      StateOrProvince: 'VIC',
      PostalCode: '3000',
      Country: 'AU',
    },
  },
  Items: [
    {
      Quantity: 1,
      Reference: 'A',
      PackageType: 'P',
      WeightDead: 5,
      Length: 30,
      Width: 30,
      Height: 30,
    },
  ],
  ExternalRef1,
});

const freightLines = [
  { RateType: 'ITEM', Items: 1, Kgs: 5, Length: 30, Width: 30, Height: 30, Cubic: 0.027 },
];
export const freightConsignment = (CustomerReference: string) => ({
  ConsignmentId: 1,
  CustomerReference,
  IsDangerousGoods: false,
  ReceiverDetails: {
    ReceiverName: 'Jo',
    AddressLine1: '1 Main St',
    Suburb: 'MELBOURNE',
    State: 'VIC',
    Postcode: '3000',
    ReceiverContactName: 'Jo',
    IsAuthorityToLeave: false,
  },
  ConsignmentLineItems: [
    {
      SenderLineReference: 'A',
      RateType: 'ITEM',
      Items: 1,
      KGS: 5,
      Length: 30,
      Width: 30,
      Height: 30,
    },
  ],
});
export const freightHeaders = (key: 'pricing' | 'consignment' | 'general') => ({
  authorisation: `sim-df-${key}-key`,
  accountnumber: '99001',
  siteid: '1',
});

const alliedStop = (suburb: string, state: string, postCode: string) => ({
  companyName: 'Jo & Co',
  contact: 'Jo',
  emailAddress: 'jo@example.com',
  phoneNumber: '0299990000',
  geographicAddress: {
    address1: '1 Main St',
    address2: '',
    country: 'AU',
    postCode,
    state,
    suburb,
  },
});
export const alliedJob = (reference: string) => ({
  bookedBy: 'Jo',
  account: 'SIMACC',
  instructions: '',
  itemCount: 1,
  items: [
    { dangerous: false, height: 30, itemCount: 1, length: 30, volume: 0.027, weight: 5, width: 30 },
  ],
  jobStops_P: alliedStop('SYDNEY', 'NSW', '2000'),
  jobStops_D: alliedStop('MELBOURNE', 'VIC', '3000'),
  referenceNumbers: [reference],
  serviceLevel: 'R',
  volume: 0.027,
  weight: 5,
});

const zoomStop = (Suburb: string, Postcode: string) => ({
  ContactName: 'Jo',
  Phone: '0400000000',
  StreetNumber: '1',
  Street: 'Main St',
  Suburb,
  State: 'NSW',
  Postcode,
  Country: 'Australia',
});
export const zoomDelivery = (PurchaseOrderNumber: string) => ({
  PurchaseOrderNumber,
  PackageDescription: 'A bag',
  DeliverySpeed: 'Same day',
  ReadyDateTime: now,
  VehicleType: 'Car',
  PackageType: 'Bag',
  Pickup: zoomStop('SYDNEY', '2000'),
  Dropoff: zoomStop('CHATSWOOD', '2067'),
});

const uberAddress = (city: string, zip_code: string) =>
  JSON.stringify({
    street_address: ['1 High Street'],
    city,
    state: 'NSW',
    zip_code,
    country: 'AU',
  });
const uberEnds = {
  pickup_address: uberAddress('SYDNEY', '2000'),
  dropoff_address: uberAddress('CHATSWOOD', '2067'),
};
const uberDelivery = (external_id: string) => ({
  ...uberEnds,
  pickup_name: 'Jo',
  pickup_phone_number: '+61255500100',
  dropoff_name: 'Mel',
  dropoff_phone_number: '+61400000000',
  manifest_items: [{ name: 'A bag', quantity: 1, size: 'small' }],
  external_id,
});

const dashEnds = {
  pickup_address: '1 High Street, SYDNEY NSW 2000, Australia',
  dropoff_address: '1 High Street, CHATSWOOD NSW 2067, Australia',
};
/** As the carrier's documents describe it: its times are those of the simulated noon. */
const dashToken = (): string => {
  const iat = Math.floor(noonMs / 1000);
  const signed = [
    { alg: 'HS256', typ: 'JWT', 'dd-ver': 'DD-JWT-V1' },
    { aud: 'doordash', iss: 'sim-developer', kid: 'sim-key', iat, exp: iat + 300 },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const secret = Buffer.from('simulated-doordash-signing-secret');
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};

export const samples: readonly Sample[] = [
  auspostLike('auspost', 'sim-auspost-key', '0009990001', 'T28S'),
  auspostLike('startrack', 'sim-startrack-key', '09990002', 'EXP'),
  {
    carrier: 'couriers_please',
    sign: known(basic('990000001', 'sim-couriersplease-key')),
    operation: 'quote',
    calm: post('/v2/domestic/quote', {
      fromSuburb: 'SYDNEY',
      fromPostcode: '2000',
      toSuburb: 'MELBOURNE',
      toPostcode: '3000',
      insuranceCategory: 1,
      items: pleaseItems,
    }),
    book: (reference) => post('/v2/domestic/shipment/create', pleaseShipment(reference)),
  },
  {
    carrier: 'aramex',
    sign: byToken('/connect/token', 'sim-aramex-client', 'sim-aramex-secret'),
    hasToken: true,
    operation: 'quote',
    calm: post('/api/consignments/quote', aramexConsignment('')),
    book: (reference) => post('/api/consignments', aramexConsignment(reference)),
  },
  {
    carrier: 'direct_freight',
    sign: known(freightHeaders('pricing')),
    operation: 'quote',
    calm: post('/GetConsignmentPrice/', {
      SuburbFrom: 'SYDNEY',
      PostcodeFrom: '2000',
      SuburbTo: 'MELBOURNE',
      PostcodeTo: '3000',
      ConsignmentLineItems: freightLines,
    }),
    book: (reference) =>
      post('/AddConsignment/', { ConsignmentList: [freightConsignment(reference)] }),
    bookHeaders: freightHeaders('consignment'),
  },
  {
    carrier: 'allied',
    sign: known(basic('sim-allied', 'sim-allied-password')),
    operation: 'quote',
    calm: post('/calculatePrice', alliedJob('')),
    book: (reference) => post('/GetLabelfull', alliedJob(reference)),
  },
  {
    carrier: 'mainfreight',
    sign: known({ authorization: 'Secret sim-mainfreight-key' }),
    operation: 'quote',
    calm: post('/transport/1.0/customer/rate?region=AU', mainfreightRate),
    book: (housebillNumber) =>
      post('/transport/1.0/customer/shipment?region=AU', {
        ...mainfreightRate,
        housebillNumber,
        transportMode: 'ROA',
        freightTerms: 'PP',
        routingType: 'DOOR',
      }),
  },
  {
    carrier: 'dhl_express',
    sign: known(basic('sim-dhl', 'sim-dhl-password')),
    operation: 'quote',
    calm: post('/rates', dhlRates),
    book: (reference) => post('/shipments', dhlShipment(reference)),
  },
  {
    carrier: 'fedex',
    sign: byToken('/oauth/token', 'sim-fedex-client', 'sim-fedex-secret'),
    hasToken: true,
    operation: 'quote',
    calm: post('/rate/v1/rates/quotes', fedexRates),
    book: (reference) => post('/ship/v1/shipments', fedexShipment(reference)),
  },
  {
    carrier: 'ups',
    sign: byToken('/security/v1/oauth/token', 'sim-ups-client', 'sim-ups-secret'),
    hasToken: true,
    operation: 'quote',
    calm: post('/api/rating/v2409/Shop?additionalinfo=timeintransit', upsRates),
    book: (reference) => post('/api/shipments/v2409/ship', upsShipment(reference)),
  },
  {
    carrier: 'zoom2u',
    sign: known(bearer('sim-zoom2u-key')),
    operation: 'quote',
    calm: post('/api/v1/delivery/quote', zoomDelivery('')),
    book: (reference) => post('/api/v1/delivery/create', zoomDelivery(reference)),
  },
  {
    carrier: 'toll',
    sign: known({ ...tollPricing, ...tollPrinting }),
    operation: 'quote',
    calm: post('/calculatePrice', tollRate),
    book: (reference) => post('/printlabel', tollPrint('9990410000017', reference)),
  },
  {
    carrier: 'tnt',
    sign: known({ 'content-type': 'application/x-www-form-urlencoded' }),
    operation: 'quote',
    calm: { method: 'POST', path: '/Rtt/inputRequest.asp', text: tntEnquiry() },
  },
  {
    carrier: 'border_express',
    sign: byToken('/token', 'sim-border-client', 'sim-border-secret'),
    hasToken: true,
    operation: 'track',
    calm: get('/api/connotes/SMPB00000001/Statuses'),
  },
  {
    carrier: 'hi_trans',
    sign: known(basic('sim-hitrans', 'sim-hitrans-token')),
    operation: 'track',
    calm: get('/ws/rest/freight/status/HT00000001'),
  },
  {
    carrier: 'hunter',
    sign: known(basic('sim-hunter', 'sim-hunter-password')),
    operation: 'quote',
    calm: post('/quote/get-quote', {
      customerCode: 'SIMHX',
      fromLocation: { suburbName: 'SYDNEY', postCode: '2000', state: 'NSW' },
      toLocation: { suburbName: 'MELBOURNE', postCode: '3000', state: 'VIC' },
      goods: [{ pieces: 1, weight: '5', width: '30', height: '30', depth: '30', typeCode: 'CTN' }],
    }),
  },
  {
    carrier: 'uber_direct',
    sign: byToken('/connect/token', 'sim-uber-client', 'sim-uber-secret'),
    hasToken: true,
    operation: 'quote',
    calm: post('/customers/sim-uber-customer/delivery_quotes', uberEnds),
    book: (reference) => post('/customers/sim-uber-customer/deliveries', uberDelivery(reference)),
  },
  {
    carrier: 'doordash_drive',
    sign: known(bearer(dashToken())),
    operation: 'quote',
    calm: post('/quotes', { external_delivery_id: 'quote-1', ...dashEnds }),
    book: (external_delivery_id) =>
      post('/deliveries', {
        external_delivery_id,
        ...dashEnds,
        dropoff_phone_number: '+61400000000',
      }),
  },
];
