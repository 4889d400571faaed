// DHL Express (MyDHL): prices of exports and imports, with the days they take, and tracking. Of several products the cheapest is
// offered. A booking does not say which one that was, so bookings are a person's.
import type { CarrierScan, Connector, ServiceOffer } from '../../../src/application/ports.ts';
import { basicAuthorisation } from '../../../src/domain/connectors/account-setting.ts';
import {
  type Answer,
  badAnswer,
  centsAt,
  findJson,
  jsonOf,
  listAt,
  numberAt,
  saysNotThere,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { pieceLine, singlePieces } from '../../../src/domain/connectors/piece-line.ts';
import type { ShipmentEnd } from '../../../src/domain/quotes/shipment.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { homeZone, zoneOfPlace } from '../../../src/domain/tracking/scan-place.ts';

const exporting = 'dhl_express';
const importing = 'dhl_express_import';
/** The billing currency of the account comes first among the prices. */
const billing = 'BILLC';

export const dhlExpress: Connector = {
  carrier: 'dhl_express',
  services: [exporting, importing].map((stringId) => ({ stringId, product: '' })),
  fields: [
    { name: 'username', label: 'user name of MyDHL API', isSecret: false },
    { name: 'password', label: 'its password', isSecret: true },
    { name: 'account_number', label: 'the account of exports', isSecret: false },
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://express.api.dhl.com/mydhlapi',
  authorise: ({ username = '', password = '' }) => ({
    authorization: basicAuthorisation(username, password),
  }),
  check: function* () {
    const query = new URLSearchParams({
      type: 'pickup',
      countryCode: 'AU',
      postalCode: '2000',
      cityName: 'SYDNEY',
    });
    const reply = yield { method: 'GET', path: `/address-validate?${query}`, isRepeatable: true };
    if (reply.status >= 400) throw badAnswer(detailOf(reply));
    jsonOf(reply.bytes);
    return 'The account is accepted: the carrier knows Sydney.';
  },
  quote: function* ({ account_number = '' }, { shipment, pickupDate, offsetMinutes }) {
    const { sender, receiver } = shipment;
    const stringId = sender.country === 'AU' ? exporting : importing;
    if (sender.country === receiver.country)
      return absentEverywhere('the service is between countries');
    const reply = yield {
      method: 'POST',
      path: '/rates',
      isRepeatable: true,
      body: {
        json: {
          customerDetails: { shipperDetails: placeOf(sender), receiverDetails: placeOf(receiver) },
          accounts: [{ typeCode: 'shipper', number: account_number }],
          plannedShippingDateAndTime: `${pickupDate}T12:00:00 ${gmt(offsetMinutes)}`,
          unitOfMeasurement: 'metric',
          isCustomsDeclarable: true,
          monetaryAmount: [
            {
              typeCode: 'declaredValue',
              value: shipment.declaredValueCents / 100,
              currency: 'AUD',
            },
          ],
          packages: singlePieces(shipment.lines.map(pieceLine)).map((piece) => ({
            weight: piece.weightKg,
            dimensions: { length: piece.lengthCm, width: piece.widthCm, height: piece.heightCm },
          })),
        },
      },
    };
    if (reply.status >= 400) {
      const detail = detailOf(reply);
      if (/product|available|serviced|location|postal|city/i.test(detail))
        return absentEverywhere(detail);
      throw badAnswer(detail);
    }
    return new Map([[stringId, cheapestOf(listAt(jsonOf(reply.bytes), 'products'))]]);
  },
  track: function* (_account, { connote }) {
    const query = new URLSearchParams({
      shipmentTrackingNumber: connote,
      trackingView: 'all-checkpoints',
    });
    const reply = yield { method: 'GET', path: `/tracking?${query}`, isRepeatable: true };
    // A waybill that was made a moment ago is not known yet.
    if (saysNotThere(reply)) return [];
    if (reply.status >= 400) throw badAnswer(detailOf(reply));
    return listAt(jsonOf(reply.bytes), 'shipments')
      .flatMap((one) => listAt(one, 'events'))
      .flatMap(scanOf);
  },
};

function scanOf(event: Answer): CarrierScan[] {
  const [typeCode, description] = [textAt(event, 'typeCode'), textAt(event, 'description')];
  if (typeCode === '' && description === '') return [];
  const offset = textAt(event, 'GMTOffset');
  const datetime = `${textAt(event, 'date')}T${textAt(event, 'time')}${offset}`;
  const location = textAt(listAt(event, 'serviceArea')[0], 'description');
  return [
    {
      piece: undefined,
      // By the clock of the place, whose offset newer answers give; without it only a place here has a clock that we know.
      occurredAtMs:
        offset === '' && !/-AU$|AUSTRALIA/i.test(location)
          ? undefined
          : findWrittenInstant(datetime, zoneOfPlace(location) ?? homeZone),
      raw: { datetime, event: typeCode, description, location },
    },
  ];
}

function placeOf({ postcode, suburb, country }: ShipmentEnd) {
  return { postalCode: postcode, cityName: suburb, countryCode: country };
}

/** `GMT+10:00` */
function gmt(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `GMT${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function cheapestOf(products: readonly Answer[]): ServiceOffer {
  const [best] = products
    .flatMap((product) => {
      const priceCents = billedCents(product);
      return priceCents === undefined ? [] : [{ priceCents, transit: transitOfProduct(product) }];
    })
    .toSorted((left, right) => left.priceCents - right.priceCents);
  if (best === undefined) throw badAnswer('no product with a price in Australian dollars');
  return best;
}

function billedCents(product: Answer): number | undefined {
  const prices = listAt(product, 'totalPrice');
  const isDollars = (one: Answer): boolean => textAt(one, 'priceCurrency') === 'AUD';
  const price =
    prices.find((one) => textAt(one, 'currencyType') === billing && isDollars(one)) ??
    prices.find(isDollars);
  const cents = centsAt(price, 'price');
  return cents === undefined || cents <= 0 ? undefined : cents;
}

function transitOfProduct(product: Answer) {
  const days = numberAt(product, 'deliveryCapabilities', 'totalTransitDays');
  if (days === undefined || !Number.isInteger(days) || days < 0 || days > 60)
    return { text: '', minDays: 0, maxDays: 0 };
  return { text: `${days} day${days === 1 ? '' : 's'}`, minDays: days, maxDays: days };
}

function detailOf({ bytes, status }: { bytes: Uint8Array; status: number }): string {
  const answer = findJson(bytes);
  return (
    textAt(answer, 'detail') ||
    textAt(answer, 'message') ||
    `the carrier answered ${status}`
  ).slice(0, 200);
}

function absentEverywhere(message: string) {
  const absence = { code: 'route_not_served', serviceability: 'no_route', message } as const;
  return new Map([exporting, importing].map((stringId) => [stringId, { absence }]));
}
