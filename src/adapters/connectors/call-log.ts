// Logs requests to carriers and their answers for the operator. Secrets are removed, long texts are cut and successful quotes
// are sampled; failures and bookings are always logged. Calls are buffered in memory, so that a quote does not wait for its log.
import type { CarrierCall, CarrierCalls, Log } from '../../application/ports.ts';
import { hasFailed } from '../../domain/connectors/call-outcome.ts';

/** Characters of a request or answer. */
const longestKept = 8_000;
/** Successful quotes logged in one batch. */
const quotesPerBatch = 20;
const mostWaiting = 1_000;
const writeEveryMs = 2_000;
const shortestSecret = 4;

export type CallTexts = Pick<CarrierCall, 'url' | 'sent' | 'received'>;

export class CallLog {
  readonly #store: { carrierCalls: Pick<CarrierCalls, 'add'> };
  readonly #log: Log;
  #waiting: CarrierCall[] = [];
  #quotes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: { carrierCalls: Pick<CarrierCalls, 'add'> }, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** `texts` is called only if the call is logged. */
  note(call: Omit<CarrierCall, keyof CallTexts>, texts: () => CallTexts): void {
    const isCommon = call.operation === 'quote' && !hasFailed(call);
    if (isCommon) this.#quotes += 1;
    if (isCommon && this.#quotes > quotesPerBatch) return;
    if (this.#waiting.length < mostWaiting) this.#waiting.push({ ...call, ...texts() });
  }

  /** Writes buffered calls periodically; only a server does. */
  start(): void {
    this.#timer = setInterval(() => void this.write(), writeEveryMs);
    this.#timer.unref();
  }

  async write(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const calls = this.#waiting;
    this.#waiting = [];
    this.#quotes = 0;
    try {
      await this.#store.carrierCalls.add(calls);
    } catch (error) {
      this.#log.warn({ err: error }, 'calls to carriers could not be logged');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}

/** Removes secrets from a text, also as encoded in a URL, a form or JSON. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const spellings = new Set(
    secrets
      .filter((secret) => secret.length >= shortestSecret)
      .flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        new URLSearchParams([['', secret]]).toString().slice(1),
        JSON.stringify(secret).slice(1, -1),
      ]),
  );
  const longestFirst = [...spellings].sort((left, right) => right.length - left.length);
  return (text) => {
    let clean = text;
    for (const spelling of longestFirst) clean = clean.replaceAll(spelling, '[secret]');
    return clean
      .replaceAll(
        /("(?:access_token|refresh_token|id_token|password|client_secret)"\s*:\s*")[^"]*/gi,
        '$1[secret]',
      )
      .slice(0, longestKept);
  };
}

const readable = /json|xml|text|html|form/i;

/** The text, or type and size of other content. */
export function readableText(contentType: string, bytes: Uint8Array): string {
  if (bytes.length === 0) return '';
  const kind = contentType === '' ? 'unknown' : (contentType.split(';')[0] ?? '');
  return readable.test(contentType)
    ? new TextDecoder().decode(bytes.subarray(0, 4 * longestKept))
    : `(${kind}, ${bytes.length} bytes)`;
}
