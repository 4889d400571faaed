// Allied Express through its JSON gateway: answers are SOAP envelopes converted to JSON, so amounts are texts and a list of one
// is the value itself. A body that does not fit the gateway's schema is refused in plain text; a job that the carrier refuses
// has errors and a price of 0.0. The carrier spells `scannnedTimestamp` with three n.
import { Value } from 'typebox/value';
import { dollars } from '../../src/domain/money.ts';
import { timestampWithColon } from '../../src/domain/time/timestamp.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { isTrueAt, listAt, numberAt, textAt } from '../body.ts';
import { admitBasic } from '../credentials.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json, plain } from '../exchange.ts';
import { whereAt } from '../journey.ts';
import { drawPdf, labelSheets } from '../paper.ts';
import type { Consignment, End, Price } from '../price-book.ts';
import { type Protocol, type Route, row } from '../protocol.ts';
import { articleNumbers } from '../shipments.ts';
import { converted } from '../xml-text.ts';
import { alliedSchema } from './allied-schema.ts';

const name = 'Allied Express';
const credentials = { username: 'sim-allied', password: 'sim-allied-password', account: 'SIMACC' };
const namespace = 'http://neptune.alliedexpress.com.au/ttws-ejb';
const serviceLevels = ['R', 'P', 'PT', 'PT2'];
const checkLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

export const allied: Simulated = { carrier: 'allied', name, open };

function open(desk: Desk): Protocol {
  /** The number is in the path, and the gateway accepts GET and POST alike. */
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

/** Prices and cancellations are wrapped in the whole envelope; labels and tracking in its body only. */
const envelopeOf = (answer: string, result: unknown) => ({
  'soapenv:Envelope': {
    '@xmlns:soapenv': 'http://schemas.xmlsoap.org/soap/envelope/',
    '@xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
    '@xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    ...bodyOf(answer, result),
  },
});

function schemaRefusal(body: unknown): string | undefined {
  const [problem] = Value.Errors(alliedSchema, body);
  if (problem === undefined) return undefined;
  const { instancePath, message, keyword } = problem;
  const path = instancePath === '' ? 'body' : instancePath.slice(1);
  return `"${path}" ${message}\n\nFailed validating "${keyword}" in schema: ${JSON.stringify(alliedSchema)}`;
}

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

/** The job, or the carrier's reason to reject it. */
function readJob(desk: Desk, body: unknown): Consignment | string {
  const items = listAt(body, 'items');
  if (textAt(body, 'account') !== credentials.account) return 'Invalid account';
  const level = textAt(body, 'serviceLevel');
  if (!serviceLevels.includes(level)) return `Invalid service level ${level}`;
  const [from, to] = [stopOf(body, 'jobStops_P'), stopOf(body, 'jobStops_D')];
  for (const end of [from, to]) {
    if (!desk.prices.isPlace(end)) return `Invalid suburb/postcode: ${end.suburb} ${end.postcode}`;
  }
  return {
    from,
    to,
    parcels: items.map((item) => {
      const quantity = Math.max(1, numberAt(item, 'itemCount') ?? 1);
      return {
        quantity,
        // The carrier's weight is that of the whole line.
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
  const refusal = schemaRefusal(call.body);
  if (refusal !== undefined) return plain(refusal, 400);
  const job = readJob(desk, call.body);
  if (typeof job === 'string') return refuseJob(job);
  const price = desk.rate(call, 'allied', job);
  return price.isPriced ? { job, price } : refuseJob(`Unable to price job: ${price.sentence}`);
}

/** The carrier refuses a job with status 200. */
function refuseJob(errors: string): Answer {
  return json(
    envelopeOf('calculatePriceResponse', { errors, jobCharge: '0.0', totalCharge: '0.0' }),
  );
}

const amount = (cents: number): string => dollars(cents).toFixed(2);

function calculatePrice(desk: Desk, call: Call): Answer {
  const rated = rateJob(desk, call);
  return 'status' in rated ? rated : json(priceEnvelope(rated.price));
}

function priceEnvelope(price: Price) {
  const surcharges = [
    ...price.charges.map(({ code, cents }) => ({ code, cents })),
    { code: 'FUEL', cents: price.fuelCents },
  ].map(({ code, cents }) => ({
    chargeCode: code,
    description: code,
    netValue: amount(cents),
    quantity: '1.0',
  }));
  return envelopeOf('calculatePriceResponse', {
    jobCharge: amount(price.freightCents),
    surcharges: converted(surcharges),
    // Excludes GST.
    totalCharge: amount(price.exCents),
  });
}

function book(desk: Desk, call: Call): Answer {
  const rated = rateJob(desk, call);
  if ('status' in rated) return rated.status === 200 ? refuseBooking(rated) : rated;
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
    Price: priceEnvelope(price),
    Tracking: number,
    ...bodyOf('getLabelResponse', result),
  });
}

/** The price with its errors, without a connote. */
function refuseBooking({ body }: Answer): Answer {
  return json({ Price: JSON.parse(String(body)) });
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

/** "0" means success. The postcode is the delivery's. */
function cancel(desk: Desk, { params }: Call): Answer {
  const shipment = desk.shipments.find(params.number ?? '');
  const isIt = shipment?.consignment.to.postcode === params.postcode;
  if (shipment === undefined || !isIt || desk.hasLeft(shipment)) {
    return json(envelopeOf('cancelDispatchJobResponse', '-1'));
  }
  shipment.cancelledAtMs ??= desk.nowMs();
  return json(envelopeOf('cancelDispatchJobResponse', '0'));
}
