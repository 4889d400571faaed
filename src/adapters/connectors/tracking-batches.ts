// Tracks several shipments with one request, for carriers that limit requests: Australia Post takes ten numbers in each of ten
// requests a minute. With one shipment a request, hundreds of parcels would be updated only a few times a day.
import type { CarrierScan, TrackedNumber } from '../../application/ports.ts';
import { CarrierTrouble, isRefusal } from '../../domain/connectors/carrier-trouble.ts';

/** The scans of each number, or the reason for having none. */
export type ScansByNumber = ReadonlyMap<string, readonly CarrierScan[] | CarrierTrouble>;

/** `reference` is the consignment's, or "" for several. */
type TrackingRequest = {
  reference: string;
  numbers: readonly TrackedNumber[];
  signal: AbortSignal;
};

type Waiting = TrackingRequest & {
  resolve: (scans: readonly CarrierScan[]) => void;
  reject: (error: unknown) => void;
};

export class TrackingBatches {
  readonly #most: number;
  readonly #ask: (request: TrackingRequest) => Promise<ScansByNumber>;
  #waiting: Waiting[] = [];
  /** Callers that are still looking up their numbers. */
  #preparing = 0;

  /** `most` is the limit of numbers in one request. */
  constructor(most: number, ask: (request: TrackingRequest) => Promise<ScansByNumber>) {
    this.#most = most;
    this.#ask = ask;
  }

  /** Holds back requests until `find` settles, so that its numbers can join them. */
  async whilePreparing<Known>(find: Promise<Known>): Promise<Known> {
    this.#preparing += 1;
    try {
      return await find;
    } finally {
      this.#preparing -= 1;
      // Delayed, so that the caller can call `track` first.
      setImmediate(() => this.#sendAll());
    }
  }

  /** The numbers must fit into one request. */
  track(request: TrackingRequest): Promise<readonly CarrierScan[]> {
    const { signal } = request;
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...request, resolve, reject });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      setImmediate(() => this.#sendAll());
    });
  }

  #sendAll(): void {
    if (this.#preparing > 0) return;
    const waiting = this.#waiting.filter(({ signal }) => !signal.aborted);
    this.#waiting = [];
    let together: Waiting[] = [];
    let count = 0;
    for (const asked of waiting) {
      if (count + asked.numbers.length > this.#most) {
        void this.#send(together);
        together = [];
        count = 0;
      }
      together.push(asked);
      count += asked.numbers.length;
    }
    void this.#send(together);
  }

  async #send(together: readonly Waiting[]): Promise<void> {
    if (together.length === 0) return;
    try {
      const found = await this.#ask({
        reference: together.length === 1 ? (together[0]?.reference ?? '') : '',
        numbers: together.flatMap((asked) => asked.numbers),
        signal: abortedByAll(together),
      });
      for (const asked of together) settle(asked, found);
    } catch (error) {
      // One rejected number must not stop the tracking of the others.
      if (isRefusal(error) && together.length > 1)
        for (const asked of together) void this.#send([asked]);
      else for (const { reject } of together) reject(error);
    }
  }
}

function settle({ numbers, resolve, reject }: Waiting, found: ScansByNumber): void {
  const answers = numbers.map(({ number }) => found.get(number) ?? []);
  const trouble = answers.find((answer) => answer instanceof CarrierTrouble);
  if (trouble === undefined) resolve(answers.flatMap((answer) => answer as readonly CarrierScan[]));
  else reject(trouble);
}

/** Aborts when all callers have aborted. */
function abortedByAll(together: readonly Waiting[]): AbortSignal {
  const [only] = together;
  if (together.length === 1 && only !== undefined) return only.signal;
  const controller = new AbortController();
  let left = together.length;
  for (const { signal } of together) {
    signal.addEventListener(
      'abort',
      () => {
        left -= 1;
        if (left === 0) controller.abort(signal.reason);
      },
      { once: true },
    );
  }
  return controller.signal;
}
