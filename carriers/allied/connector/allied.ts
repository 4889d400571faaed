// Allied Express: prices and tracking through its JSON gateway, whose answers are SOAP envelopes turned into JSON. Booking and
// label are one call there, and nothing is known about asking afterwards, so bookings are a person's.

import type {
  CarrierReply,
  CarrierScan,
  Connector,
  ServiceAbsence,
} from '../../../src/application/ports.ts';
import {
  basicAuthorisation,
  gstField,
  gstIncluded,
} from '../../../src/domain/connectors/account-setting.ts';
import {
  type Answer,
  at,
  badAnswer,
  findJson,
  jsonOf,
  listAt,
  requiredCents,
  textAt,
  textOf,
} from '../../../src/domain/connectors/carrier-answer.ts';
import {
  type PieceLine,
  pieceLine,
  totalKg,
  totalPieces,
} from '../../../src/domain/connectors/piece-line.ts';
import { trialCarton, trialPriced } from '../../../src/domain/connectors/trial-carton.ts';
import { homeZone } from '../../../src/domain/time/home-clock.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { zoneOfPlace } from '../../../src/domain/tracking/scan-place.ts';

const service = 'allied';
/** The interface gives no times. */
const transit = { text: '1-5 business days', minDays: 1, maxDays: 5 };
const longestShown = 200;

type Place = { suburb: string; state: string; postcode: string };

export const allied: Connector = {
  carrier: 'allied',
  reach: 'domestic',
  services: [{ stringId: service, product: 'R' }],
  fields: [
    { name: 'username', label: 'user name of the gateway', isSecret: false },
    { name: 'password', label: 'its password', isSecret: true },
    { name: 'account', label: 'the account number', isSecret: false },
    { name: 'service_level', label: 'R, P, PT or PT2', isSecret: false, defaultText: 'R' },
    gstField,
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://3plapi.com',
  authorise: ({ username = '', password = '' }) => ({
    authorization: basicAuthorisation(username, password),
  }),
  check: function* (account) {
    const { from, to, line } = trialCarton;
    const goods = { lines: [line], isDangerous: false };
    const reply = yield priceRequest(account, from, to, goods);
    if (reply.status >= 400) throw badAnswer(sentenceOf(reply));
    requiredCents(resultOf(reply, 'calculatePriceResponse'), 'totalCharge');
    return trialPriced;
  },
  quote: function* (account, { shipment }) {
    const { sender, receiver, isDangerous } = shipment;
    const reply = yield priceRequest(account, sender, receiver, {
      lines: shipment.lines.map(pieceLine),
      isDangerous,
    });
    if (reply.status >= 400) return new Map([[service, { absence: absenceOf(sentenceOf(reply)) }]]);
    const cents = requiredCents(resultOf(reply, 'calculatePriceResponse'), 'totalCharge');
    if (cents === 0) throw badAnswer('a price of nothing');
    return new Map([[service, { priceCents: gstIncluded(account, cents), transit }]]);
  },
  track: function* (_account, { connote }) {
    const path = `/getShipmentsStatus/${encodeURIComponent(connote)}`;
    const reply = yield { method: 'POST', path, isRepeatable: true };
    if (reply.status === 404) return [];
    if (reply.status >= 400) throw badAnswer(sentenceOf(reply));
    return listAt(resultOf(reply, 'getShipmentsStatusResponse'), 'statusBarcodesList').flatMap(
      scanOf,
    );
  },
};

function priceRequest(
  { account = '', service_level = '' }: Readonly<Record<string, string>>,
  from: Place,
  to: Place,
  { lines, isDangerous }: { lines: readonly PieceLine[]; isDangerous: boolean },
) {
  const volume = Number(
    lines.reduce((sum, line) => sum + line.cubicMetres * line.quantity, 0).toFixed(6),
  );
  const json = {
    bookedBy: 'Linehaul',
    account,
    instructions: '',
    itemCount: totalPieces(lines),
    items: lines.map((line) => ({
      dangerous: isDangerous,
      height: line.heightCm,
      itemCount: line.quantity,
      length: line.lengthCm,
      volume: Number((line.cubicMetres * line.quantity).toFixed(6)),
      weight: totalKg([line]),
      width: line.widthCm,
    })),
    jobStops_P: stopOf(from),
    jobStops_D: stopOf(to),
    referenceNumbers: [],
    serviceLevel: service_level,
    volume,
    weight: totalKg(lines),
  };
  return { method: 'POST', path: '/calculatePrice', body: { json }, isRepeatable: true } as const;
}

/** A quote knows no street and nobody's name; the price does not depend on them. */
function stopOf({ suburb, state, postcode }: Place) {
  return {
    companyName: 'To be advised',
    contact: 'To be advised',
    emailAddress: '',
    geographicAddress: {
      address1: 'To be advised',
      address2: '',
      country: 'Australia',
      postCode: postcode,
      state,
      suburb,
    },
    phoneNumber: '',
  };
}

/** The envelope may be there or be unpacked already. */
function resultOf(reply: CarrierReply, response: string): Answer {
  const answer = jsonOf(reply.bytes);
  const envelope = at(answer, 'soapenv:Envelope') ?? answer;
  const result = at(envelope, 'soapenv:Body', `ns1:${response}`, 'result');
  if (result === undefined) throw badAnswer(`no result of ${response}`);
  return result;
}

/** Failures of a schema come as plain text. */
function sentenceOf({ bytes, status }: CarrierReply): string {
  const answer = findJson(bytes);
  const said = answer === undefined ? textOf(bytes).trim() : textAt(answer, 'message');
  return (said || `the carrier answered ${status}`).slice(0, longestShown);
}

function absenceOf(message: string): ServiceAbsence['absence'] {
  if (/suburb|postcode|address|zone|location/i.test(message))
    return { code: 'route_not_served', serviceability: 'no_route', message };
  if (/weight|height|length|width|volume|item/i.test(message))
    return { code: 'item_not_carried', serviceability: 'no_items', message };
  throw badAnswer(message);
}

function scanOf(scan: Answer): CarrierScan[] {
  const status = textAt(scan, 'scannedStatus');
  if (status === '') return [];
  const depot = textAt(scan, 'depotLocation');
  // The carrier's own spelling, with three n.
  const datetime = textAt(scan, 'scannnedTimestamp');
  const occurredAtMs = findWrittenInstant(datetime, zoneOfPlace(depot) ?? homeZone);
  return [{ piece: undefined, occurredAtMs, raw: { datetime, status, depot } }];
}
