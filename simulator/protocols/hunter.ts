// Hunter Express: a list of services with fees excluding GST; jobs with their label; and events of jobs. An error is
// an object with a code and a message, or a list entry with a message. The texts of events are invented.
import { dollars } from '../../src/domain/money.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { at, listAt, missing, numberAt, textAt } from '../body.ts';
import { admitBasic } from '../credentials.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json } from '../exchange.ts';
import { whereAt } from '../journey.ts';
import { drawPdf, labelSheets } from '../paper.ts';
import type { End, Parcel } from '../price-book.ts';
import { type Protocol, row } from '../protocol.ts';

const credentials = {
  username: 'sim-hunter',
  password: 'sim-hunter-password',
  customerCode: 'SIMHX',
};
const packagings: Readonly<Record<string, string>> = { ENV: 'Envelope', PLT: 'Pallet' };

export const hunter: Simulated = { carrier: 'hunter', name: 'Hunter Express', open };

function open(desk: Desk): Protocol {
  return {
    basePath: '/live/rest/hxws',
    credentials,
    routes: [
      row('POST', '/quote/get-quote', 'quote', (call) => getQuote(desk, call)),
      row('POST', '/booking/book-job', 'book', (call) => bookJob(desk, call)),
      row('GET', '/booking/get-job-statuses', 'track', (call) => getStatuses(desk, call)),
    ],
    authenticate: (call) => admitBasic(call, credentials.username, credentials.password),
    refuse: ({ status, sentence }) => refused(String(status), sentence, status),
  };
}

const refused = (errorCode: string, errorMessage: string, status = 200): Answer =>
  json({ errorCode, errorMessage }, status);

const goodsFields = ['pieces', 'weight', 'width', 'height', 'depth', 'typeCode'];
const stopFields = ['name', 'suburbName', 'addressLine1', 'postCode', 'state', 'contact.name'];

function bookJob(desk: Desk, call: Call): Answer {
  const { body } = call;
  const [goods, stops] = [listAt(body, 'goods'), listAt(body, 'stops')];
  const [pickup, delivery] = stops;
  const gone = [
    ...missing(body, ['customerCode', 'reference1', 'primaryService']),
    ...goods.flatMap((one) => missing(one, goodsFields)),
    ...stops.flatMap((one) => missing(one, stopFields)),
    ...missing(pickup, ['timeWindow.earliest', 'timeWindow.latest']),
    ...(goods.length === 0 ? ['goods'] : []),
    ...(stops.length === 2 ? [] : ['stops']),
  ];
  if (gone.length > 0) return refused('MISSING', `Missing ${gone.join(', ')}`);
  if (textAt(body, 'customerCode') !== credentials.customerCode)
    return refused('CUSTOMER', 'Customer is not valid');
  const consignment = {
    from: placeOf(pickup),
    to: placeOf(delivery),
    parcels: goods.map(parcelOf),
  };
  const price = desk.rate(call, 'hunter_road_freight', consignment);
  if (!price.isPriced) return refused('LOCATION', `No fee: ${price.sentence}`);
  const number = `SIM${String(desk.shipments.nextSerial()).padStart(8, '0')}`;
  const shipment = desk.shipments.add({
    number,
    id: number,
    articles: [],
    reference: textAt(body, 'reference1'),
    service: 'RF',
    consignment,
    priceCents: price.exCents,
    sent: body,
  });
  return json({
    trackingNumber: number,
    jobNumber: number.slice(3),
    fee: dollars(price.exCents),
    shippingLabel: drawPdf(labelSheets('Hunter Express', shipment)).toString('base64'),
  });
}

const events: Readonly<Record<TrackingStage, string>> = {
  pending: 'Booked',
  picked_up: 'Picked up',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  futile: 'Futile delivery',
  check_address: 'Wrong address',
  damaged: 'Damaged',
};

function getStatuses(desk: Desk, { query }: Call): Answer {
  if (query.get('customerCode') !== credentials.customerCode)
    return refused('CUSTOMER', 'Customer is not valid');
  const shipment = desk.shipments.find(query.get('trackingNumber') ?? '');
  if (shipment === undefined) return refused('UNKNOWN', 'No such job', 404);
  return json({
    events: desk.passed(shipment).map(({ stage, atMs }) => ({
      when: new Date(atMs).toISOString(),
      what: events[stage],
      info: `${events[stage]} ${whereAt(shipment, stage).suburb}`,
    })),
  });
}

function getQuote(desk: Desk, call: Call): Answer {
  const { body } = call;
  const goods = listAt(body, 'goods');
  const gone = [
    ...missing(
      body,
      ['fromLocation', 'toLocation'].flatMap((end) =>
        ['suburbName', 'postCode', 'state'].map((field) => `${end}.${field}`),
      ),
    ),
    ...goods.flatMap((one) => missing(one, goodsFields)),
    ...(goods.length === 0 ? ['goods'] : []),
  ];
  if (gone.length > 0) return json({ errorMessage: `Missing ${gone.join(', ')}` });
  if (textAt(body, 'customerCode') !== credentials.customerCode)
    return json({ errorMessage: 'Customer is not valid' });
  const [from, to] = [endOf(body, 'fromLocation'), endOf(body, 'toLocation')];
  for (const end of [from, to])
    if (!desk.prices.isPlace(end))
      return json([{ errorMessage: `Location ${end.suburb} ${end.postcode} is not valid` }]);
  const price = desk.rate(call, 'hunter_road_freight', {
    from,
    to,
    parcels: goods.map(parcelOf),
  });
  if (!price.isPriced) return json([{ errorMessage: `No fee: ${price.sentence}` }]);
  return json([{ serviceCode: 'RF', serviceName: 'Road Freight', fee: dollars(price.exCents) }]);
}

const parcelOf = (one: unknown): Parcel => ({
  quantity: numberAt(one, 'pieces') ?? 1,
  kg: numberAt(one, 'weight') ?? 0,
  lengthCm: numberAt(one, 'depth') ?? 0,
  widthCm: numberAt(one, 'width') ?? 0,
  heightCm: numberAt(one, 'height') ?? 0,
  packaging: packagings[textAt(one, 'typeCode')] ?? 'Carton',
});

const endOf = (body: unknown, end: string): End => placeOf(at(body, end));

const placeOf = (place: unknown): End => ({
  suburb: textAt(place, 'suburbName'),
  postcode: textAt(place, 'postCode'),
  state: textAt(place, 'state'),
  country: 'AU',
  isResidential: false,
});
