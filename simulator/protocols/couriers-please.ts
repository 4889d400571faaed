// CouriersPlease: Basic credentials, and every answer in an envelope of responseCode, msg and data. Prices are texts,
// and tracking has local dates and times without an offset.
import { dollars } from '../../src/domain/money.ts';
import { clockText } from '../../src/domain/time/timestamp.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { isTrueAt, listAt, missing, numberAt, textAt } from '../body.ts';
import { admitBasic } from '../credentials.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json } from '../exchange.ts';
import { drawPdf, labelSheets } from '../paper.ts';
import type { Consignment, End } from '../price-book.ts';
import { type Route, row, type Trouble } from '../protocol.ts';
import { articleNumbers, type Shipment } from '../shipments.ts';

const name = 'CouriersPlease';
const credentials = { account: '990000001', apiKey: 'sim-couriersplease-key' };

/** Rate cards of the account and the sample services they are priced as. */
const rateCards = [
  {
    code: 'P20',
    description: 'Parcel Standard',
    stringId: 'couriers_please',
    cutOff: '15:30',
    atl: true,
  },
  {
    code: 'L55',
    description: 'Domestic Priority Signature',
    stringId: 'couriers_please_domestic_priority_signature',
    cutOff: '14:00',
    atl: false,
  },
  {
    code: 'L56',
    description: 'Domestic Priority Authority',
    stringId: 'couriers_please_domestic_priority_authority',
    cutOff: '14:00',
    atl: true,
  },
] as const;

export const couriersPlease: Simulated = {
  carrier: 'couriers_please',
  name,
  open: (desk) => ({
    basePath: '',
    credentials,
    routes: routesOf(desk),
    authenticate: (call) => admitBasic(call, credentials.account, credentials.apiKey),
    refuse: refuseTrouble,
  }),
};

function routesOf(desk: Desk): Route[] {
  return [
    row('POST', '/v1/domestic/quote', 'quote', (call) => quote(desk, call)),
    row('POST', '/v2/domestic/quote', 'quote', (call) => quote(desk, call)),
    row('POST', '/v1/domestic/shipment/validate', 'validate', (call) => validate(desk, call)),
    row('POST', '/v1/domestic/shipment/create', 'book', (call) => create(desk, call)),
    row('POST', '/v2/domestic/shipment/create', 'book', (call) => create(desk, call)),
    row('GET', '/v1/domestic/shipment/label', 'label', (call) => label(desk, call)),
    row('POST', '/v1/domestic/shipment/cancel', 'cancel', (call) => cancel(desk, call)),
    row('POST', '/v2/domestic/bookPickup', 'pickup', (call) => bookPickup(desk, call)),
    row('GET', '/v1/domestic/locateParcel', 'track', (call) => locateParcel(desk, call)),
    row('GET', '/v1/locations', 'address', (call) => locations(desk, call)),
  ];
}

const success = (data: unknown): Answer => json({ responseCode: 'SUCCESS', msg: '', data });

const invalid = (errors: readonly { field: string; description: string }[]): Answer =>
  json({ responseCode: 'INVALID_INPUT', msg: 'INVALID_INPUT', data: { errors } }, 400);

const required = (fields: readonly string[]): Answer =>
  invalid(fields.map((field) => ({ field, description: `${field} is required` })));

function refuseTrouble({ kind, status, sentence }: Trouble): Answer {
  const codes: Record<Trouble['kind'], string> = {
    unauthorised: 'UNAUTHORIZED',
    expired: 'UNAUTHORIZED',
    unknown_path: 'INVALID_INPUT',
    not_readable: 'INVALID_INPUT',
    too_many: 'SERVICE_UNAVAILABLE',
    server_error: 'SERVICE_UNAVAILABLE',
  };
  return json({ responseCode: codes[kind], msg: sentence, data: {} }, status);
}

function parcelsOf(body: unknown): Consignment['parcels'] {
  return listAt(body, 'items').map((item) => ({
    quantity: numberAt(item, 'quantity') ?? 1,
    kg: numberAt(item, 'physicalWeight') ?? 0,
    lengthCm: numberAt(item, 'length') ?? 0,
    widthCm: numberAt(item, 'width') ?? 0,
    heightCm: numberAt(item, 'height') ?? 0,
    packaging: 'Carton',
  }));
}

const itemFields = ['quantity', 'length', 'height', 'width', 'physicalWeight'] as const;

/** Sides are whole centimetres: the carrier refuses decimals. */
function itemErrors(body: unknown): { field: string; description: string }[] {
  const items = listAt(body, 'items');
  if (items.length === 0) return [{ field: 'items', description: 'items is required' }];
  return items.flatMap((item, n) =>
    itemFields.flatMap((field) => {
      const value = numberAt(item, field);
      const isWhole = field === 'physicalWeight' || Number.isInteger(value);
      if (value !== undefined && value > 0 && isWhole) return [];
      const kind = field === 'physicalWeight' ? 'number' : 'whole number';
      return [
        { field: `items[${n}].${field}`, description: `${field} must be a positive ${kind}` },
      ];
    }),
  );
}

const place = (suburb: string, postcode: string, isResidential: boolean): End => ({
  suburb,
  postcode,
  state: '',
  country: 'AU',
  isResidential,
});

function quote(desk: Desk, call: Call): Answer {
  const { body } = call;
  const gone = missing(body, ['fromSuburb', 'fromPostcode', 'toSuburb', 'toPostcode']);
  if (gone.length > 0) return required(gone);
  const errors = itemErrors(body);
  const ends = (['from', 'to'] as const).map((side) =>
    place(textAt(body, `${side}Suburb`), textAt(body, `${side}Postcode`), false),
  );
  const [from, to] = ends;
  if (from === undefined || to === undefined) return required(['fromSuburb']);
  for (const [end, side] of [
    [from, 'from'],
    [to, 'to'],
  ] as const) {
    if (!desk.prices.isPlace(end)) {
      errors.push({
        field: `${side}Suburb`,
        description: `${end.suburb} ${end.postcode} not found`,
      });
    }
  }
  if (errors.length > 0) return invalid(errors);
  const found = rateCards.flatMap((card) => {
    const price = desk.rate(call, card.stringId, {
      from,
      to,
      parcels: parcelsOf(body),
      authorityToLeave: card.atl,
    });
    if (!price.isPriced) return [];
    const beforeFuel = price.exCents - price.fuelCents;
    return [
      {
        RateCardCode: card.code,
        RateCardDescription: card.description,
        // The carrier writes prices as texts, without GST.
        CalculatedFreightCharge: dollars(beforeFuel).toFixed(2),
        CalculatedFuelCharge: dollars(price.fuelCents).toFixed(2),
        InsuranceAmt: '0.00',
        ETA: `${price.minDays}-${price.maxDays}`,
        PickupCutOffTime: card.cutOff,
        Weight: price.chargeKg,
      },
    ];
  });
  // An empty list means that the route is not served.
  return success(found);
}

const parties = ['pickup', 'destination', 'contact'] as const;
const partyFields = [
  'FirstName',
  'LastName',
  'Email',
  'Address1',
  'Suburb',
  'State',
  'Postcode',
  'Phone',
];

function shipmentErrors(desk: Desk, body: unknown): { field: string; description: string }[] {
  const fields = parties.flatMap((party) => partyFields.map((field) => `${party}${field}`));
  const errors = missing(body, [...fields, 'rateCardId', 'referenceNumber']).map((field) => ({
    field,
    description: `${field} is required`,
  }));
  if (!isTrueAt(body, 'termsAccepted')) {
    errors.push({ field: 'termsAccepted', description: 'Terms must be accepted' });
  }
  const rateCardId = textAt(body, 'rateCardId');
  if (rateCardId !== '' && !rateCards.some(({ code }) => code === rateCardId)) {
    errors.push({ field: 'rateCardId', description: `Rate card ${rateCardId} not found` });
  }
  if (isTrueAt(body, 'dangerousGoods')) {
    errors.push({ field: 'dangerousGoods', description: 'Dangerous goods are not carried' });
  }
  for (const party of ['pickup', 'destination'] as const) {
    const end = partyEnd(body, party);
    if (end.suburb !== '' && end.postcode !== '' && !desk.prices.isPlace(end)) {
      const description = `${end.suburb} ${end.postcode} not found`;
      errors.push({ field: `${party}Suburb`, description });
    }
  }
  return [...errors, ...itemErrors(body)];
}

function partyEnd(body: unknown, party: string): End {
  const isBusiness = isTrueAt(body, `${party}IsBusiness`);
  return place(textAt(body, `${party}Suburb`), textAt(body, `${party}Postcode`), !isBusiness);
}

function validate(desk: Desk, { body }: Call): Answer {
  const errors = shipmentErrors(desk, body);
  return errors.length > 0 ? invalid(errors) : success({});
}

function create(desk: Desk, { body }: Call): Answer {
  const errors = shipmentErrors(desk, body);
  if (errors.length > 0) return invalid(errors);
  const serial = desk.shipments.nextSerial();
  const number = `CPSIMZE${String(serial).padStart(5, '0')}`;
  const parcels = parcelsOf(body);
  const shipment = desk.shipments.add({
    number,
    id: number,
    articles: articleNumbers(number, parcels),
    reference: textAt(body, 'referenceNumber'),
    service: textAt(body, 'rateCardId'),
    consignment: {
      from: partyEnd(body, 'pickup'),
      to: partyEnd(body, 'destination'),
      parcels,
      authorityToLeave: isTrueAt(body, 'isATL'),
    },
    priceCents: 0,
    sent: body,
  });
  return success({
    consignmentCode: number,
    referenceNumber: shipment.reference,
    jobNumber: String(900_000 + serial),
  });
}

const noConsignment = (): Answer =>
  invalid([{ field: 'consignmentNumber', description: 'Consignment not found' }]);

function label(desk: Desk, { query }: Call): Answer {
  const shipment = desk.shipments.find(query.get('consignmentNumber') ?? '');
  if (shipment === undefined || shipment.cancelledAtMs !== undefined) return noConsignment();
  return success({ label: drawPdf(labelSheets(name, shipment)).toString('base64') });
}

function cancel(desk: Desk, { body }: Call): Answer {
  const shipment = desk.shipments.find(textAt(body, 'consignmentCode'));
  if (shipment === undefined) return noConsignment();
  if (desk.hasLeft(shipment)) {
    const description = 'The consignment has been picked up and cannot be cancelled';
    return invalid([{ field: 'consignmentCode', description }]);
  }
  shipment.cancelledAtMs ??= desk.nowMs();
  return success({ consignmentCode: shipment.number });
}

const mostCharacters = 19;
const longestContact = 15;

function bookPickup(desk: Desk, { body }: Call): Answer {
  const gone = missing(body, [
    'readyDateTime',
    'contactName',
    'contactEmail',
    'consignmentCount',
    'totalItemCount',
    'totalWeight',
    'pickup.phoneNumber',
    'pickup.companyName',
    'pickup.address1',
    'pickup.suburb',
    'pickup.postcode',
    ...(numberAt(body, 'consignmentCount') === 1
      ? ['delivery.companyName', 'delivery.address1', 'delivery.suburb', 'delivery.postcode']
      : []),
  ]);
  if (gone.length > 0) return required(gone);
  const long = ['companyName', 'address1', 'address2', 'address3', 'suburb'].filter(
    (field) => textAt(body, `pickup.${field}`).length > mostCharacters,
  );
  if (long.length > 0) {
    return invalid(
      long.map((field) => ({
        field: `pickup.${field}`,
        description: `${field} has at most ${mostCharacters} characters`,
      })),
    );
  }
  if (textAt(body, 'contactName').length > longestContact) {
    const description = `contactName has at most ${longestContact} characters`;
    return invalid([{ field: 'contactName', description }]);
  }
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d [ap]m$/i.test(textAt(body, 'readyDateTime'))) {
    const description = 'readyDateTime must be YYYY-MM-DD hh:mm am';
    return invalid([{ field: 'readyDateTime', description }]);
  }
  return success({ jobNumber: String(900_000 + desk.shipments.nextSerial()) });
}

const actions: Readonly<Record<TrackingStage, string>> = {
  pending: 'Your parcel has been booked',
  picked_up: 'Your Parcel Has been Picked Up',
  in_transit: 'Your parcel is in transit from one depot to another',
  out_for_delivery: 'Your parcel is on-board for delivery',
  delivered: '1 item has been delivered. Signed for by: J CITIZEN',
  futile: 'Attempted to deliver parcel',
  check_address: 'Incorrect address, awaiting instructions',
  damaged: 'Your parcel has been damaged',
};

function locateParcel(desk: Desk, { query }: Call): Answer {
  const shipment = desk.shipments.find(query.get('trackingCode') ?? '');
  if (shipment === undefined) {
    return invalid([{ field: 'trackingCode', description: 'Tracking code not found' }]);
  }
  return success({ consignmentInfo: [consignmentInfo(desk, shipment)] });
}

/** Writes a date as `22 Sep 2017`. */
function writtenDate(date: string): string {
  const [, day, month, year] = new Date(`${date}T00:00:00Z`).toUTCString().split(' ');
  return `${day} ${month} ${year}`;
}

/** Writes a time as `11:01 am`. */
function twelveHours(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const half = hours < 12 ? 'am' : 'pm';
  return `${String(hours % 12 || 12).padStart(2, '0')}:${String(minutes).padStart(2, '0')} ${half}`;
}

function consignmentInfo(desk: Desk, shipment: Shipment) {
  const trackingInfo = desk.passed(shipment).map(({ stage, atMs }) => {
    const [date = '', time = ''] = clockText(atMs, 'Australia/Sydney').split(' ');
    return {
      date: writtenDate(date),
      time: twelveHours(time),
      action: actions[stage],
      contractor: 'SIMULATED',
    };
  });
  return {
    consignmentCode: shipment.number,
    status: shipment.cancelledAtMs === undefined ? actions[desk.stageOf(shipment)] : 'Cancelled',
    itemsCoupons: shipment.articles.map((itemCode) => ({ itemCode, imageURL: '', trackingInfo })),
  };
}

function locations(desk: Desk, { query }: Call): Answer {
  const text = query.get('suburbOrPostcode') ?? '';
  if (text.length < 3) return required(['suburbOrPostcode']);
  const { localities } = desk.prices;
  const found = /^\d{4}$/.test(text) ? localities.byPostcode(text) : localities.search(text, 20);
  return success(
    found.map((one) => ({ suburb: one.name, postcode: one.postcode, state: one.state })),
  );
}
