// /operator/carrier-calls…: recent requests to carriers and their answers.
// Tests: contract/operator-area.
import { Type } from 'typebox';
import { listCarrierCalls, readCarrierCall } from '../../application/carriers/carrier-calls.ts';
import { endpoint } from '../server/endpoint.ts';
import { getRecordNumber } from '../server/whole-number.ts';
import {
  CallReply,
  CallsQuery,
  CallsReply,
  parseCallsQuery,
  presentCall,
  presentCalls,
} from './call.ts';

export const list = endpoint(
  {
    summary: 'Calls to live carriers',
    description:
      'Newest first or by sort, 50 a page, kept for CARRIER_CALL_DAYS. Of successful price requests only a sample is kept.',
    query: CallsQuery,
    reply: CallsReply,
  },
  async (app, { query }) => presentCalls(await listCarrierCalls(app, parseCallsQuery(query))),
);

export const read = endpoint(
  {
    summary: 'A call to a carrier with its request and answer',
    description: 'Stored without secrets.',
    params: Type.Object({ id: Type.String() }),
    reply: CallReply,
  },
  async (app, { params: { id } }) => {
    const number = getRecordNumber(id, { code: 'carrier_call_not_found', id: 0 });
    return presentCall(await readCarrierCall(app, number));
  },
);
