// Traces a request to a carrier as a span with carrier, operation, host and status. The request carries the trace headers, so
// that the carrier can continue the trace. Paths and bodies are left out because they contain personal data.
import type { Tracer } from '../../application/ports.ts';
import type { Transport, WireReply, WireRequest } from './transport.ts';

export async function sendTraced(
  { transport, tracer }: { transport: Transport; tracer?: Tracer | undefined },
  about: { carrier: string; operation: string },
  request: WireRequest,
  signal: AbortSignal | undefined,
): Promise<WireReply> {
  if (tracer === undefined) return await transport.send(request, signal);
  const details = {
    'linehaul.carrier': about.carrier,
    'linehaul.operation': about.operation,
    'http.request.method': request.method,
    'server.address': URL.canParse(request.url) ? new URL(request.url).hostname : '',
  };
  return await tracer.part(
    { name: `${about.operation} ${about.carrier}`, kind: 'outgoing', details },
    async ({ headers, tell }) => {
      const reply = await transport.send(
        { ...request, headers: { ...request.headers, ...headers } },
        signal,
      );
      tell({ 'http.response.status_code': reply.status });
      return reply;
    },
  );
}
