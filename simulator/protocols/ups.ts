// UPS: a token bought with Basic credentials, capitalised names, numbers as texts, and a list of one written as its
// single entry. Errors are in `response.errors`. Tracking needs two extra headers and also accepts our reference.
import { dollars } from '../../src/domain/money.ts';
import { dayMs } from '../../src/domain/time/durations.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { at, listAt, missing, numberAt, textAt } from '../body.ts';
import { isClient } from '../credentials.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json } from '../exchange.ts';
import { whereAt } from '../journey.ts';
import { drawPdf, drawZpl, labelSheets } from '../paper.ts';
import type { Consignment, End, Price } from '../price-book.ts';
import { type Protocol, row, type Trouble, tokenRow } from '../protocol.ts';
import type { Shipment } from '../shipments.ts';
import { converted } from '../xml-text.ts';

const name = 'UPS';
const client = { id: 'sim-ups-client', secret: 'sim-ups-secret' };
const shipperNumber = 'SIM999';
/** UPS Worldwide Saver. */
const serviceCode = '65';
const tokenSeconds = 14_399;
const version = 'v2409';
const shortestPhone = 10;

export const ups: Simulated = { carrier: 'ups', name, open };

function open(desk: Desk): Protocol {
  return {
    basePath: '',
    credentials: { clientId: client.id, clientSecret: client.secret, accountNumber: shipperNumber },
    routes: [
      tokenRow('/security/v1/oauth/token', (call) => token(desk, call)),
      row('POST', `/api/rating/${version}/Shop`, 'quote', (call) => shop(desk, call)),
      row('POST', `/api/shipments/${version}/ship`, 'book', (call) => ship(desk, call)),
      row('DELETE', `/api/shipments/${version}/void/cancel/:number`, 'cancel', (call) =>
        voidIt(desk, call),
      ),
      row('POST', '/api/labels/v1/recovery', 'label', (call) => recover(desk, call)),
      row('GET', '/api/track/v1/details/:number', 'track', (call) => track(desk, call)),
      row('GET', '/api/track/v1/reference/details/:number', 'find', (call) =>
        trackReference(desk, call),
      ),
      row('POST', `/api/pickupcreation/${version}/pickup`, 'pickup', (call) => pickup(desk, call)),
    ],
    authenticate: (call) => desk.tokens.admit(call),
    refuse: refuseTrouble,
  };
}

const refuse = (code: string, message: string, status = 400): Answer =>
  json({ response: { errors: [{ code, message }] } }, status);

function refuseTrouble({ kind, status, sentence }: Trouble): Answer {
  const codes: Record<Trouble['kind'], string> = {
    unauthorised: '250002',
    expired: '250003',
    unknown_path: '250001',
    not_readable: '9110002',
    too_many: '10429',
    server_error: '10001',
  };
  return refuse(codes[kind], sentence, status);
}

function token(desk: Desk, call: Call): Answer {
  if (!isClient(call, client)) return refuse('10401', 'ClientId is Invalid', 401);
  return json({
    token_type: 'Bearer',
    issued_at: String(desk.nowMs()),
    client_id: client.id,
    access_token: desk.tokens.issue(tokenSeconds),
    // UPS writes every number as a text.
    expires_in: String(tokenSeconds),
    scope: '',
    refresh_count: '0',
    status: 'approved',
  });
}

const success = { ResponseStatus: { Code: '1', Description: 'Success' } };

function endOf(party: unknown): End {
  return {
    suburb: textAt(party, 'Address.City'),
    postcode: textAt(party, 'Address.PostalCode'),
    state: textAt(party, 'Address.StateProvinceCode'),
    country: textAt(party, 'Address.CountryCode'),
    isResidential: at(party, 'Address.ResidentialAddressIndicator') !== undefined,
  };
}

function readShipment(shipment: unknown): Consignment | Answer {
  const packages = listAt(shipment, 'Package');
  if (textAt(shipment, 'Shipper.ShipperNumber') !== shipperNumber) {
    return refuse('111580', 'Invalid ShipperNumber');
  }
  for (const [party, code] of [
    ['Shipper', '110308'],
    ['ShipTo', '110208'],
  ] as const) {
    if (missing(shipment, [`${party}.Address.CountryCode`]).length > 0) {
      return refuse(code, `Missing or invalid ${party} country code`);
    }
  }
  if (packages.length === 0) return refuse('111030', 'At least one package is required');
  for (const one of packages) {
    if ((numberAt(one, 'PackageWeight.Weight') ?? 0) <= 0) {
      return refuse('111031', 'Invalid package weight');
    }
    const unit = textAt(one, 'PackageWeight.UnitOfMeasurement.Code');
    if (unit !== 'KGS') return refuse('111057', `This measurement system is not valid: ${unit}`);
  }
  return {
    from: endOf(at(shipment, 'ShipFrom') ?? at(shipment, 'Shipper')),
    to: endOf(at(shipment, 'ShipTo')),
    parcels: packages.map((one) => ({
      quantity: 1,
      kg: numberAt(one, 'PackageWeight.Weight') ?? 0,
      lengthCm: numberAt(one, 'Dimensions.Length') ?? 0,
      widthCm: numberAt(one, 'Dimensions.Width') ?? 0,
      heightCm: numberAt(one, 'Dimensions.Height') ?? 0,
      packaging: 'Carton',
    })),
  };
}

function rate(desk: Desk, call: Call, shipment: Consignment): Price | Answer {
  const price = desk.rate(call, 'ups', shipment);
  return price.isPriced
    ? price
    : refuse(
        '111210',
        `The requested service is unavailable between the selected locations: ${price.sentence}`,
      );
}

const money = (cents: number) => ({
  CurrencyCode: 'AUD',
  MonetaryValue: dollars(cents).toFixed(2),
});

function shop(desk: Desk, call: Call): Answer {
  const shipment = readShipment(at(call.body, 'RateRequest.Shipment'));
  if ('status' in shipment) return shipment;
  const price = rate(desk, call, shipment);
  if ('status' in price) return price;
  const wantsTime = call.query.get('additionalinfo')?.toLowerCase() === 'timeintransit';
  const arrival = new Date(desk.nowMs() + price.maxDays * dayMs).toISOString();
  const rated = {
    Service: { Code: serviceCode, Description: '' },
    BillingWeight: { UnitOfMeasurement: { Code: 'KGS' }, Weight: price.chargeKg.toFixed(1) },
    TransportationCharges: money(price.freightCents),
    ServiceOptionsCharges: money(price.surchargeCents),
    RatingMethod: '01',
    TotalCharges: money(price.priceCents),
    NegotiatedRateCharges: { TotalCharge: money(price.priceCents) },
    ...(wantsTime
      ? {
          TimeInTransit: {
            ServiceSummary: {
              Service: { Description: 'UPS Worldwide Saver' },
              EstimatedArrival: {
                Arrival: { Date: arrival.slice(0, 10).replaceAll('-', ''), Time: '235900' },
                BusinessDaysInTransit: String(price.maxDays),
              },
            },
          },
        }
      : {}),
  };
  return json({ RateResponse: { Response: success, RatedShipment: converted([rated]) } });
}

function ship(desk: Desk, call: Call): Answer {
  const wanted = at(call.body, 'ShipmentRequest.Shipment');
  const shipment = readShipment(wanted);
  if ('status' in shipment) return shipment;
  if (textAt(wanted, 'Service.Code') !== serviceCode) {
    return refuse('120111', 'The requested service is invalid');
  }
  for (const party of ['Shipper', 'ShipTo']) {
    const gone = missing(wanted, [
      `${party}.Name`,
      `${party}.Address.AddressLine`,
      `${party}.Address.City`,
    ]);
    if (gone.length > 0) return refuse('120203', `Missing or invalid ${gone.join(', ')}`);
  }
  const isAbroad = shipment.from.country !== shipment.to.country;
  for (const [party, code] of [
    ['Shipper', '120115'],
    ['ShipTo', '120213'],
  ] as const) {
    const phone = textAt(wanted, `${party}.Phone.Number`);
    if (isAbroad && phone.length < shortestPhone) {
      return refuse(
        code,
        `${party} phone must be at least ${shortestPhone} alphanumeric characters`,
      );
    }
  }
  const format = textAt(call.body, 'ShipmentRequest.LabelSpecification.LabelImageFormat.Code');
  if (format !== 'ZPL') {
    return refuse('120541', `A shipment's label as ${format} is not simulated; ask for ZPL`);
  }
  const price = rate(desk, call, shipment);
  if ('status' in price) return price;
  const articles = shipment.parcels.map(
    () => `1Z${shipperNumber}${serviceCode}${String(desk.shipments.nextSerial()).padStart(8, '0')}`,
  );
  const [number = ''] = articles;
  const [reference] = listAt(wanted, 'ReferenceNumber');
  const kept = desk.shipments.add({
    number,
    id: number,
    articles,
    reference: textAt(reference, 'Value'),
    service: serviceCode,
    consignment: shipment,
    priceCents: price.priceCents,
    sent: wanted,
  });
  const results = {
    ...presentShipment(kept, price),
    PackageResults: converted(packageResults(kept)),
  };
  return json({ ShipmentResponse: { Response: success, ShipmentResults: results } });
}

function presentShipment(shipment: Shipment, price: Price) {
  return {
    ShipmentCharges: { TotalCharges: money(price.priceCents) },
    BillingWeight: { UnitOfMeasurement: { Code: 'KGS' }, Weight: price.chargeKg.toFixed(1) },
    ShipmentIdentificationNumber: shipment.number,
  };
}

function packageResults(shipment: Shipment) {
  return pictures(shipment, 'ZPL').map(({ TrackingNumber, GraphicImage }) => ({
    TrackingNumber,
    ServiceOptionsCharges: money(0),
    ShippingLabel: { ImageFormat: { Code: 'ZPL', Description: 'ZPL' }, GraphicImage },
  }));
}

function pictures(shipment: Shipment, format: string) {
  const sheets = labelSheets(name, shipment);
  return shipment.articles.map((TrackingNumber, n) => {
    const sheet = sheets.slice(n, n + 1);
    const image = format === 'ZPL' ? Buffer.from(drawZpl(sheet)) : drawPdf(sheet);
    return { TrackingNumber, GraphicImage: image.toString('base64') };
  });
}

/** Returns the label of one package, or all labels if the number is the shipment's own. */
function recover(desk: Desk, { body }: Call): Answer {
  const number = textAt(body, 'LabelRecoveryRequest.TrackingNumber');
  const format = textAt(body, 'LabelRecoveryRequest.LabelSpecification.LabelImageFormat.Code');
  const shipment = desk.shipments.find(number);
  if (shipment === undefined) return refuse('300100', 'The tracking number is not valid', 404);
  if (format !== 'ZPL' && format !== 'PDF') {
    return refuse('300101', `A label as ${format} is not simulated; ask for ZPL or PDF`);
  }
  const results = pictures(shipment, format)
    .filter(({ TrackingNumber }) => number === shipment.number || number === TrackingNumber)
    .map(({ TrackingNumber, GraphicImage }) => ({
      TrackingNumber,
      LabelImage: { LabelImageFormat: { Code: format }, GraphicImage },
    }));
  return json({
    LabelRecoveryResponse: {
      Response: success,
      ShipmentIdentificationNumber: shipment.number,
      LabelResults: converted(results),
    },
  });
}

function voidIt(desk: Desk, { params }: Call): Answer {
  const shipment = desk.shipments.find(params.number ?? '');
  if (shipment === undefined)
    return refuse('190102', 'No shipment found within the allowed void period', 404);
  if (desk.hasLeft(shipment))
    return refuse('190117', 'The package(s) has been manifested and cannot be voided');
  shipment.cancelledAtMs ??= desk.nowMs();
  const SummaryResult = { Status: { Code: '1', Description: 'Voided' } };
  return json({ VoidShipmentResponse: { Response: success, SummaryResult } });
}

const activities: Readonly<Record<TrackingStage, readonly [string, string, string]>> = {
  pending: ['M', 'MP', 'Shipper created a label, UPS has not received the package yet.'],
  picked_up: ['I', 'OR', 'Origin Scan'],
  in_transit: ['I', 'DP', 'Departed from Facility'],
  out_for_delivery: ['I', 'OT', 'Out For Delivery Today'],
  delivered: ['D', 'FS', 'DELIVERED'],
  futile: ['X', '48', 'Delivery attempt was unsuccessful'],
  check_address: ['X', '35', 'Address information is needed'],
  damaged: ['X', '67', 'The package was damaged'],
};

function needsHeaders({ headers }: Call): Answer | undefined {
  const gone = ['transid', 'transactionsrc'].filter((header) => (headers[header] ?? '') === '');
  return gone.length === 0 ? undefined : refuse('TV0002', `Missing header: ${gone.join(', ')}`);
}

function track(desk: Desk, call: Call): Answer {
  const refused = needsHeaders(call);
  if (refused !== undefined) return refused;
  const shipment = desk.shipments.find(call.params.number ?? '');
  if (shipment === undefined) return refuse('TW0001', 'Tracking Information Not Found', 404);
  return json({
    trackResponse: { shipment: [presentTracking(desk, shipment, call.params.number ?? '')] },
  });
}

function trackReference(desk: Desk, call: Call): Answer {
  const refused = needsHeaders(call);
  if (refused !== undefined) return refused;
  const found = desk.shipments.withReference(call.params.number ?? '');
  if (found.length === 0) return refuse('TW0001', 'Tracking Information Not Found', 404);
  return json({
    trackResponse: { shipment: found.map((one) => presentTracking(desk, one, one.number)) },
  });
}

function presentTracking(desk: Desk, shipment: Shipment, inquiryNumber: string) {
  const activity = desk
    .passed(shipment)
    .map(({ stage, atMs }) => {
      const end = whereAt(shipment, stage);
      const [type, code, description] = activities[stage];
      const [date = '', time = ''] = new Date(atMs).toISOString().slice(0, 19).split('T');
      return {
        location: { address: { city: end.suburb, countryCode: end.country } },
        status: { type, code, description },
        date: date.replaceAll('-', ''),
        time: time.replaceAll(':', ''),
        gmtDate: date.replaceAll('-', ''),
        gmtTime: time,
        gmtOffset: '+00:00',
      };
    })
    .toReversed();
  const articles =
    shipment.articles.includes(inquiryNumber) && inquiryNumber !== shipment.number
      ? [inquiryNumber]
      : shipment.articles;
  return {
    inquiryNumber,
    package: articles.map((trackingNumber) => ({
      trackingNumber,
      currentStatus: activity[0]?.status,
      activity,
      referenceNumber: [{ type: 'SHIPMENT', number: shipment.reference }],
    })),
  };
}

function pickup(desk: Desk, { body }: Call): Answer {
  const gone = missing(at(body, 'PickupCreationRequest'), [
    'RatePickupIndicator',
    'PickupDateInfo.PickupDate',
    'PickupDateInfo.ReadyTime',
    'PickupDateInfo.CloseTime',
    'PickupAddress.CompanyName',
    'PickupAddress.ContactName',
    'PickupAddress.AddressLine',
    'PickupAddress.City',
    'PickupAddress.CountryCode',
    'PickupAddress.ResidentialIndicator',
    'PickupAddress.Phone.Number',
    'AlternateAddressIndicator',
    'PickupPiece',
    'PaymentMethod',
  ]);
  if (gone.length > 0) return refuse('9510111', `Missing or invalid ${gone.join(', ')}`);
  const pickupRequestNumber = `2929${String(desk.shipments.nextSerial()).padStart(9, '0')}`;
  const RateStatus = { Code: '02', Description: 'Rate not requested' };
  return json({
    PickupCreationResponse: { Response: success, PRN: pickupRequestNumber, RateStatus },
  });
}
