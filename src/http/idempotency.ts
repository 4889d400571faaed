// The Idempotency-Key header: answers are kept as they were sent, refusals included, and sent again. Our own faults are
// not answers: whoever asks again after one is served.
import { answerOnce, type Begun } from '../application/answer-once.ts';
import type { App } from '../application/ports.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Call, signedIn } from './endpoint.ts';
import { render } from './refusals.ts';

const headerName = 'idempotency-key';
const keyShape = /^[\x20-\x7e]{1,255}$/;
const ourFault = 500;

const nothingBegun: Begun = { note: async () => {}, begunBefore: undefined };

/** The work's answer, or the one it gave before; without the header the work is simply done. */
export async function withIdempotencyKey<Reply extends object>(
  app: App,
  call: Call,
  body: unknown,
  work: (begun: Begun) => Promise<Reply>,
): Promise<Reply> {
  const { reply, caller, generation } = call;
  const key = readKey(reply.request.headers[headerName]);
  if (key === undefined) return await work(nothingBegun);
  const { method, url } = reply.request;
  const digest = app.secrets.digest(`${method} ${url}\n${JSON.stringify(body)}`);
  let refusal: Refusal | undefined;
  const answer = await answerOnce(app, signedIn(caller), { key, digest }, async (begun) => {
    try {
      const made = await work(begun);
      return { status: reply.statusCode, body: JSON.stringify(made) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const rendered = render(generation.refusals, error.data);
      if (rendered.status >= ourFault) throw error;
      refusal = error;
      return { status: rendered.status, body: JSON.stringify(rendered.body) };
    }
  });
  // The first time it is refused like any other; what was kept is for those who ask again.
  if (refusal !== undefined) throw refusal;
  if (answer.isReplayed) reply.header('idempotency-replayed', 'true');
  reply.code(answer.status);
  return JSON.parse(answer.body) as Reply;
}

function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && keyShape.test(header)) return header;
  throw new Refusal({
    code: 'validation',
    issues: [
      {
        path: ['Idempotency-Key'],
        sentence: 'The Idempotency-Key header must have 1 to 255 printable ASCII characters.',
      },
    ],
  });
}
