// Mainfreight: a key after the word Secret, the region in the query, sides in metres, charges as a list of names and values, and
// tracking by reference. A shipment has the customer's own housebill number. Labels are left out, because their format for
// Australia is not public.

import { dollars } from '../../src/domain/money.ts';
import { timestamp } from '../../src/domain/time/timestamp.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { listAt, missing, numberAt, textAt } from '../body.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json } from '../exchange.ts';
import type { Consignment, End } from '../price-book.ts';
import { type Protocol, type Route, row } from '../protocol.ts';

const name = 'Mainfreight';
const credentials = { apiKey: 'sim-mainfreight-key', account: 'SIMFREIGHT' };
const serviceLevels = ['EXP', 'FTL', 'MSD', 'MOV'];
/** Windows time zone names. */
const zones = [
  'AUS Eastern Standard Time',
  'E. Australia Standard Time',
  'Cen. Australia Standard Time',
  'AUS Central Standard Time',
  'W. Australia Standard Time',
];
const centimetres = 100;
const longestHousebill = 50;

export const mainfreight: Simulated = { carrier: 'mainfreight', name, open };

function open(desk: Desk): Protocol {
  const inRegion =
    (answer: Route['answer']): Route['answer'] =>
    (call) =>
      call.query.get('region') === 'AU' ? answer(call) : refuse(['region must be AU in the query']);
  return {
    basePath: '',
    credentials,
    routes: [
      row(
        'POST',
        '/transport/1.0/customer/rate',
        'quote',
        inRegion((call) => rate(desk, call)),
      ),
      row(
        'POST',
        '/transport/1.0/customer/shipment',
        'book',
        inRegion((call) => book(desk, call)),
      ),
      row(
        'GET',
        '/Tracking/1.1/References',
        'track',
        inRegion((call) => track(desk, call)),
      ),
    ],
    authenticate: ({ headers }) =>
      headers.authorization === `Secret ${credentials.apiKey}` ? 'welcome' : 'unknown',
    refuse: ({ status, sentence }) => refuse([sentence], status),
  };
}

const refuse = (messages: readonly string[], status = 400): Answer =>
  json({ errors: messages.map((message) => ({ message })) }, status);

const packTypes: Readonly<Record<string, string>> = {
  PLT: 'Pallet',
  CTN: 'Carton',
  CRT: 'Crate',
  SKD: 'Skid',
};

function readFreight(desk: Desk, body: unknown): Consignment | Answer {
  const problems = missing(body, [
    'account.code',
    'serviceLevel.code',
    ...['origin', 'destination'].flatMap((end) =>
      ['suburb', 'postCode', 'countryCode'].map((field) => `${end}.address.${field}`),
    ),
  ]).map((field) => `${field} is required`);
  const code = textAt(body, 'account.code');
  if (code !== '' && code !== credentials.account) problems.push(`Account ${code} is unknown`);
  const level = textAt(body, 'serviceLevel.code');
  if (level !== '' && !serviceLevels.includes(level))
    problems.push(`Service level ${level} is unknown`);
  const zone = textAt(body, 'origin.freightRequiredDateTimeZone');
  if (zone !== '' && !zones.includes(zone))
    problems.push(`freightRequiredDateTimeZone ${zone} is not in the list`);
  const lines = listAt(body, 'freightDetails');
  if (lines.length === 0) problems.push('freightDetails is required');
  lines.forEach((line, n) => {
    const gone = missing(line, ['units', 'packTypeCode', 'height', 'length', 'width', 'weight']);
    problems.push(...gone.map((field) => `freightDetails[${n}].${field} is required`));
  });
  if (problems.length > 0) return refuse(problems);
  const [from, to] = [endOf(body, 'origin'), endOf(body, 'destination')];
  for (const end of [from, to]) {
    if (!desk.prices.isPlace(end))
      return refuse([`${end.suburb} ${end.postcode} is not a known location`]);
  }
  return { from, to, parcels: lines.map(parcelOf) };
}

const endOf = (body: unknown, end: string): End => ({
  suburb: textAt(body, `${end}.address.suburb`),
  postcode: textAt(body, `${end}.address.postCode`),
  state: textAt(body, `${end}.address.state`),
  country: textAt(body, `${end}.address.countryCode`),
  isResidential: false,
});

function parcelOf(line: unknown): Consignment['parcels'][number] {
  const quantity = Math.max(1, numberAt(line, 'units') ?? 1);
  const side = (field: string): number => (numberAt(line, field) ?? 0) * centimetres;
  return {
    quantity,
    // The carrier's weight is that of the whole line.
    kg: (numberAt(line, 'weight') ?? 0) / quantity,
    lengthCm: side('length'),
    widthCm: side('width'),
    heightCm: side('height'),
    packaging: packTypes[textAt(line, 'packTypeCode')] ?? 'Carton',
  };
}

function rate(desk: Desk, call: Call): Answer {
  const freight = readFreight(desk, call.body);
  if ('status' in freight) return freight;
  const price = desk.rate(call, 'mainfreight', freight);
  if (!price.isPriced) return refuse([`No rate is available: ${price.sentence}`]);
  const charges = Object.entries({
    FreightAmount: dollars(price.freightCents),
    FuelAmount: dollars(price.fuelCents),
    FuelPercentage: price.fuelPercent,
    OtherFeeAmount: dollars(price.surchargeCents),
    TotalExcludingGSTAmount: dollars(price.exCents),
    TotalIncludingGSTAmount: dollars(price.priceCents),
  });
  return json({ charges: charges.map(([charge, value]) => ({ name: charge, value })) });
}

function book(desk: Desk, call: Call): Answer {
  const freight = readFreight(desk, call.body);
  if ('status' in freight) return freight;
  const gone = missing(call.body, [
    'housebillNumber',
    'transportMode',
    'freightTerms',
    'routingType',
  ]);
  if (gone.length > 0) return refuse(gone.map((field) => `${field} is required`));
  const housebill = textAt(call.body, 'housebillNumber');
  if (housebill.length > longestHousebill) {
    return refuse([`housebillNumber has at most ${longestHousebill} characters`]);
  }
  desk.shipments.add({
    number: housebill,
    // The carrier accepts the same housebill number twice, so the number alone does not identify a shipment.
    id: `${housebill} ${desk.shipments.nextSerial()}`,
    articles: [],
    reference: housebill,
    service: textAt(call.body, 'serviceLevel.code'),
    consignment: freight,
    priceCents: 0,
    sent: call.body,
  });
  return json({ housebillNumber: housebill }, 201);
}

const events: Readonly<Record<TrackingStage, string>> = {
  pending: 'Information Received',
  picked_up: 'Picked Up',
  in_transit: 'In Transit',
  out_for_delivery: 'On Delivery Vehicle',
  delivered: 'Delivered',
  futile: 'Delivery Attempted',
  check_address: 'Incorrect Address',
  damaged: 'Damaged',
};

/** The carrier lists the latest event first. */
function track(desk: Desk, { query }: Call): Answer {
  const serviceType = query.get('serviceType') ?? '';
  if (serviceType !== 'TransportAU') return refuse([`serviceType ${serviceType} is unknown`]);
  const shipment = desk.shipments.find(query.get('reference') ?? '');
  if (shipment === undefined) return json([]);
  const passed = desk.passed(shipment).toReversed();
  return json([
    {
      ourReference: shipment.number,
      serviceType,
      relatedItems: [],
      events: passed.map(({ stage, atMs }) => ({
        eventDateTime: timestamp(atMs, 'Australia/Sydney').slice(0, 19),
        code: events[stage].replaceAll(' ', ''),
        displayName: events[stage],
      })),
    },
  ]);
}
