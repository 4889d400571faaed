// Border Express: tracking only, with a token. Consignments are sent as files by a person or a warehouse system.
//
// The interface has two generations, `/api/connotes` and `/api/v1/consignments`. The answers are known for the first only.
import type { CarrierScan, Connector } from '../../../src/application/ports.ts';
import {
  type Answer,
  at,
  badAnswer,
  findJson,
  jsonOf,
  listAt,
  saysNotThere,
  textAt,
  tokenOf,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { get, postForm } from '../../../src/domain/connectors/request.ts';
import { homeZone } from '../../../src/domain/time/home-clock.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { zoneOfPlace } from '../../../src/domain/tracking/scan-place.ts';

export const borderExpress: Connector = {
  carrier: 'border_express',
  services: [{ stringId: 'border_express', product: '' }],
  fields: [
    { name: 'client_id', label: 'client id of the API', isSecret: false },
    { name: 'client_secret', label: 'its secret', isSecret: true },
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://api.borderexpress.com.au',
  authorise: (_account, token) => ({ authorization: `Bearer ${token ?? ''}` }),
  signIn: function* ({ client_id = '', client_secret = '' }) {
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    const reply = yield postForm('/token', form);
    if (reply.status >= 400) throw badAnswer(`signing in: ${sentenceOf(reply)}`);
    return tokenOf(jsonOf(reply.bytes));
  },
  check: function* () {
    const reply = yield statuses('LINEHAUL-TEST');
    // "Not found" comes from the service itself, so the token was accepted.
    if (reply.status === 200) jsonOf(reply.bytes);
    else if (!saysNotThere(reply)) throw badAnswer(sentenceOf(reply));
    return 'The account is accepted.';
  },
  track: function* (_account, { connote }) {
    const reply = yield statuses(connote);
    if (saysNotThere(reply)) return [];
    if (reply.status >= 400) throw badAnswer(sentenceOf(reply));
    const answer = jsonOf(reply.bytes);
    if (at(answer, 'Statuses') === undefined) throw badAnswer(sentenceOf(reply));
    return listAt(answer, 'Statuses').flatMap(scanOf);
  },
};

function statuses(connote: string) {
  return get(`/api/connotes/${encodeURIComponent(connote)}/Statuses`);
}

function sentenceOf({ bytes, status }: { bytes: Uint8Array; status: number }): string {
  const answer = findJson(bytes);
  const texts = ['title', 'Message', 'error'].map((name) => textAt(answer, name));
  return texts.find((text) => text !== '') ?? `the carrier answered ${status}`;
}

function scanOf(one: Answer): CarrierScan[] {
  const status = textAt(one, 'Status');
  if (status === '') return [];
  const datetime = textAt(one, 'DateOccurred');
  const place = ['Suburb', 'State', 'Postcode'].map((name) => textAt(one, name));
  const location = place.filter((text) => text !== '').join(' ');
  return [
    {
      piece: undefined,
      // Times have an offset; a time without one is local time at the place of the scan.
      occurredAtMs: findWrittenInstant(datetime, zoneOfPlace(location) ?? homeZone),
      raw: { datetime, status, location },
    },
  ];
}
