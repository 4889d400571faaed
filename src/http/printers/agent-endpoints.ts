// /print-agent…: `linehaul print-agent` fetches the labels of its printer and reports what became of them. It signs in
// with the printer's own token, which opens nothing else.
// Tests: contract/printers.
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import {
  type AgentReport,
  nextLabel,
  reportLabel,
} from '../../application/printers/serve-agent.ts';
import { clientGone } from '../../application/request-scope.ts';
import { printJobId } from '../../domain/printers/print-job.ts';
import { secondMs } from '../../domain/time/durations.ts';
import { readAgentToken } from '../server/agent-token.ts';
import { endpoint } from '../server/endpoint.ts';
import { orNull, wordOf } from '../server/values.ts';
import { IdParam, wholeNumberParam } from '../server/whole-number.ts';

/** Proxies cut off requests after a minute. */
const longestWaitSeconds = 25;
const longestDetail = 300;
/** Of a column of four bytes. */
const mostAttempts = 2 ** 31 - 1;
const WaitParam = wholeNumberParam('wait', { least: 0, most: longestWaitSeconds });

const LabelReply = Type.Object(
  {
    id: Type.Integer(),
    attempt: Type.Integer({ description: 'Send it back with the report' }),
    booking_id: orNull(Type.Integer({ description: 'null: a test label' })),
    zpl: Type.String({ description: 'Base64', contentEncoding: 'base64' }),
  },
  { $id: 'AgentLabel' },
);

/** A stopping server answers at once, so that the agent asks the next one. `inject` has no listener. */
function stopOf({ server: { server } }: FastifyReply): () => boolean {
  const wasListening = server.listening;
  return () => wasListening && !server.listening;
}

export const next = endpoint(
  {
    summary: 'The next label of a print agent',
    description:
      'Authorization: Bearer with the printer’s token. Waits for up to `wait` seconds; label is null if none came. Report on it within a minute, or it is given out again.',
    query: Type.Object({ wait: Type.Optional(WaitParam.blankOrSchema) }),
    reply: Type.Object({ label: orNull(LabelReply) }),
  },
  async (app, { query, reply }) => {
    const isGone = clientGone();
    const isStopping = stopOf(reply);
    const label = await nextLabel(app, readAgentToken(reply.request.headers), {
      waitMs: WaitParam.read(query.wait || '0') * secondMs,
      isOver: () => isGone() || isStopping(),
    });
    if (label === undefined) return { label: null };
    const { id, attempts, bookingId, bytes } = label;
    return {
      label: {
        id,
        attempt: attempts,
        booking_id: bookingId ?? null,
        zpl: Buffer.from(bytes).toString('base64'),
      },
    };
  },
);

export const report = endpoint(
  {
    summary: 'What became of a label',
    description:
      'printing: it takes longer, keep it for another minute. unreachable: the printer took nothing. cut_off: it may have taken a part. Both are retried.',
    params: Type.Object({ id: IdParam.schema }),
    body: Type.Object({
      attempt: Type.Integer({ minimum: 1, maximum: mostAttempts }),
      state: wordOf(['printing', 'sent', 'unreachable', 'cut_off']),
      detail: Type.Optional(Type.String({ maxLength: longestDetail })),
    }),
    reply: Type.Object({ success: Type.Boolean() }),
  },
  async (app, { params: { id }, body, reply }) => {
    const { attempt, state, detail = '' } = body;
    const job = { id: printJobId(IdParam.read(id)), attempt };
    const outcome: AgentReport =
      state === 'printing' || state === 'sent'
        ? { state }
        : { state: 'failed', trouble: { reason: state, detail } };
    await reportLabel(app, readAgentToken(reply.request.headers), job, outcome);
    return { success: true };
  },
);
