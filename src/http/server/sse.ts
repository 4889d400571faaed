// Sends Server-Sent Events: each item of an iterable as it arrives, and a comment at intervals so that proxies keep
// the connection open. All work stops when the client disconnects.
import type { FastifyReply } from 'fastify';

export type SseEvent = { event: string; data: object };

const awakeMs = 15_000;

export async function sendEvents<Happening>(
  reply: FastifyReply,
  happenings: (signal: AbortSignal) => AsyncIterable<Happening>,
  present: (happening: Happening) => SseEvent,
): Promise<void> {
  const gone = new AbortController();
  const { raw } = reply;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    // Stops nginx from buffering the events.
    'x-accel-buffering': 'no',
  });
  raw.on('close', () => gone.abort());
  const awake = setInterval(() => raw.write(': still here\n\n'), awakeMs);
  try {
    for await (const happening of happenings(gone.signal)) {
      if (gone.signal.aborted) break;
      const { event, data } = present(happening);
      raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    }
  } finally {
    clearInterval(awake);
    raw.end();
  }
}
