// Server-Sent Events over POST, which the browser's EventSource cannot send. Yields one event after another.
import { send } from './client.ts';

export type ServerEvent = { event: string; data: unknown };

export async function* postForEvents(
  path: string,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const answer = await send('POST', path, {
    body,
    signal,
    headers: { accept: 'text/event-stream' },
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = parseEvent(text.slice(0, end));
        text = text.slice(end + 2);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Undefined for comments, which only keep the connection open. */
function parseEvent(block: string): ServerEvent | undefined {
  let event = '';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) event = line.slice(6).trim();
    else if (line.startsWith('data:')) data.push(line.slice(5).trim());
  }
  return event === '' ? undefined : { event, data: JSON.parse(data.join('\n')) as unknown };
}
