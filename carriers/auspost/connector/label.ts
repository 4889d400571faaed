// Labels of the Shipping and Tracking interface: created, polled until available, then downloaded.
import type { Conversation } from '../../../src/application/ports.ts';
import {
  badAnswer,
  jsonOf,
  listAt,
  requiredText,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { get, post } from '../../../src/domain/connectors/request.ts';
import { errorOf, refuseErrors, sentenceOf } from './errors.ts';
import type { Family } from './family.ts';

export function* labelBytes(
  { labelGroups }: Family,
  shipmentId: string,
  stringId: string,
  format: 'pdf' | 'zpl',
): Conversation<Uint8Array> {
  const layout = format === 'pdf' ? 'A4-1pp' : 'A6-1pp';
  const group = labelGroups[stringId] ?? '';
  let reply = yield post('/labels', {
    wait_for_label_url: true,
    preferences: [
      {
        type: 'PRINT',
        format: format.toUpperCase(),
        groups: [{ group, layout, branded: true, left_offset: 0, top_offset: 0 }],
      },
    ],
    shipments: [{ shipment_id: shipmentId }],
  });
  refuseErrors(reply);
  for (let attempts = 1; ; attempts += 1) {
    const [label] = listAt(jsonOf(reply.bytes), 'labels');
    const url = textAt(label, 'url');
    const status = textAt(label, 'status').toUpperCase();
    if (status === 'ERROR')
      throw badAnswer(sentenceOf(listAt(label, 'errors').map(errorOf), reply));
    if (url !== '' && status !== 'PENDING') {
      const file = yield { ...get(url), headers: { accept: '*/*' } };
      if (file.status !== 200) throw badAnswer(`the address of the label answered ${file.status}`);
      return file.bytes;
    }
    if (attempts > mostPolls) throw badAnswer('the label is still being created');
    reply = yield get(`/labels/${encodeURIComponent(requiredText(label, 'request_id'))}`);
    refuseErrors(reply);
  }
}

/** The carrier waits for the label before it answers, so a few polls are enough. */
const mostPolls = 5;
