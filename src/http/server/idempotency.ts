// The Idempotency-Key header: answers are kept as they were sent, and sent again. A refusal is kept once a payment was begun:
// the card was declined, or the carrier has not taken it. What was refused before anything was done, or with all that was
// done undone, and our own faults, are no answers: whoever asks again is served, with a body that was mended too.
import { answerOnce, type Begun } from '../../application/answer-once.ts';
import type { App, Store } from '../../application/ports.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type Call, signedIn } from './endpoint.ts';
import { render } from './refusals.ts';

const headerName = 'idempotency-key';
const keyShape = /^[\x20-\x7e]{1,255}$/;
/** Refusals that come after a payment was begun; others may be different the next time. */
const lastingRefusals: readonly number[] = [402, 422];

/** As /openapi.json publishes it. */
export const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: {
    type: 'string',
    pattern: keyShape.source,
    description:
      'Sent again within 24 hours with the same body, it is answered as the first time, with idempotency-replayed: true, and nothing is done twice. With another body it is refused with 409. A request that was refused before anything was done leaves the key free.',
  },
};

/** What is kept is the reply itself; how it is written down is known here. */
type BegunHere<Reply> = Omit<Begun, 'keep' | 'isBegun'> & {
  keep(store: Store, made: Reply): Promise<void>;
};

const nothingBegun: BegunHere<unknown> = {
  note: async () => {},
  keep: async () => {},
  begunBefore: undefined,
};

/** The work's answer, or the one it gave before; without the header the work is simply done. */
export async function withIdempotencyKey<Reply extends object>(
  app: App,
  call: Call,
  body: unknown,
  work: (begun: BegunHere<Reply>) => Promise<Reply>,
): Promise<Reply> {
  const { reply, caller, generation } = call;
  const key = readKey(reply.request.headers[headerName]);
  if (key === undefined) return await work(nothingBegun);
  const { method, url } = reply.request;
  const digest = app.secrets.digest(`${method} ${url}\n${JSON.stringify(body)}`);
  const written = (made: Reply) => ({ status: reply.statusCode, body: JSON.stringify(made) });
  let refusal: Refusal | undefined;
  const answer = await answerOnce(app, signedIn(caller), { key, digest }, async (begun) => {
    try {
      return written(
        await work({ ...begun, keep: (store, made) => begun.keep(store, written(made)) }),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const rendered = render(generation.refusals, error.data);
      if (!lastingRefusals.includes(rendered.status) || !(await begun.isBegun())) throw error;
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
