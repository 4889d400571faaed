// Opens a quote stream over a real connection, from any local address, and keeps it open.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { readEvents, type StreamEvent } from './event-stream.ts';
import { type Body, sydneyToMelbourne } from './quote-bodies.ts';

export type OpenStream = {
  answer: IncomingMessage;
  events: AsyncGenerator<StreamEvent>;
  leave(): void;
};

export async function openStream(
  url: string,
  key: string,
  options: { body?: Body; localAddress?: string; headers?: Record<string, string> } = {},
): Promise<OpenStream> {
  const body = options.body ?? sydneyToMelbourne({ options: { disable_cache: true } });
  const { localAddress } = options;
  const streamRequest = request(`${url}/api/v5/bookings/stream`, {
    // Use a new connection, because a kept-alive one may be closing.
    agent: false,
    method: 'POST',
    headers: { 'api-key': key, 'content-type': 'application/json', ...options.headers },
    ...(localAddress === undefined ? {} : { localAddress }),
  });
  streamRequest.end(JSON.stringify(body));
  const [answer] = (await once(streamRequest, 'response')) as [IncomingMessage];
  answer.setEncoding('utf8');
  return { answer, events: readEvents(answer), leave: () => streamRequest.destroy() };
}

/** Reads events up to and including the first with this name. */
export async function readUntil(
  { events }: OpenStream,
  isLast: (event: StreamEvent) => boolean,
): Promise<StreamEvent[]> {
  const received: StreamEvent[] = [];
  // `for await` would close the stream when the loop ends.
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) return received;
    received.push(value);
    if (isLast(value)) return received;
  }
}
