// FedEx: tokens for client credentials in a form, answers inside `output` with a transactionId, errors as a list of
// code and message. Tracking answers each number separately, so an unknown number is an error inside a success.
import { dollars } from '../../src/domain/money.ts';
import { dayMs } from '../../src/domain/time/durations.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { at, listAt, missing, numberAt, textAt } from '../body.ts';
import { isClient } from '../credentials.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json } from '../exchange.ts';
import { whereAt } from '../journey.ts';
import { drawPdf, drawZpl, labelSheets } from '../paper.ts';
import { type Consignment, countPieces, type End, type Price } from '../price-book.ts';
import { type Protocol, row, type Trouble, tokenRow } from '../protocol.ts';
import type { Shipment } from '../shipments.ts';

const name = 'FedEx';
const client = { id: 'sim-fedex-client', secret: 'sim-fedex-secret' };
const accountNumber = '990000004';
const serviceType = 'FEDEX_INTERNATIONAL_PRIORITY';
const serviceName = 'FedEx International Priority';
const tokenSeconds = 3_599;
const mostTracked = 30;
const longestState = 2;

export const fedex: Simulated = { carrier: 'fedex', name, open };

function open(desk: Desk): Protocol {
  return {
    basePath: '',
    credentials: { clientId: client.id, clientSecret: client.secret, accountNumber },
    routes: [
      tokenRow('/oauth/token', (call) => token(desk, call)),
      row('POST', '/rate/v1/rates/quotes', 'quote', (call) => rates(desk, call)),
      row('POST', '/ship/v1/shipments', 'book', (call) => ship(desk, call)),
      row('PUT', '/ship/v1/shipments/cancel', 'cancel', (call) => cancel(desk, call)),
      row('POST', '/track/v1/trackingnumbers', 'track', (call) => track(desk, call)),
      row('POST', '/track/v1/referencenumbers', 'find', (call) => trackReference(desk, call)),
      row('POST', '/pickup/v1/pickups', 'pickup', (call) => pickup(desk, call)),
    ],
    authenticate: (call) => desk.tokens.admit(call),
    refuse: refuseTrouble,
  };
}

const transactionId = 'sim-transaction';

const output = (value: unknown): Answer => json({ transactionId, output: value });

const refuse = (code: string, message: string, status = 400): Answer =>
  json({ transactionId, errors: [{ code, message }] }, status);

function refuseTrouble({ kind, status, sentence }: Trouble): Answer {
  const codes: Record<Trouble['kind'], string> = {
    unauthorised: 'NOT.AUTHORIZED.ERROR',
    expired: 'NOT.AUTHORIZED.ERROR',
    unknown_path: 'NOT.FOUND.ERROR',
    not_readable: 'BAD.REQUEST.ERROR',
    too_many: 'TOO.MANY.REQUESTS',
    server_error: status === 503 ? 'SERVICE.UNAVAILABLE.ERROR' : 'INTERNAL.SERVER.ERROR',
  };
  return refuse(codes[kind], sentence, status);
}

function token(desk: Desk, call: Call): Answer {
  if (!isClient(call, client)) {
    return refuse('NOT.AUTHORIZED.ERROR', 'The given client credentials were not valid.', 401);
  }
  return json({
    access_token: desk.tokens.issue(tokenSeconds),
    token_type: 'bearer',
    expires_in: tokenSeconds,
    scope: 'CXS',
  });
}

function endOf(party: unknown): End {
  return {
    suburb: textAt(party, 'address.city'),
    postcode: textAt(party, 'address.postalCode'),
    state: textAt(party, 'address.stateOrProvinceCode'),
    country: textAt(party, 'address.countryCode'),
    isResidential: textAt(party, 'address.residential') === 'true',
  };
}

const inches = 2.54;
const pounds = 0.453_592_37;

function readShipment(body: unknown): Consignment | Answer {
  const wanted = at(body, 'requestedShipment');
  const [recipient = at(wanted, 'recipient')] = listAt(wanted, 'recipients');
  const lines = listAt(wanted, 'requestedPackageLineItems');
  if (textAt(body, 'accountNumber.value') !== accountNumber) {
    return refuse('ACCOUNT.NUMBER.INVALID', 'The account number is missing or invalid.');
  }
  if (missing(at(wanted, 'shipper'), ['address.countryCode']).length > 0) {
    return refuse('SHIPPER.COUNTRY.REQUIRED', 'The shipper countryCode is required.');
  }
  if (missing(recipient, ['address.countryCode']).length > 0) {
    return refuse('RECIPIENT.COUNTRY.REQUIRED', 'The recipient countryCode is required.');
  }
  for (const [party, role] of [
    [at(wanted, 'shipper'), 'SHIPPER'],
    [recipient, 'RECIPIENT'],
  ] as const) {
    if (textAt(party, 'address.stateOrProvinceCode').length > longestState) {
      return refuse(
        `${role}.ADDRESSSTATEORPROVINCECODE.MAXCHAREXCEEDED`,
        `The length of the ${role.toLowerCase()} state or province code exceeds the limit of 2 characters.`,
      );
    }
  }
  if (lines.length === 0) {
    return refuse('PACKAGES.REQUIRED', 'At least one requestedPackageLineItem is required.');
  }
  for (const line of lines) {
    if ((numberAt(line, 'weight.value') ?? 0) <= 0) {
      return refuse('PACKAGE.WEIGHT.INVALID', 'The weight of a package is missing or invalid.');
    }
  }
  return {
    from: endOf(at(wanted, 'shipper')),
    to: endOf(recipient),
    parcels: lines.map(parcelOf),
    declaredCents: Math.round((numberAt(wanted, 'totalDeclaredValue.amount') ?? 0) * 100),
  };
}

function parcelOf(line: unknown): Consignment['parcels'][number] {
  const perUnit = textAt(line, 'dimensions.units') === 'IN' ? inches : 1;
  const side = (field: string): number => (numberAt(line, `dimensions.${field}`) ?? 0) * perUnit;
  const perWeight = textAt(line, 'weight.units') === 'LB' ? pounds : 1;
  return {
    quantity: numberAt(line, 'groupPackageCount') ?? 1,
    kg: (numberAt(line, 'weight.value') ?? 0) * perWeight,
    lengthCm: side('length'),
    widthCm: side('width'),
    heightCm: side('height'),
    packaging: 'Carton',
  };
}

function rate(desk: Desk, call: Call, shipment: Consignment): Price | Answer {
  const price = desk.rate(call, 'fedex', shipment);
  return price.isPriced
    ? price
    : refuse('RATE.LOCATION.NOSERVICE', `No service is available: ${price.sentence}.`);
}

const rateDetail = (price: Price) => ({
  rateType: 'ACCOUNT',
  ratedWeightMethod: 'ACTUAL',
  totalDiscounts: 0,
  totalBaseCharge: dollars(price.freightCents),
  totalNetCharge: dollars(price.priceCents),
  totalNetFedExCharge: dollars(price.exCents),
  currency: 'AUD',
  shipmentRateDetail: {
    currency: 'AUD',
    totalSurcharges: dollars(price.surchargeCents + price.fuelCents),
    fuelSurchargePercent: price.fuelPercent,
    surCharges: [
      { type: 'FUEL', description: 'Fuel Surcharge', amount: dollars(price.fuelCents) },
      ...price.charges.map(({ code, cents }) => ({
        type: code,
        description: code,
        amount: dollars(cents),
      })),
    ],
  },
});

/** Saturdays and Sundays are not counted. */
function arrivalAfter(nowMs: number, days: number): string {
  let ms = nowMs;
  for (let left = days; left > 0; ) {
    ms += dayMs;
    if (new Date(ms).getUTCDay() % 6 !== 0) left -= 1;
  }
  return new Date(ms).toISOString().slice(0, 19);
}

function dayOfWeek(iso: string): string {
  return new Date(`${iso}Z`).toUTCString().slice(0, 3).toUpperCase();
}

function rates(desk: Desk, call: Call): Answer {
  const shipment = readShipment(call.body);
  if ('status' in shipment) return shipment;
  const price = rate(desk, call, shipment);
  if ('status' in price) return price;
  const arrival = arrivalAfter(desk.nowMs(), price.maxDays);
  return output({
    rateReplyDetails: [
      {
        serviceType,
        serviceName,
        packagingType: 'YOUR_PACKAGING',
        ratedShipmentDetails: [rateDetail(price)],
        commit: { dateDetail: { dayOfWeek: dayOfWeek(arrival), dayCxsFormat: arrival } },
        operationalDetail: { serviceCode: '18', ineligibleForMoneyBackGuarantee: false },
      },
    ],
    quoteDate: new Date(desk.nowMs()).toISOString().slice(0, 10),
    encoded: false,
  });
}

function ship(desk: Desk, call: Call): Answer {
  const shipment = readShipment(call.body);
  if ('status' in shipment) return shipment;
  const wanted = at(call.body, 'requestedShipment');
  if (textAt(wanted, 'serviceType') !== serviceType) {
    return refuse('SERVICETYPE.INVALID', `The serviceType must be ${serviceType}.`);
  }
  const [recipient] = listAt(wanted, 'recipients');
  for (const [party, role] of [
    [at(wanted, 'shipper'), 'SHIPPER'],
    [recipient, 'RECIPIENT'],
  ] as const) {
    if (missing(party, ['contact.phoneNumber', 'address.streetLines', 'address.city']).length > 0) {
      return refuse(
        `${role}.CONTACT.REQUIRED`,
        `${role} phoneNumber, streetLines and city are required.`,
      );
    }
  }
  const isAbroad = shipment.from.country !== shipment.to.country;
  if (isAbroad && listAt(wanted, 'customsClearanceDetail.commodities').length === 0) {
    return refuse('COMMODITIES.REQUIRED', 'Commodities are required for international shipments.');
  }
  const price = rate(desk, call, shipment);
  if ('status' in price) return price;
  const [line] = listAt(wanted, 'requestedPackageLineItems');
  const pieces = countPieces(shipment.parcels);
  const articles = Array.from({ length: pieces }, () =>
    String(790_000_000_000 + desk.shipments.nextSerial()),
  );
  const [number = ''] = articles;
  const kept = desk.shipments.add({
    number,
    id: number,
    articles,
    reference: textAt(line, 'customerReferences.0.value'),
    service: serviceType,
    consignment: shipment,
    priceCents: price.priceCents,
    sent: call.body,
  });
  return output({ transactionShipments: [presentShipment(desk, kept, price, wanted)] });
}

function presentShipment(desk: Desk, shipment: Shipment, price: Price, wanted: unknown) {
  const isZpl = textAt(wanted, 'labelSpecification.imageType') === 'ZPLII';
  const sheets = labelSheets(name, shipment);
  return {
    serviceType,
    serviceName,
    shipDatestamp: new Date(desk.nowMs()).toISOString().slice(0, 10),
    masterTrackingNumber: shipment.number,
    pieceResponses: shipment.articles.map((trackingNumber, n) => {
      const sheet = sheets.slice(n, n + 1);
      const label = isZpl ? Buffer.from(drawZpl(sheet)) : drawPdf(sheet);
      return {
        masterTrackingNumber: shipment.number,
        trackingNumber,
        packageSequenceNumber: n + 1,
        packageDocuments: [
          {
            contentType: 'LABEL',
            docType: isZpl ? 'ZPLII' : 'PDF',
            encodedLabel: label.toString('base64'),
          },
        ],
      };
    }),
    completedShipmentDetail: { shipmentRating: { shipmentRateDetails: [rateDetail(price)] } },
  };
}

function cancel(desk: Desk, { body }: Call): Answer {
  const shipment = desk.shipments.find(textAt(body, 'trackingNumber'));
  if (shipment === undefined) {
    return refuse('TRACKINGNUMBER.NOTFOUND', 'The tracking number was not found.', 404);
  }
  if (desk.hasLeft(shipment)) {
    return refuse(
      'SHIPMENT.CANCEL.NOTALLOWED',
      'The shipment is in transit and cannot be cancelled.',
    );
  }
  shipment.cancelledAtMs ??= desk.nowMs();
  return output({ cancelledShipment: true, cancelledHistory: true, successMessage: 'Success' });
}

const scans: Readonly<Record<TrackingStage, readonly [string, string]>> = {
  pending: ['OC', 'Shipment information sent to FedEx'],
  picked_up: ['PU', 'Picked up'],
  in_transit: ['IT', 'In transit'],
  out_for_delivery: ['OD', 'On FedEx vehicle for delivery'],
  delivered: ['DL', 'Delivered'],
  futile: ['DE', 'Delivery exception'],
  check_address: ['DE', 'Incorrect address'],
  damaged: ['DE', 'Damaged'],
};

function track(desk: Desk, { body }: Call): Answer {
  const numbers = listAt(body, 'trackingInfo').map((one) =>
    textAt(one, 'trackingNumberInfo.trackingNumber'),
  );
  if (numbers.length === 0 || numbers.length > mostTracked) {
    return refuse('TRACKING.TRACKINGINFO.INVALID', `Give 1 to ${mostTracked} tracking numbers.`);
  }
  return output({
    completeTrackResults: numbers.map((trackingNumber) => {
      const found = desk.shipments.find(trackingNumber);
      return { trackingNumber, trackResults: [trackResult(desk, trackingNumber, found)] };
    }),
  });
}

/** Returns every shipment that was booked with the reference. */
function trackReference(desk: Desk, { body }: Call): Answer {
  const reference = textAt(body, 'referencesInformation.value');
  const found = desk.shipments.withReference(reference);
  if (found.length === 0) {
    return refuse('TRACKING.REFERENCENUMBER.NOTFOUND', 'Reference number cannot be found.', 404);
  }
  return output({
    completeTrackResults: found.map((one) => ({
      trackingNumber: one.number,
      trackResults: [trackResult(desk, one.number, one)],
    })),
  });
}

function trackResult(desk: Desk, trackingNumber: string, shipment: Shipment | undefined) {
  const trackingNumberInfo = {
    trackingNumber,
    trackingNumberUniqueId: '',
    carrierCode: 'FDXE',
  };
  if (shipment === undefined) {
    const message =
      'Tracking number cannot be found. Please correct the tracking number and try again.';
    return { trackingNumberInfo, error: { code: 'TRACKING.TRACKINGNUMBER.NOTFOUND', message } };
  }
  const scanEvents = desk
    .passed(shipment)
    .map(({ stage, atMs }) => {
      const [eventType, eventDescription] = scans[stage];
      const end = whereAt(shipment, stage);
      const date = `${new Date(atMs).toISOString().slice(0, 19)}+00:00`;
      const [city, countryCode] = [end.suburb.toUpperCase(), end.country];
      const scanLocation = { city, countryCode, residential: end.isResidential };
      return { date, eventType, eventDescription, derivedStatusCode: eventType, scanLocation };
    })
    .toReversed();
  const [code, description] =
    shipment.cancelledAtMs === undefined
      ? scans[desk.stageOf(shipment)]
      : ['CA', 'Shipment cancelled by sender'];
  return {
    trackingNumberInfo,
    latestStatusDetail: { code, derivedCode: code, statusByLocale: description, description },
    scanEvents,
    additionalTrackingInfo: {
      packageIdentifiers: [{ type: 'CUSTOMER_REFERENCE', values: [shipment.reference] }],
    },
  };
}

function pickup(desk: Desk, { body }: Call): Answer {
  const gone = missing(body, [
    'associatedAccountNumber.value',
    'carrierCode',
    'originDetail.pickupLocation.contact.phoneNumber',
    'originDetail.pickupLocation.address.streetLines',
    'originDetail.readyDateTimestamp',
    'originDetail.customerCloseTime',
  ]);
  if (gone.length > 0) return refuse('PICKUP.INPUT.INVALID', `${gone.join(', ')} is required.`);
  return output({
    pickupConfirmationCode: String(desk.shipments.nextSerial()),
    message: 'Courier on the way',
    location: 'SYDA',
  });
}
