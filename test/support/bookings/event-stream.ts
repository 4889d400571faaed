// Parses Server-Sent Events, from a whole text or one by one while the stream is open.
import assert from 'node:assert/strict';

export type StreamEvent = { event: string; data: Record<string, unknown> };

export function parseEvents(text: string): StreamEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith(':'))
    .map(parseEvent);
}

/** Yields each event as it arrives in the body's chunks. */
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
