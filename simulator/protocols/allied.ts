// Allied Express through its JSON gateway: answers are SOAP envelopes turned into JSON, so that amounts are texts and a
// list of one thing is the thing itself. What does not fit the schema is answered in plain text. `scannnedTimestamp` is
// spelt with three n's by the carrier.
import { dollars } from '../../src/domain/money.ts';
import { timestampWithColon } from '../../src/domain/time/timestamp.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { isTrueAt, listAt, missing, numberAt, textAt } from '../body.ts';
import { admitBasic } from '../credentials.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json, plain } from '../exchange.ts';
import { whereAt } from '../journey.ts';
import { drawPdf, labelSheets } from '../paper.ts';
import type { Consignment, End, Price } from '../price-book.ts';
import { type Protocol, type Route, row } from '../protocol.ts';
import { articleNumbers } from '../shipments.ts';
import { converted } from '../xml-text.ts';

const name = 'Allied Express';
const credentials = { username: 'sim-allied', password: 'sim-allied-password', account: 'SIMACC' };
const namespace = 'http://neptune.alliedexpress.com.au/ttws-ejb';
const serviceLevels = ['R', 'P', 'PT', 'PT2'];
const checkLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

export const allied: Simulated = { carrier: 'allied', name, open };

function open(desk: Desk): Protocol {
  /** Named in the path, whatever the method. */
  const either = (path: string, operation: Route['operation'], answer: Route['answer']): Route[] =>
    ['GET', 'POST'].map((method) => row(method, path, operation, answer, 'nothing'));
  return {
    basePath: '',
    credentials,
    routes: [
      row('POST', '/calculatePrice', 'quote', (call) => calculatePrice(desk, call)),
      row('POST', '/GetLabelfull', 'book', (call) => book(desk, call)),
      ...either('/getShipmentsStatus/:number', 'track', (call) => status(desk, call)),
      ...either('/cancelJob/:number/:postcode', 'cancel', (call) => cancel(desk, call)),
    ],
    authenticate: (call) => admitBasic(call, credentials.username, credentials.password),
    refuse: ({ status: code, sentence }) => plain(sentence, code),
  };
}

const bodyOf = (answer: string, result: unknown) => ({
  'soapenv:Body': { [`ns1:${answer}`]: { '@xmlns:ns1': namespace, result } },
});

/** Prices come in the whole envelope, everything else in its body alone. */
const envelope = (answer: string, result: unknown): Answer =>
  json({
    'soapenv:Envelope': {
      '@xmlns:soapenv': 'http://schemas.xmlsoap.org/soap/envelope/',
      ...bodyOf(answer, result),
    },
  });

function stopOf(body: unknown, stop: string): End {
  const address = `${stop}.geographicAddress`;
  return {
    suburb: textAt(body, `${address}.suburb`),
    postcode: textAt(body, `${address}.postCode`),
    state: textAt(body, `${address}.state`),
    country: 'AU',
    isResidential: textAt(body, `${stop}.companyName`) === '',
  };
}

/** The job, or a sentence in plain text. */
function readJob(desk: Desk, body: unknown): Consignment | string {
  const gone = missing(body, [
    'account',
    'itemCount',
    'serviceLevel',
    'weight',
    'jobStops_P.geographicAddress.suburb',
    'jobStops_P.geographicAddress.postCode',
    'jobStops_D.geographicAddress.suburb',
    'jobStops_D.geographicAddress.postCode',
  ]);
  const items = listAt(body, 'items');
  if (items.length === 0) gone.push('items');
  if (gone.length > 0) return `Schema validation failed: ${gone.join(', ')} missing`;
  if (textAt(body, 'account') !== credentials.account) return 'Invalid account';
  const level = textAt(body, 'serviceLevel');
  if (!serviceLevels.includes(level)) return `Schema validation failed: serviceLevel ${level}`;
  const [from, to] = [stopOf(body, 'jobStops_P'), stopOf(body, 'jobStops_D')];
  for (const end of [from, to]) {
    if (!desk.prices.isPlace(end)) return `Suburb ${end.suburb} ${end.postcode} not found`;
  }
  return {
    from,
    to,
    parcels: items.map((item) => {
      const quantity = Math.max(1, numberAt(item, 'itemCount') ?? 1);
      return {
        quantity,
        // Of the whole line.
        kg: (numberAt(item, 'weight') ?? 0) / quantity,
        lengthCm: numberAt(item, 'length') ?? 0,
        widthCm: numberAt(item, 'width') ?? 0,
        heightCm: numberAt(item, 'height') ?? 0,
        packaging: 'Carton',
      };
    }),
    isDangerous: items.some((item) => isTrueAt(item, 'dangerous')),
  };
}

function rateJob(desk: Desk, call: Call): { job: Consignment; price: Price } | Answer {
  const job = readJob(desk, call.body);
  if (typeof job === 'string') return plain(job, 400);
  const price = desk.rate(call, 'allied', job);
  return price.isPriced ? { job, price } : plain(`Unable to price job: ${price.sentence}`, 400);
}

const amount = (cents: number): string => dollars(cents).toFixed(2);

function calculatePrice(desk: Desk, call: Call): Answer {
  const rated = rateJob(desk, call);
  if ('status' in rated) return rated;
  const { price } = rated;
  const surcharges = [
    ...price.charges.map(({ code, cents }) => ({ code, cents })),
    { code: 'FUEL', cents: price.fuelCents },
  ].map(({ code, cents }) => ({
    chargeCode: code,
    description: code,
    netValue: amount(cents),
    quantity: '1.0',
  }));
  return envelope('calculatePriceResponse', {
    jobCharge: amount(price.freightCents),
    surcharges: converted(surcharges),
    // Without GST.
    totalCharge: amount(price.exCents),
  });
}

function book(desk: Desk, call: Call): Answer {
  const rated = rateJob(desk, call);
  if ('status' in rated) return rated;
  const { job, price } = rated;
  const serial = desk.shipments.nextSerial();
  const letter = checkLetters[serial % checkLetters.length] ?? 'A';
  const number = `AOE${String(serial).padStart(8, '0')}${letter}`;
  const shipment = desk.shipments.add({
    number,
    id: number,
    articles: articleNumbers(number, job.parcels),
    reference: textAt(call.body, 'referenceNumbers.0'),
    service: textAt(call.body, 'serviceLevel'),
    consignment: job,
    priceCents: price.priceCents,
    sent: call.body,
  });
  const result = drawPdf(labelSheets(name, shipment)).toString('base64');
  return json({
    Price: amount(price.exCents),
    Tracking: number,
    ...bodyOf('getLabelResponse', result),
  });
}

const scans: Readonly<Record<TrackingStage, string>> = {
  pending: 'BOOKED',
  picked_up: 'PICKED UP',
  in_transit: 'IN TRANSIT TO',
  out_for_delivery: "It's on board with driver",
  delivered: 'Freight has been delivered',
  futile: 'CARD LEFT',
  check_address: 'INCORRECT ADDRESS',
  damaged: 'DAMAGED',
};

function status(desk: Desk, { params }: Call): Answer {
  const shipment = desk.shipments.find(params.number ?? '');
  if (shipment === undefined) {
    const statusError = 'No Shipment status found.';
    return json(bodyOf('getShipmentsStatusResponse', { statusError }));
  }
  const [scannedBarcode = shipment.number] = shipment.articles;
  const list = desk.passed(shipment).map(({ stage, atMs }) => ({
    consignmentNote: shipment.number,
    depotLocation: whereAt(shipment, stage).state,
    scannedBarcode,
    scannedStatus: scans[stage],
    scannnedTimestamp: timestampWithColon(atMs, 'Australia/Sydney').replace(
      /(?=[+-]\d\d:)/,
      '.000',
    ),
  }));
  const result = { statusBarcodesList: converted(list) };
  return json(bodyOf('getShipmentsStatusResponse', result));
}

/** "0" is success; the postcode guards against a mistyped number. */
function cancel(desk: Desk, { params }: Call): Answer {
  const shipment = desk.shipments.find(params.number ?? '');
  const isIt = shipment?.consignment.to.postcode === params.postcode;
  if (shipment === undefined || !isIt || desk.hasLeft(shipment)) {
    return json(bodyOf('cancelDispatchJobResponse', '-1'));
  }
  shipment.cancelledAtMs ??= desk.nowMs();
  return json(bodyOf('cancelDispatchJobResponse', '0'));
}
