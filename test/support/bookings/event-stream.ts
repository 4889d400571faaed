// Server-Sent Events as a client reads them: whole texts, or one event after the other while the stream is open.
import assert from 'node:assert/strict';

export type StreamEvent = { event: string; data: Record<string, unknown> };

export function parseEvents(text: string): StreamEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith(':'))
    .map(parseEvent);
}

/** Events as they arrive, from the chunks of an answer's body. */
export async function* readEvents(chunks: AsyncIterable<string>): AsyncGenerator<StreamEvent> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      if (!block.startsWith(':')) yield parseEvent(block);
    }
  }
}

function parseEvent(block: string): StreamEvent {
  const match = /^event: (\w+)\ndata: (.*)$/.exec(block);
  assert.ok(match, `not an event: ${block}`);
  return { event: match[1] ?? '', data: JSON.parse(match[2] ?? '') };
}
