// DHL Express (MyDHL): Basic credentials, the account in the body, and errors with a title, a detail and the status
// as text. The label comes with the booking, in base64. Tracking also accepts the shipper's reference.
import { dollars } from '../../src/domain/money.ts';
import { isoDate } from '../../src/domain/time/calendar.ts';
import { dayMs } from '../../src/domain/time/durations.ts';
import { localTime } from '../../src/domain/time/time-zone.ts';
import { clockText } from '../../src/domain/time/timestamp.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { at, isTrueAt, listAt, missing, numberAt, textAt } from '../body.ts';
import { admitBasic } from '../credentials.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json } from '../exchange.ts';
import { whereAt } from '../journey.ts';
import { drawPdf, drawZpl, labelSheets } from '../paper.ts';
import type { Consignment, End, Price } from '../price-book.ts';
import { type Protocol, row } from '../protocol.ts';
import type { Shipment } from '../shipments.ts';

const name = 'DHL Express';
const credentials = { username: 'sim-dhl', password: 'sim-dhl-password', account: '990000003' };
const productCode = 'P';
const productName = 'EXPRESS WORLDWIDE';
const dhlDivisor = 5_000;
/** Limit of stored pickups. */
const mostPickups = 5_000;

export const dhlExpress: Simulated = { carrier: 'dhl_express', name, open };

function open(desk: Desk): Protocol {
  const pickups = new Set<string>();
  return {
    basePath: '/mydhlapi',
    credentials,
    routes: [
      row('POST', '/rates', 'quote', (call) => rates(desk, call)),
      row('POST', '/shipments', 'book', (call) => book(desk, call)),
      row('GET', '/tracking', 'track', (call) => tracking(desk, call)),
      row('GET', '/shipments/:number/tracking', 'track', (call) => tracking(desk, call)),
      row('GET', '/shipments/:number/proof-of-delivery', 'proof', (call) => proof(desk, call)),
      row('POST', '/pickups', 'pickup', (call) => createPickup(desk, pickups, call)),
      row('PATCH', '/pickups/:id', 'pickup', (call) => changePickup(pickups, call)),
      row('DELETE', '/pickups/:id', 'pickup', (call) => deletePickup(pickups, call)),
      row('GET', '/address-validate', 'address', (call) => validateAddress(desk, call)),
    ],
    authenticate: (call) => admitBasic(call, credentials.username, credentials.password),
    refuse: ({ status, sentence }) => refuse(sentence, status),
  };
}

const titles: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  404: 'Not found',
  429: 'Too many requests',
};

function refuse(detail: string, status = 400, additionalDetails: readonly string[] = []): Answer {
  const title = titles[status] ?? (status >= 500 ? 'Process failure' : 'Bad request');
  const more = additionalDetails.length === 0 ? {} : { additionalDetails };
  return json(
    { instance: '/expressapi', detail, title, message: title, ...more, status: String(status) },
    status,
  );
}

function endOf(details: unknown): End {
  // Rate requests have the address itself, shipments have it under postalAddress.
  const address = at(details, 'postalAddress') ?? details;
  return {
    suburb: textAt(address, 'cityName'),
    postcode: textAt(address, 'postalCode'),
    state: textAt(address, 'provinceCode'),
    country: textAt(address, 'countryCode'),
    isResidential: textAt(details, 'contactInformation.companyName') === '',
  };
}

function readShipment(body: unknown, packages: readonly unknown[]): Consignment | Answer {
  const ends = ['customerDetails.shipperDetails', 'customerDetails.receiverDetails'] as const;
  const problems = missing(body, ['plannedShippingDateAndTime', ...ends, 'accounts']).map(notFound);
  if (packages.length === 0) problems.push('#/packages: required key not found');
  packages.forEach((one, n) => {
    const gone = missing(one, [
      'weight',
      'dimensions.length',
      'dimensions.width',
      'dimensions.height',
    ]);
    problems.push(...gone.map((field) => `#/packages/${n}/${field}: required key not found`));
  });
  const planned = textAt(body, 'plannedShippingDateAndTime');
  if (planned !== '' && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d ?GMT[+-]\d\d:\d\d$/.test(planned)) {
    problems.push('#/plannedShippingDateAndTime: must be as 2026-01-31T13:00:00 GMT+10:00');
  }
  if (problems.length > 0)
    return refuse('Multiple problems found, see Additional Details', 400, problems);
  const account = listAt(body, 'accounts').find((one) => textAt(one, 'typeCode') === 'shipper');
  if (textAt(account, 'number') !== credentials.account) {
    return refuse(
      'The account number is not found or invalid. Please check the account number and retry.',
    );
  }
  const [from, to] = ends.map((end) => endOf(at(body, end)));
  if (from === undefined || to === undefined || from.country === '' || to.country === '') {
    return refuse('#/customerDetails: countryCode is required for both ends');
  }
  const value = listAt(body, 'monetaryAmount').find(
    (one) => textAt(one, 'typeCode') === 'declaredValue',
  );
  return {
    from,
    to,
    parcels: packages.map((one) => ({
      quantity: 1,
      kg: numberAt(one, 'weight') ?? 0,
      lengthCm: numberAt(one, 'dimensions.length') ?? 0,
      widthCm: numberAt(one, 'dimensions.width') ?? 0,
      heightCm: numberAt(one, 'dimensions.height') ?? 0,
      packaging: isTrueAt(body, 'isCustomsDeclarable') ? 'Carton' : 'Envelope',
    })),
    declaredCents: Math.round((numberAt(value, 'value') ?? 0) * 100),
  };
}

function rate(desk: Desk, call: Call, shipment: Consignment): Price | Answer {
  const stringId = shipment.to.country === 'AU' ? 'dhl_express_import' : 'dhl_express';
  const price = desk.rate(call, stringId, shipment);
  return price.isPriced
    ? price
    : refuse(
        `996: The requested product(s) (${productCode}) not available: ${price.sentence}`,
        404,
      );
}

const totalPrice = ({ priceCents }: Price) => [
  { currencyType: 'BILLC', priceCurrency: 'AUD', price: dollars(priceCents) },
];

function rates(desk: Desk, call: Call): Answer {
  const shipment = readShipment(call.body, listAt(call.body, 'packages'));
  if ('status' in shipment) return shipment;
  const price = rate(desk, call, shipment);
  if ('status' in price) return price;
  const planned = textAt(call.body, 'plannedShippingDateAndTime').slice(0, 10);
  const arrival = Date.parse(planned) + price.maxDays * dayMs;
  return json({
    products: [
      {
        productName,
        productCode,
        localProductCode: productCode,
        weight: {
          volumetric: cubicKg(shipment),
          provided: actualKg(shipment),
          unitOfMeasurement: 'metric',
        },
        totalPrice: totalPrice(price),
        detailedPriceBreakdown: [
          { currencyType: 'BILLC', priceCurrency: 'AUD', breakdown: breakdown(price) },
        ],
        pickupCapabilities: {
          nextBusinessDay: false,
          localCutoffDateAndTime: `${planned}T15:00:00`,
          pickupEarliest: '10:00:00',
          pickupLatest: '18:00:00',
        },
        deliveryCapabilities: {
          deliveryTypeCode: 'QDDC',
          estimatedDeliveryDateAndTime: `${new Date(arrival).toISOString().slice(0, 10)}T23:59:00`,
          totalTransitDays: price.maxDays,
        },
      },
    ],
  });
}

const breakdown = (price: Price) => [
  { name: productName, price: dollars(price.freightCents + price.surchargeCents) },
  { name: 'FUEL SURCHARGE', price: dollars(price.fuelCents) },
];

const actualKg = ({ parcels }: Consignment): number => parcels.reduce((sum, { kg }) => sum + kg, 0);

const cubicKg = ({ parcels }: Consignment): number =>
  parcels.reduce((sum, one) => sum + (one.lengthCm * one.widthCm * one.heightCm) / dhlDivisor, 0);

function book(desk: Desk, call: Call): Answer {
  const { body } = call;
  const packages = listAt(body, 'content.packages');
  const value = { value: at(body, 'content.declaredValue'), typeCode: 'declaredValue' };
  const declarable = at(body, 'content.isCustomsDeclarable');
  const shipment = readShipment(
    { ...(body as object), isCustomsDeclarable: declarable, monetaryAmount: [value] },
    packages,
  );
  if ('status' in shipment) return shipment;
  const gone = missingOfShipment(body);
  if (gone.length > 0)
    return refuse('Multiple problems found, see Additional Details', 422, gone.map(notFound));
  if (textAt(body, 'productCode') !== productCode) {
    return refuse(`#/productCode: ${textAt(body, 'productCode')} is not available`);
  }
  const price = rate(desk, call, shipment);
  if ('status' in price) return price;
  const serial = desk.shipments.nextSerial();
  const number = String(9_000_000_000 + serial);
  const kept = desk.shipments.add({
    number,
    id: number,
    articles: packages.map((_, n) => `JD0146${String(serial * 100 + n).padStart(14, '0')}`),
    reference: textAt(listAt(body, 'customerReferences')[0], 'value'),
    service: productCode,
    consignment: shipment,
    priceCents: price.priceCents,
    sent: body,
  });
  return json(presentBooking(desk, kept, price, call), 201);
}

const notFound = (field: string): string =>
  `#/${field.replaceAll('.', '/')}: required key not found`;

/** Lists missing fields that a shipment needs and a price does not. */
function missingOfShipment(body: unknown): string[] {
  const party = (who: string): string[] =>
    [
      'postalAddress.addressLine1',
      'contactInformation.phone',
      'contactInformation.companyName',
      'contactInformation.fullName',
    ].map((field) => `customerDetails.${who}.${field}`);
  const isDutiable = isTrueAt(body, 'content.isCustomsDeclarable');
  return missing(body, [
    'pickup.isRequested',
    ...party('shipperDetails'),
    ...party('receiverDetails'),
    'content.description',
    'content.unitOfMeasurement',
    'content.incoterm',
    ...(isDutiable
      ? [
          'content.declaredValue',
          'content.declaredValueCurrency',
          'content.exportDeclaration.lineItems',
        ]
      : []),
  ]);
}

function presentBooking(desk: Desk, shipment: Shipment, price: Price, call: Call) {
  const { number, articles } = shipment;
  const wanted = textAt(call.body, 'outputImageProperties.encodingFormat').toUpperCase();
  const sheets = labelSheets(name, shipment);
  const isZpl = wanted === 'ZPL';
  const content = isZpl ? Buffer.from(drawZpl(sheets)) : drawPdf(sheets);
  const imageFormat = isZpl ? 'ZPL' : 'PDF';
  const waybill = drawPdf([{ code: number, lines: [`${name} WAYBILL (SIMULATED)`] }]);
  const isPickedUp = isTrueAt(call.body, 'pickup.isRequested');
  return {
    url: `${call.baseUrl}/shipments`,
    shipmentTrackingNumber: number,
    trackingUrl: `${call.baseUrl}/shipments/${number}/tracking`,
    ...(isPickedUp ? { dispatchConfirmationNumber: `PRG${desk.shipments.nextSerial()}` } : {}),
    packages: articles.map((trackingNumber, n) => ({
      referenceNumber: n + 1,
      trackingNumber,
      trackingUrl: `${call.baseUrl}/shipments/${number}/tracking?pieceTrackingNumber=${trackingNumber}`,
    })),
    documents: [
      { imageFormat, content: content.toString('base64'), typeCode: 'label' },
      { imageFormat: 'PDF', content: waybill.toString('base64'), typeCode: 'waybillDoc' },
    ],
    shipmentCharges: totalPrice(price).map((one) => ({
      ...one,
      serviceBreakdown: breakdown(price),
    })),
  };
}

const events: Readonly<Record<TrackingStage, readonly [string, string]>> = {
  pending: ['PL', 'Shipment information received'],
  picked_up: ['PU', 'Shipment picked up'],
  in_transit: ['DF', 'Departed facility'],
  out_for_delivery: ['WC', 'With delivery courier'],
  delivered: ['OK', 'Delivered - Signed for by SIM'],
  futile: ['OH', 'Shipment on hold'],
  check_address: ['OH', 'Address information needed; contact DHL'],
  damaged: ['OH', 'Shipment damaged'],
};

/** Tracks by number, or by the shipper's reference, which returns every shipment that has it. */
function tracking(desk: Desk, { params, query }: Call): Answer {
  const numbers = [params.number, ...query.getAll('shipmentTrackingNumber')].flatMap((one) =>
    one === undefined ? [] : one.split(','),
  );
  const reference = query.get('shipmentReference') ?? '';
  if (numbers.length === 0 && reference === '') {
    return refuse('shipmentTrackingNumber, pieceTrackingNumber or shipmentReference is required');
  }
  const found = [
    ...numbers.flatMap((number) => desk.shipments.find(number) ?? []),
    ...desk.shipments.withReference(reference),
  ];
  if (found.length === 0) return refuse('No data found for the shipment', 404);
  return json({ shipments: found.map((shipment) => presentTracking(desk, shipment)) });
}

function presentTracking(desk: Desk, shipment: Shipment) {
  return {
    shipmentTrackingNumber: shipment.number,
    status: 'Success',
    shipmentTimestamp: clockText(shipment.createdAtMs, 'Australia/Sydney').replace(' ', 'T'),
    productCode: shipment.service,
    numberOfPieces: shipment.articles.length,
    totalWeight: actualKg(shipment.consignment),
    unitOfMeasurements: 'metric',
    shipperReferences: [{ value: shipment.reference, typeCode: 'CU' }],
    events: desk.passed(shipment).map(({ stage, atMs }) => {
      const [date = '', time = ''] = new Date(atMs).toISOString().slice(0, 19).split('T');
      const end = whereAt(shipment, stage);
      const [typeCode, description] = events[stage];
      const serviceArea = [
        { code: end.suburb.slice(0, 3).toUpperCase(), description: `${end.suburb}-${end.country}` },
      ];
      return { date, time, GMTOffset: '+00:00', typeCode, description, serviceArea };
    }),
  };
}

function proof(desk: Desk, { params }: Call): Answer {
  const shipment = desk.shipments.find(params.number ?? '');
  if (shipment === undefined || desk.stageOf(shipment) !== 'delivered') {
    return refuse('No proof of delivery found for the shipment', 404);
  }
  const content = drawPdf([{ code: shipment.number, lines: ['PROOF OF DELIVERY (SIMULATED)'] }]);
  return json({
    documents: [{ encodingFormat: 'PDF', content: content.toString('base64'), typeCode: 'POD' }],
  });
}

function createPickup(desk: Desk, pickups: Set<string>, { body }: Call): Answer {
  const gone = missing(body, [
    'plannedPickupDateAndTime',
    'closeTime',
    'location',
    'locationType',
    'customerDetails.shipperDetails.postalAddress.addressLine1',
    'customerDetails.shipperDetails.contactInformation.phone',
    'shipmentDetails',
    'accounts',
  ]);
  if (gone.length > 0)
    return refuse(gone.map((field) => `#/${field}: required key not found`).join('; '));
  const id = `PRG${String(desk.shipments.nextSerial()).padStart(12, '0')}`;
  pickups.add(id);
  const [oldest] = pickups;
  if (pickups.size > mostPickups && oldest !== undefined) pickups.delete(oldest);
  const day = isoDate(localTime('Australia/Sydney', desk.nowMs()).day);
  return json(
    { dispatchConfirmationNumbers: [id], readyByTime: '12:00', nextPickupDate: day },
    201,
  );
}

function changePickup(pickups: Set<string>, { params }: Call): Answer {
  const id = params.id ?? '';
  return pickups.has(id)
    ? json({ dispatchConfirmationNumber: id, readyByTime: '12:00' })
    : refuse(`Pickup ${id} not found`, 404);
}

function deletePickup(pickups: Set<string>, { params }: Call): Answer {
  const id = params.id ?? '';
  return pickups.delete(id) ? json({}) : refuse(`Pickup ${id} not found`, 404);
}

function validateAddress(desk: Desk, { query }: Call): Answer {
  const [country, postcode, city] = ['countryCode', 'postalCode', 'cityName'].map(
    (one) => query.get(one) ?? '',
  );
  if (country === '' || country === undefined) return refuse('countryCode is required');
  const end = {
    suburb: city ?? '',
    postcode: postcode ?? '',
    state: '',
    country,
    isResidential: false,
  };
  if (!desk.prices.isPlace(end)) return refuse('No locations found for the address', 404);
  return json({
    warnings: [],
    address: [
      {
        countryCode: country,
        postalCode: postcode,
        cityName: city,
        serviceArea: {
          code: 'SIM',
          description: city,
          facilityCode: 'SIM',
          inboundSortCode: 'SIM',
        },
      },
    ],
  });
}
