// Hi-Trans Express: tracking only. Its interface gives the current status, so a request adds an event when that has changed.
import type { Connector } from '../../../src/application/ports.ts';
import { basicAuthorisation } from '../../../src/domain/connectors/account-setting.ts';
import {
  badAnswer,
  findJson,
  jsonOf,
  saysNotThere,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { isSecretText } from '../../../src/domain/connectors/notice-proof.ts';
import { carrierSentence, get } from '../../../src/domain/connectors/request.ts';

export const hiTrans: Connector = {
  carrier: 'hi_trans',
  services: [{ stringId: 'hi_trans', product: '' }],
  fields: [
    { name: 'username', label: 'user name of the Freight API', isSecret: false },
    { name: 'password', label: 'its password', isSecret: true },
    {
      name: 'webhook_key',
      label: 'a secret of your choice for the address of the webhook, if there is one',
      isSecret: true,
      defaultText: '',
    },
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://api.hi-trans.com.au',
  authorise: ({ username = '', password = '' }) => ({
    authorization: basicAuthorisation(username, password),
  }),
  check: function* () {
    const reply = yield status('LINEHAUL-TEST');
    // "Not found" means that the credentials were accepted.
    if (reply.status === 200) jsonOf(reply.bytes);
    else if (!saysNotThere(reply)) throw badAnswer(carrierSentence(reply, []));
    return 'The account is accepted.';
  },
  track: function* (_account, { connote }) {
    const reply = yield status(connote);
    if (saysNotThere(reply)) return [];
    if (reply.status >= 400)
      throw badAnswer(carrierSentence(reply, [textAt(findJson(reply.bytes), 'message')]));
    const answer = jsonOf(reply.bytes);
    const text = textAt(answer, 'ConsignmentStatus');
    if (text === '') return [];
    // The answer gives the time of despatch only, so the status has no time.
    return [
      {
        piece: undefined,
        occurredAtMs: undefined,
        raw: { status: text, event: textAt(answer, 'StatusID') },
      },
    ];
  },
  // The carrier does not sign its webhooks, so only their address is secret.
  readNotice: ({ webhook_key = '' }, { key, body }) =>
    isSecretText(webhook_key, key)
      ? { connote: textAt(findJson(body), 'consignment', 'consignmentNo') || undefined }
      : 'forged',
};

function status(connote: string) {
  return get(`/ws/rest/freight/status/${encodeURIComponent(connote)}`);
}
