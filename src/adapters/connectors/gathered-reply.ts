// One reply of a carrier, gathered as it arrives. What undici offers around this, a stream with signals of its own, costs more
// than the request itself, and a quote asks a dozen carriers.
//
// Whoever gives up hears so at once, also while the request still waits for a connection: it is then called off before
// anything of it is sent.
import type { Dispatcher } from 'undici';

export type Gathered = {
  status: number;
  contentType: string;
  retryAfter: string;
  bytes: Uint8Array;
};

type Headers = Record<string, string | string[] | undefined>;

export class GatheredReply implements Dispatcher.DispatchHandler {
  readonly #outcome = Promise.withResolvers<Gathered>();
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;
  #status = 0;
  #headers: Headers = {};

  /** Whether any of the request may have been sent. */
  get hasStarted(): boolean {
    return this.#controller !== undefined;
  }

  get outcome(): Promise<Gathered> {
    return this.#outcome.promise;
  }

  giveUp(reason: Error): void {
    this.#givenUp = reason;
    this.#controller?.abort(reason);
    this.#outcome.reject(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#givenUp === undefined) this.#controller = controller;
    else controller.abort(this.#givenUp);
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
      // A copy: a label is kept, and what a socket was read into is larger than what came.
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
