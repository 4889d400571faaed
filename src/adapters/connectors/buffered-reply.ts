// Buffers one reply of a carrier. undici's own streams and signals cost more than the request itself, and a quote sends a dozen
// of them.
//
// An abort rejects at once. While the request still waits for a connection, nothing of it is sent.
import type { Dispatcher } from 'undici';

export type BufferedAnswer = {
  status: number;
  contentType: string;
  retryAfter: string;
  bytes: Uint8Array;
};

type Headers = Record<string, string | string[] | undefined>;

export class BufferedReply implements Dispatcher.DispatchHandler {
  readonly #outcome = Promise.withResolvers<BufferedAnswer>();
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #aborted: Error | undefined;
  #status = 0;
  #headers: Headers = {};

  /** Whether any of the request may have been sent. */
  get hasStarted(): boolean {
    return this.#controller !== undefined;
  }

  get outcome(): Promise<BufferedAnswer> {
    return this.#outcome.promise;
  }

  abort(reason: Error): void {
    this.#aborted = reason;
    this.#controller?.abort(reason);
    this.#outcome.reject(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#aborted === undefined) this.#controller = controller;
    else controller.abort(this.#aborted);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [only, second] = this.#chunks;
    const isOne = only !== undefined && second === undefined;
    this.#outcome.resolve({
      status: this.#status,
      contentType: headerText(this.#headers['content-type']),
      retryAfter: headerText(this.#headers['retry-after']),
      // A copy, because a stored label must not hold on to the socket's larger buffer.
      bytes: new Uint8Array(isOne ? only : Buffer.concat(this.#chunks)),
    });
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: Error): void {
    this.#outcome.reject(error);
  }
}

function headerText(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? '';
}
