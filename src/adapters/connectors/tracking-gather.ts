// Shipments that are due together are asked about together, where a carrier takes the numbers of several in one question and
// allows only so many questions: Australia Post takes ten numbers, ten times a minute. One at a time, hundreds of parcels
// would be heard of a few times a day.
import type { CarrierScan, TrackedNumber } from '../../application/ports.ts';
import { CarrierTrouble, isRefusal } from '../../domain/connectors/carrier-trouble.ts';

/** What was heard of each number, or why nothing was. */
export type Heard = ReadonlyMap<string, readonly CarrierScan[] | CarrierTrouble>;

/** The reference is that of the consignment, or nothing where they are of several. */
type Question = { reference: string; numbers: readonly TrackedNumber[]; signal: AbortSignal };

type Asked = Question & {
  resolve: (scans: readonly CarrierScan[]) => void;
  reject: (error: unknown) => void;
};

export class TrackingGather {
  readonly #most: number;
  readonly #ask: (question: Question) => Promise<Heard>;
  #waiting: Asked[] = [];
  /** Those who will ask as soon as they know their numbers. */
  #coming = 0;

  /** `most`: numbers in one question. */
  constructor(most: number, ask: (question: Question) => Promise<Heard>) {
    this.#most = most;
    this.#ask = ask;
  }

  /** Whoever asks meanwhile waits until this is known, and is asked about together with it. */
  async whileComing<Known>(find: Promise<Known>): Promise<Known> {
    this.#coming += 1;
    try {
      return await find;
    } finally {
      this.#coming -= 1;
      // Not at once: it has yet to ask.
      setImmediate(() => this.#askAll());
    }
  }

  /** At most as many numbers as fit into one question. */
  track(question: Question): Promise<readonly CarrierScan[]> {
    const { signal } = question;
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...question, resolve, reject });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      setImmediate(() => this.#askAll());
    });
  }

  #askAll(): void {
    if (this.#coming > 0) return;
    const waiting = this.#waiting.filter(({ signal }) => !signal.aborted);
    this.#waiting = [];
    let together: Asked[] = [];
    let count = 0;
    for (const asked of waiting) {
      if (count + asked.numbers.length > this.#most) {
        void this.#askOnce(together);
        together = [];
        count = 0;
      }
      together.push(asked);
      count += asked.numbers.length;
    }
    void this.#askOnce(together);
  }

  async #askOnce(together: readonly Asked[]): Promise<void> {
    if (together.length === 0) return;
    try {
      const heard = await this.#ask({
        reference: together.length === 1 ? (together[0]?.reference ?? '') : '',
        numbers: together.flatMap((asked) => asked.numbers),
        signal: whenAllHaveGone(together),
      });
      for (const asked of together) settle(asked, heard);
    } catch (error) {
      // One number that it does not like must not keep the others from being heard of.
      if (isRefusal(error) && together.length > 1)
        for (const asked of together) void this.#askOnce([asked]);
      else for (const { reject } of together) reject(error);
    }
  }
}

function settle({ numbers, resolve, reject }: Asked, heard: Heard): void {
  const answers = numbers.map(({ number }) => heard.get(number) ?? []);
  const trouble = answers.find((answer) => answer instanceof CarrierTrouble);
  if (trouble === undefined) resolve(answers.flatMap((answer) => answer as readonly CarrierScan[]));
  else reject(trouble);
}

/** The question is given up when nobody waits for its answer any more. */
function whenAllHaveGone(together: readonly Asked[]): AbortSignal {
  const [only] = together;
  if (together.length === 1 && only !== undefined) return only.signal;
  const giveUp = new AbortController();
  let left = together.length;
  for (const { signal } of together) {
    signal.addEventListener(
      'abort',
      () => {
        left -= 1;
        if (left === 0) giveUp.abort(signal.reason);
      },
      { once: true },
    );
  }
  return giveUp.signal;
}
