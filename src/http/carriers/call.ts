// Calls to carriers in the operator's area.
import { type Static, Type } from 'typebox';
import type { CallsPage } from '../../application/carriers/carrier-calls.ts';
import {
  type CallsFilter,
  carrierOperations,
  type KnownCarrierCall,
} from '../../application/ports.ts';
import { hasFailed } from '../../domain/connectors/call-outcome.ts';
import { callSorts } from '../../domain/sorting.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { PageParam, sortingParam } from '../server/list-query.ts';

const callOperations = [...carrierOperations, 'sign_in'] as const;
const callOutcomes = ['answered', 'failed'] as const;

const CallLine = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  carrier: Type.String(),
  operation: Type.String(),
  reference: Type.String({ description: 'The reference sent to the carrier; "" for quotes' }),
  method: Type.String(),
  url: Type.String(),
  status: Type.Integer({ description: '0 when there was no answer' }),
  took_ms: Type.Integer(),
  trouble: Type.String({ description: 'What went wrong; "" when nothing did' }),
  has_failed: Type.Boolean(),
  request_id: Type.String({
    description: 'The id of the request to Linehaul; "" for background calls',
  }),
  member: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The owner of the carrier account; null: the operator',
  }),
});

export const CallsReply = Type.Object(
  {
    calls: Type.Array(CallLine),
    carriers: Type.Array(Type.String()),
  },
  { $id: 'CarrierCalls' },
);

export const CallReply = Type.Object(
  { ...CallLine.properties, sent: Type.String(), received: Type.String() },
  { $id: 'CarrierCall' },
);

const CallSortParam = sortingParam(callSorts);

export const CallsQuery = Type.Object({
  carrier: Type.Optional(Type.String({ pattern: '^\\w{0,80}$' })),
  operation: Type.Optional(Type.Union(callOperations.map((one) => Type.Literal(one)))),
  outcome: Type.Optional(Type.Union(callOutcomes.map((one) => Type.Literal(one)))),
  booking: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  request: Type.Optional(Type.String({ pattern: '^[\\w.:-]{0,64}$' })),
  sort: CallSortParam.schema,
  page: Type.Optional(PageParam.blankOrSchema),
});

export function parseCallsQuery(
  query: Static<typeof CallsQuery>,
): Omit<CallsFilter, 'limit' | 'skip' | 'isBrief'> & { page: number } {
  const number = (text: string | undefined): number | undefined =>
    text === undefined ? undefined : Number(text);
  return {
    carrier: query.carrier,
    operation: query.operation,
    hasFailed: query.outcome === undefined ? undefined : query.outcome === 'failed',
    bookingId: number(query.booking),
    requestId: query.request,
    sorting: CallSortParam.read(query.sort),
    page: PageParam.read(query.page || '1'),
  };
}

function presentLine(call: KnownCarrierCall): Static<typeof CallLine> {
  const { id, carrier, operation, reference, method, url, status, trouble } = call;
  return {
    id,
    at: timestampWithColon(call.atMs, homeZone),
    carrier,
    operation,
    reference,
    method,
    url,
    status,
    took_ms: call.tookMs,
    trouble,
    has_failed: hasFailed(call),
    request_id: call.requestId,
    member: call.memberId ?? null,
  };
}

export function presentCalls({ calls, carriers }: CallsPage) {
  return { calls: calls.map(presentLine), carriers: [...carriers] };
}

export function presentCall(call: KnownCarrierCall): Static<typeof CallReply> {
  return { ...presentLine(call), sent: call.sent, received: call.received };
}
