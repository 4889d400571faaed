// The Idempotency-Key header: answers are stored as sent and sent again. A refusal is stored once a payment has
// begun: the card was declined, or the carrier rejected the consignment. Refusals before any effect, fully undone
// attempts and our own errors are not stored, so a repeated request is processed again, even with a corrected body.
import { answerOnce, type Begun } from '../../application/answer-once.ts';
import type { App, Store } from '../../application/ports.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type Call, signedIn } from './endpoint.ts';
import { render } from './refusals.ts';

const headerName = 'idempotency-key';
const keyShape = /^[\x20-\x7e]{1,255}$/;
/** Refusals after a payment has begun. Other refusals may differ at the next attempt. */
const lastingRefusals: readonly number[] = [402, 422];

/** As published in /openapi.json. */
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

/** The stored answer is the reply itself; this layer knows its form. */
type BegunHere<Reply> = Omit<Begun, 'keep' | 'isBegun'> & {
  keep(store: Store, made: Reply): Promise<void>;
};

const nothingBegun: BegunHere<unknown> = {
  note: async () => {},
  keep: async () => {},
  begunBefore: undefined,
};

/** The work's answer, or the stored one. Without the header the work simply runs. */
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
  // The first refusal is thrown as usual; the stored one is for repeated requests.
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
