// Direct Freight Express: every action is a POST with its key in a header spelt `Authorisation`. Prices, consignments
// and everything else have one key each. "300" means success. The format of tracking answers is not public, so
// tracking is left out.
import { dollars } from '../../src/domain/money.ts';
import { isoDate } from '../../src/domain/time/calendar.ts';
import { localTime } from '../../src/domain/time/time-zone.ts';
import { at, isTrueAt, listAt, missing, numberAt, textAt } from '../body.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, file, json } from '../exchange.ts';
import { drawPdf, labelSheets } from '../paper.ts';
import type { Consignment, End } from '../price-book.ts';
import { type Operation, openFile, type Protocol, row } from '../protocol.ts';
import { articleNumbers, type Shipment } from '../shipments.ts';

const name = 'Direct Freight Express';
const credentials = {
  pricingKey: 'sim-df-pricing-key',
  consignmentKey: 'sim-df-consignment-key',
  generalKey: 'sim-df-general-key',
  accountNumber: '99001',
  siteId: '1',
};

/** The address that the simulated account sends from. */
const site: End = {
  suburb: 'SYDNEY',
  postcode: '2000',
  state: 'NSW',
  country: 'AU',
  isResidential: false,
};
const ok = '300';
/** Limit of stored label files, which are keyed by the last part of their address. */
const mostFiles = 5_000;

export const directFreight: Simulated = { carrier: 'direct_freight', name, open };

/** The carrier accepts the consignment key for labels and cancellations too. */
const keysFor = (operation: Operation): string[] => {
  if (operation === 'quote') return [credentials.pricingKey];
  if (operation === 'book') return [credentials.consignmentKey];
  return [credentials.generalKey, credentials.consignmentKey];
};

function open(desk: Desk): Protocol {
  const files = new Map<string, readonly Shipment[]>();
  return {
    basePath: '/Dispatch/api',
    credentials,
    routes: [
      row('POST', '/GetConsignmentPrice', 'quote', (call) => price(desk, call)),
      row('POST', '/AddConsignment', 'book', (call) => add(desk, files, call)),
      row('POST', '/GetConsignmentLabel', 'label', (call) => label(desk, files, call)),
      row('POST', '/CancelConsignment', 'cancel', (call) => cancel(desk, call)),
      openFile('/Labels/:file', (call) => labelFile(files, call)),
    ],
    authenticate: ({ headers }, operation) =>
      keysFor(operation).includes(headers.authorisation ?? '') &&
      headers.accountnumber === credentials.accountNumber &&
      (operation !== 'book' || headers.siteid === credentials.siteId)
        ? 'welcome'
        : 'unknown',
    // Errors before an action runs consist of a `Message` only.
    refuse: ({ status, sentence }) => json({ Message: sentence }, status),
  };
}

const failed = (code: string, message: string): Answer =>
  json({ ResponseCode: code, ResponseMessage: message });

function lineItems(value: unknown): Consignment['parcels'] {
  return listAt(value, 'ConsignmentLineItems').map((line) => ({
    quantity: numberAt(line, 'Items') ?? 1,
    // Prices and consignments spell the weight differently, and both state it for the whole line.
    kg:
      (numberAt(line, 'Kgs') ?? numberAt(line, 'KGS') ?? 0) /
      Math.max(1, numberAt(line, 'Items') ?? 1),
    lengthCm: numberAt(line, 'Length') ?? 0,
    widthCm: numberAt(line, 'Width') ?? 0,
    heightCm: numberAt(line, 'Height') ?? 0,
    packaging: textAt(line, 'RateType') === 'PALLET' ? 'Pallet' : 'Carton',
  }));
}

function lineProblem(value: unknown): string | undefined {
  const lines = listAt(value, 'ConsignmentLineItems');
  if (lines.length === 0) return 'ConsignmentLineItems is required';
  for (const line of lines) {
    if (!['ITEM', 'PALLET'].includes(textAt(line, 'RateType')))
      return 'RateType must be ITEM or PALLET';
    const [gone] = missing(line, ['Items', 'Length', 'Width', 'Height']);
    if (gone !== undefined) return `${gone} is required`;
    if ((numberAt(line, 'Kgs') ?? numberAt(line, 'KGS') ?? 0) <= 0)
      return 'Kgs must be more than 0';
  }
  return undefined;
}

function price(desk: Desk, call: Call): Answer {
  const { body } = call;
  const [gone] = missing(body, ['SuburbFrom', 'PostcodeFrom', 'SuburbTo', 'PostcodeTo']);
  const problem = gone === undefined ? lineProblem(body) : `${gone} is required`;
  if (problem !== undefined) return failed('400', problem);
  const end = (side: 'From' | 'To'): End => ({
    suburb: textAt(body, `Suburb${side}`),
    postcode: textAt(body, `Postcode${side}`),
    state: '',
    country: 'AU',
    isResidential: false,
  });
  const [from, to] = [end('From'), end('To')];
  for (const one of [from, to]) {
    if (!desk.prices.isPlace(one))
      return failed('401', `Suburb ${one.suburb} ${one.postcode} is not valid`);
  }
  const found = desk.rate(call, 'direct_freight', { from, to, parcels: lineItems(body) });
  if (!found.isPriced) return failed('402', `No price is available: ${found.sentence}`);
  const onForward = found.charges.filter(({ code }) => /FWD|ONF|REMOTE|AREA/i.test(code));
  const onForwardCents = onForward.reduce((sum, { cents }) => sum + cents, 0);
  return json({
    ResponseCode: ok,
    ResponseMessage: 'Success',
    StandardCharge: dollars(found.exCents - found.fuelCents - onForwardCents),
    FuelLevy: found.fuelPercent,
    FuelLevyCharge: dollars(found.fuelCents),
    OnForwardCharge: dollars(onForwardCents),
    // Excludes GST, like the amounts above.
    TotalFreightCharge: dollars(found.exCents),
  });
}

const receiverFields = ['ReceiverName', 'AddressLine1', 'Suburb', 'State', 'Postcode'];

/** Each consignment succeeds or fails separately. */
function add(desk: Desk, files: Map<string, readonly Shipment[]>, call: Call): Answer {
  const list = listAt(call.body, 'ConsignmentList');
  if (list.length === 0) return failed('400', 'ConsignmentList is required');
  const made: Shipment[] = [];
  const results = list.map((one) => {
    const ConsignmentId = at(one, 'ConsignmentId');
    const problem = consignmentProblem(desk, one);
    if (problem !== undefined)
      return { ResponseCode: '400', ResponseMessage: problem, ConsignmentId };
    const shipment = take(desk, one);
    made.push(shipment);
    return {
      ResponseCode: ok,
      ResponseMessage: 'Success',
      ConsignmentId,
      Connote: shipment.number,
      ConnoteDate: isoDate(localTime('Australia/Sydney', desk.nowMs()).day),
      SortCode: `${shipment.consignment.to.postcode.slice(0, 2)}-S`,
    };
  });
  const isWhole = made.length === list.length;
  return json({
    ResponseCode: isWhole ? ok : '400',
    ResponseMessage: isWhole ? 'Success' : 'One or more consignments failed',
    LabelURL: made.length === 0 ? '' : keepLabels(desk, files, made, call),
    ConsignmentList: results,
  });
}

function consignmentProblem(desk: Desk, one: unknown): string | undefined {
  const [gone] = missing(one, [
    'ConsignmentId',
    ...receiverFields.map((field) => `ReceiverDetails.${field}`),
  ]);
  if (gone !== undefined) return `${gone} is required`;
  const to = receiver(one);
  if (!desk.prices.isPlace(to)) return `Suburb ${to.suburb} ${to.postcode} is not valid`;
  if (isTrueAt(one, 'IsDangerousGoods')) return 'Dangerous goods are not carried';
  return lineProblem(one);
}

const receiver = (one: unknown): End => ({
  suburb: textAt(one, 'ReceiverDetails.Suburb'),
  postcode: textAt(one, 'ReceiverDetails.Postcode'),
  state: textAt(one, 'ReceiverDetails.State'),
  country: 'AU',
  isResidential: false,
});

function take(desk: Desk, one: unknown): Shipment {
  const serial = String(desk.shipments.nextSerial()).padStart(7, '0');
  const number = `${credentials.accountNumber}1${serial}`;
  const parcels = lineItems(one);
  return desk.shipments.add({
    number,
    id: number,
    articles: articleNumbers(number, parcels),
    reference: textAt(one, 'CustomerReference') || textAt(one, 'ConsignmentId'),
    service: 'direct_freight',
    consignment: {
      from: site,
      to: receiver(one),
      parcels,
      authorityToLeave: isTrueAt(one, 'ReceiverDetails.IsAuthorityToLeave'),
    },
    priceCents: 0,
    sent: one,
  });
}

function keepLabels(
  desk: Desk,
  files: Map<string, readonly Shipment[]>,
  shipments: readonly Shipment[],
  call: Call,
): string {
  const fileName = `${desk.random.text(24)}.pdf`;
  files.set(fileName, shipments);
  const [oldest] = files.keys();
  if (files.size > mostFiles && oldest !== undefined) files.delete(oldest);
  return `${call.baseUrl}/Labels/${fileName}`;
}

const connotes = (body: unknown): string[] =>
  listAt(body, 'ConnoteList').map((one) => textAt(one, 'Connote'));

function label(desk: Desk, files: Map<string, readonly Shipment[]>, call: Call): Answer {
  const wanted = connotes(call.body);
  if (wanted.length === 0) return failed('400', 'ConnoteList is required');
  const found = wanted.map((connote) => desk.shipments.find(connote));
  const whole = found.flatMap((one) =>
    one === undefined || one.cancelledAtMs !== undefined ? [] : [one],
  );
  const results = wanted.map((Connote, n) => {
    const isThere = found[n] !== undefined && found[n]?.cancelledAtMs === undefined;
    return isThere
      ? { Connote, ResponseCode: ok, ResponseMessage: 'Success' }
      : { Connote, ResponseCode: '410', ResponseMessage: 'Connote is out of date' };
  });
  if (whole.length < wanted.length) {
    return json({
      ResponseCode: '411',
      ResponseMessage: 'One or more connotes failed',
      ConnoteList: results,
    });
  }
  return json({
    ResponseCode: ok,
    ResponseMessage: 'Success',
    LabelURL: keepLabels(desk, files, whole, call),
    LabelPDF: drawPdf(whole.flatMap((one) => labelSheets(name, one))).toString('base64'),
    ConnoteList: results,
  });
}

function labelFile(files: Map<string, readonly Shipment[]>, { params }: Call): Answer {
  const shipments = files.get(params.file ?? '');
  if (shipments === undefined) return json({ Message: 'Label not found' }, 404);
  return file('application/pdf', drawPdf(shipments.flatMap((one) => labelSheets(name, one))));
}

function cancel(desk: Desk, { body }: Call): Answer {
  const wanted = connotes(body);
  if (wanted.length === 0) return failed('400', 'ConnoteList is required');
  const results = wanted.map((Connote) => {
    const shipment = desk.shipments.find(Connote);
    if (shipment === undefined)
      return { Connote, ResponseCode: '420', ResponseMessage: 'Connote not found' };
    if (desk.hasLeft(shipment)) {
      return { Connote, ResponseCode: '421', ResponseMessage: 'Connote already collected' };
    }
    shipment.cancelledAtMs ??= desk.nowMs();
    return { Connote, ResponseCode: '200', ResponseMessage: 'Success' };
  });
  const isWhole = results.every(({ ResponseCode }) => ResponseCode === '200');
  return json({
    ResponseCode: isWhole ? ok : '422',
    ResponseMessage: isWhole ? 'Success' : 'One or more connotes failed',
    ConnoteList: results,
  });
}
