// Writes down what was asked of carriers and what they answered, so that the operator can look. Secrets are taken out
// before anything is kept, texts are cut, and a burst of quotes is sampled rather than stored whole: what fails and what
// books is always there. Gathered in memory and written a moment later, because no quote waits for its own record.
import type { CarrierCall, CarrierCalls, Log } from '../../application/ports.ts';
import { hasFailed } from '../../domain/connectors/call-outcome.ts';

/** Characters of a request or of an answer. */
const longestKept = 8_000;
/** Successful quotes written down in one batch; the others are the same again. */
const quotesTogether = 20;
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

  /** `texts` are asked for only when the call is kept: most quotes are not. */
  note(call: Omit<CarrierCall, keyof CallTexts>, texts: () => CallTexts): void {
    const isCommon = call.operation === 'quote' && !hasFailed(call);
    if (isCommon) this.#quotes += 1;
    if (isCommon && this.#quotes > quotesTogether) return;
    if (this.#waiting.length < mostWaiting) this.#waiting.push({ ...call, ...texts() });
  }

  /** Writes what waits, now and then; only a server does. */
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
      this.#log.warn({ err: error }, 'calls to carriers could not be written down');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}

/** Takes secrets out of a text, as they are, in base64 with a user name, and as a form or an address spells them. */
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

/** Text as it came; of anything else how much there was. */
export function readableText(contentType: string, bytes: Uint8Array): string {
  if (bytes.length === 0) return '';
  const kind = contentType === '' ? 'unknown' : (contentType.split(';')[0] ?? '');
  return readable.test(contentType)
    ? new TextDecoder().decode(bytes.subarray(0, 4 * longestKept))
    : `(${kind}, ${bytes.length} bytes)`;
}
