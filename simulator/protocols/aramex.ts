// Aramex Connect: tokens for client credentials, capitalised names in requests and lower-case ones in answers, and
// every answer inside `data`. Errors suggest a correction.
import { dollars } from '../../src/domain/money.ts';
import { clockText } from '../../src/domain/time/timestamp.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { at, listAt, missing, numberAt, textAt } from '../body.ts';
import { isClient } from '../credentials.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, file, json } from '../exchange.ts';
import { drawPdf, labelSheets } from '../paper.ts';
import { type Consignment, countPieces, type End, type Price } from '../price-book.ts';
import { type Protocol, type Route, row, type Trouble, tokenRow } from '../protocol.ts';

const name = 'Aramex';
const client = { id: 'sim-aramex-client', secret: 'sim-aramex-secret' };
const tokenSeconds = 3_600;
/** Limit of resolved locations for quotes of version 2. */
const mostKeys = 5_000;

export const aramex: Simulated = { carrier: 'aramex', name, open };

function open(desk: Desk): Protocol {
  const keys = new Map<string, { from: End; to: End }>();
  const routes: Route[] = [
    tokenRow('/connect/token', (call) => token(desk, call)),
    row('POST', '/api/location', 'address', (call) => resolveLocation(desk, keys, call)),
    row('POST', '/api/consignments/quote', 'quote', (call) =>
      call.query.get('api-version') === '2' ? quote2(desk, keys, call) : quote(desk, call),
    ),
    row('POST', '/api/consignments', 'book', (call) => create(desk, call)),
    row('GET', '/api/consignments/:id/labels', 'label', (call) => labels(desk, call)),
    row('DELETE', '/api/consignments/:id/reason/:reason', 'cancel', (call) => remove(desk, call)),
    row('GET', '/api/consignments/deleted-reasons', 'cancel', () => json({ data: reasons })),
    row('GET', '/api/consignment-services', 'services', () => json({ data: services })),
    row('GET', '/api/track/label/:label', 'track', (call) => track(desk, call)),
  ];
  return {
    basePath: '',
    credentials: { clientId: client.id, clientSecret: client.secret, scope: 'ac-api-au' },
    routes,
    authenticate: (call) => desk.tokens.admit(call),
    refuse: refuseTrouble,
  };
}

const services = [
  {
    Code: 'DELOPT',
    Name: 'Delivery option',
    Description: 'How the parcel is handed over',
    ChargeLevel: 'C',
    Items: [
      { Code: 'ATL', Description: 'Authority to leave', Price: 0 },
      { Code: 'SGR', Description: 'Signature required', Price: 0 },
    ],
  },
];

const reasons = [
  { Id: 1, Description: 'Created in error' },
  { Id: 2, Description: 'No longer required' },
];

const serviceItems = services.flatMap(({ Code, Items }) =>
  Items.map((item) => `${Code} ${item.Code}`),
);

const refuse = (
  code: string,
  message: string,
  suggestedValues: string[] = [],
  status = 400,
): Answer => json({ errors: [{ code, message, suggestedValues }] }, status);

function refuseTrouble({ kind, status, sentence }: Trouble): Answer {
  return refuse(kind.toUpperCase(), sentence, [], status);
}

function token(desk: Desk, call: Call): Answer {
  if (!isClient(call, client)) return json({ error: 'invalid_client' }, 400);
  return json({
    access_token: desk.tokens.issue(tokenSeconds),
    expires_in: tokenSeconds,
    token_type: 'Bearer',
    scope: 'ac-api-au',
  });
}

function endOf(address: unknown): End {
  return {
    suburb: textAt(address, 'Locality') || textAt(address, 'locality'),
    postcode: textAt(address, 'PostalCode') || textAt(address, 'postalCode'),
    state: textAt(address, 'StateOrProvince') || textAt(address, 'stateOrProvince'),
    country: 'AU',
    isResidential: false,
  };
}

/** The account's own address, where standard consignments start. */
const home: End = {
  suburb: 'SYDNEY',
  postcode: '2000',
  state: 'NSW',
  country: 'AU',
  isResidential: false,
};

function problemWith(desk: Desk, end: End): Answer | undefined {
  if (desk.prices.isPlace(end)) return undefined;
  const suggested = desk.prices.localities.byPostcode(end.postcode).map((one) => one.name);
  return refuse(
    'INVALID_LOCALITY',
    `${end.suburb} ${end.postcode} is not a locality`,
    suggested.slice(0, 10),
  );
}

const streetField = 'Address.StreetAddress';
const partyFields = [
  'ContactName',
  'PhoneNumber',
  'Email',
  streetField,
  'Address.Locality',
  'Address.PostalCode',
];

const isReseller = (body: unknown): boolean => textAt(body, 'ConTypeId') === '5';

/** Returns both addresses, or the errors in the addresses or items. */
function readConsignment(
  desk: Desk,
  body: unknown,
  ends?: { from: End; to: End },
): Consignment | Answer {
  if (ends === undefined) {
    const parties = isReseller(body) ? ['To', 'From'] : ['To'];
    const gone = missing(
      body,
      parties.flatMap((party) => partyFields.map((field) => `${party}.${field}`)),
    );
    if (gone.length > 0) return refuse('MISSING_FIELD', `${gone.join(', ')} is required`);
    const vague = parties.find((party) => !/\d/.test(textAt(body, `${party}.${streetField}`)));
    if (vague !== undefined)
      return refuse('INVALID_ADDRESS', `${vague}.${streetField} was not found on the map`);
  }
  // A standard consignment always starts at the account's address, so its sender is ignored.
  const from = ends?.from ?? (isReseller(body) ? endOf(at(body, 'From.Address')) : home);
  const to = ends?.to ?? {
    ...endOf(at(body, 'To.Address')),
    isResidential: textAt(body, 'To.BusinessName') === '',
  };
  const wrong = problemWith(desk, from) ?? problemWith(desk, to);
  if (wrong !== undefined) return wrong;
  const items = listAt(body, 'Items');
  if (items.length === 0) return refuse('MISSING_FIELD', 'Items is required');
  for (const item of items) {
    const type = textAt(item, 'PackageType');
    if (type !== 'P' && type !== 'S') {
      return refuse('INVALID_PACKAGE_TYPE', `PackageType ${type} is unknown`, ['P', 'S']);
    }
    if (type === 'P' && missing(item, ['WeightDead', 'Length', 'Width', 'Height']).length > 0) {
      return refuse('MISSING_FIELD', 'A parcel needs WeightDead, Length, Width and Height');
    }
    if (type === 'S' && !Object.hasOwn(satchels, textAt(item, 'SatchelSize'))) {
      return refuse('INVALID_SATCHEL_SIZE', 'SatchelSize is unknown', Object.keys(satchels));
    }
  }
  const wanted = listAt(body, 'Services').map(
    (service) => `${textAt(service, 'ServiceCode')} ${textAt(service, 'ServiceItemCode')}`,
  );
  const unknown = wanted.find((service) => !serviceItems.includes(service));
  if (unknown !== undefined) {
    return refuse('INVALID_SERVICE', `Service ${unknown} is unknown`, serviceItems);
  }
  const authorityToLeave = wanted.includes('DELOPT ATL');
  return { from, to, parcels: items.map(parcelOf), authorityToLeave };
}

/** Weight in kilograms and sides that each satchel stands for. */
const satchels: Readonly<Record<string, readonly [number, number, number]>> = {
  '300GM': [0.3, 22, 16],
  A5: [0.5, 24, 19],
  A4: [1, 34, 25],
  A3: [3, 44, 32],
  A2: [5, 59, 45],
};

function parcelOf(item: unknown): Consignment['parcels'][number] {
  const satchel =
    textAt(item, 'PackageType') === 'S' ? satchels[textAt(item, 'SatchelSize')] : undefined;
  return {
    quantity: numberAt(item, 'Quantity') ?? 1,
    kg: satchel?.[0] ?? numberAt(item, 'WeightDead') ?? 0,
    lengthCm: satchel?.[1] ?? numberAt(item, 'Length') ?? 0,
    widthCm: satchel?.[2] ?? numberAt(item, 'Width') ?? 0,
    heightCm: satchel === undefined ? (numberAt(item, 'Height') ?? 0) : 5,
    packaging: satchel === undefined ? 'Carton' : 'Satchel',
  };
}

function amounts({ exCents, gstCents, priceCents }: Price) {
  return { price: dollars(exCents), tax: dollars(gstCents), total: dollars(priceCents) };
}

function rate(desk: Desk, call: Call, consignment: Consignment): Price | Answer {
  const price = desk.rate(call, 'aramex', consignment);
  return price.isPriced
    ? price
    : refuse('NO_SERVICE', `No service is available: ${price.sentence}`);
}

function presentQuote(price: Price, consignment: Consignment) {
  const [first] = consignment.parcels;
  const quantity = consignment.parcels.reduce((sum, parcel) => sum + parcel.quantity, 0);
  const productType = first?.packaging === 'Satchel' ? 'SATCHEL' : 'PARCEL';
  const item = { productType, description: `${productType} ${price.chargeKg} kg`, quantity };
  return { ...amounts(price), items: [{ ...item, ...amounts(price) }] };
}

function quote(desk: Desk, call: Call): Answer {
  const consignment = readConsignment(desk, call.body);
  if ('status' in consignment) return consignment;
  const price = rate(desk, call, consignment);
  return 'status' in price ? price : json({ data: presentQuote(price, consignment) });
}

function resolveLocation(
  desk: Desk,
  keys: Map<string, { from: End; to: End }>,
  { body }: Call,
): Answer {
  const from =
    at(body, 'from') === undefined ? home : endOf(at(body, 'from.address') ?? at(body, 'from'));
  const to = endOf(at(body, 'to.address') ?? at(body, 'to'));
  const wrong = problemWith(desk, from) ?? problemWith(desk, to);
  if (wrong !== undefined) return wrong;
  const locationDetailsKey = desk.random.text(24);
  keys.set(locationDetailsKey, { from, to });
  const [oldest] = keys.keys();
  if (keys.size > mostKeys && oldest !== undefined) keys.delete(oldest);
  return json({ data: { locationDetails: { locationDetailsKey } } });
}

function quote2(desk: Desk, keys: Map<string, { from: End; to: End }>, call: Call): Answer {
  const ends = keys.get(textAt(call.body, 'LocationDetailsKey'));
  if (ends === undefined) return refuse('INVALID_LOCATION_KEY', 'LocationDetailsKey is unknown');
  const consignment = readConsignment(desk, call.body, ends);
  if ('status' in consignment) return consignment;
  const price = rate(desk, call, consignment);
  if ('status' in price) return price;
  return json({
    data: [{ serviceCode: 'STD', name: 'Standard', ...presentQuote(price, consignment) }],
  });
}

function create(desk: Desk, call: Call): Answer {
  const consignment = readConsignment(desk, call.body);
  if ('status' in consignment) return consignment;
  const pickupType = textAt(call.body, 'PickupTypeId');
  if (pickupType === '2' && missing(call.body, ['PickupDetails.PreferredPickupDate']).length > 0) {
    return refuse('MISSING_FIELD', 'PickupDetails.PreferredPickupDate is required');
  }
  const price = rate(desk, call, consignment);
  if ('status' in price) return price;
  const conId = 7_000_000 + desk.shipments.nextSerial();
  const pieces = countPieces(consignment.parcels);
  const labelNumbers = Array.from(
    { length: pieces },
    () => `ZS${String(desk.shipments.nextSerial()).padStart(10, '0')}`,
  );
  const [first = ''] = labelNumbers;
  const shipment = desk.shipments.add({
    number: first,
    id: String(conId),
    articles: labelNumbers,
    reference: textAt(call.body, 'ExternalRef1'),
    service: 'aramex',
    consignment,
    priceCents: price.priceCents,
    sent: call.body,
  });
  return json({
    data: {
      conId,
      externalRef1: shipment.reference,
      ...amounts(price),
      items: labelNumbers.map((label) => ({ label, packageType: 'P', quantity: 1 })),
    },
  });
}

const unknown = (id: string): Answer =>
  refuse('CONSIGNMENT_NOT_FOUND', `Consignment ${id} was not found`, [], 404);

function labels(desk: Desk, { params, query }: Call): Answer {
  const shipment = desk.shipments.find(params.id ?? '');
  if (shipment === undefined || shipment.cancelledAtMs !== undefined)
    return unknown(params.id ?? '');
  const size = query.get('pageSize') ?? '4x6';
  if (size !== '4x6' && size !== 'A4') {
    return refuse('INVALID_PAGE_SIZE', `pageSize ${size} is unknown`, ['4x6', 'A4']);
  }
  return file('application/pdf', drawPdf(labelSheets(name, shipment)));
}

function remove(desk: Desk, { params }: Call): Answer {
  const shipment = desk.shipments.find(params.id ?? '');
  if (shipment === undefined || shipment.cancelledAtMs !== undefined)
    return unknown(params.id ?? '');
  if (desk.hasLeft(shipment)) {
    return refuse('CONSIGNMENT_SCANNED', 'The consignment has been scanned and cannot be deleted');
  }
  shipment.cancelledAtMs = desk.nowMs();
  return json({ data: true });
}

const scans: Readonly<Record<TrackingStage, readonly [string, string] | undefined>> = {
  pending: undefined,
  picked_up: ['P', 'Your parcel was picked up.'],
  in_transit: ['T', 'Your parcel is currently in transit between depots'],
  out_for_delivery: ['T', 'Onboard - your parcel is ready for delivery.'],
  delivered: ['D', 'Signature Obtained'],
  futile: ['T', 'Attempted to deliver parcel'],
  check_address: ['T', 'Incorrect address'],
  damaged: ['T', 'Your parcel was damaged'],
};

/** Oldest first; nothing before the first scan. */
function track(desk: Desk, { params }: Call): Answer {
  const shipment = desk.shipments.find(params.label ?? '');
  if (shipment === undefined)
    return refuse('LABEL_NOT_FOUND', `Label ${params.label} was not found`, [], 404);
  const data = desk.passed(shipment).flatMap(({ stage, atMs }) => {
    const scan = scans[stage];
    if (scan === undefined) return [];
    const [scanType, description] = scan;
    // Written without a zone, in Sydney's time.
    const scannedDateTime = clockText(atMs, 'Australia/Sydney').replace(' ', 'T');
    return [{ scanType, description, scannedDateTime }];
  });
  return json({ data });
}
