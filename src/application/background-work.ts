// Work that continues after its request was answered. A graceful stop asks it to end, and waits for it.

type ErrorLog = { error(facts: object, message: string): void };

export class BackgroundWork {
  readonly #log: ErrorLog;
  readonly #stopping = new AbortController();
  readonly #underWay = new Set<Promise<void>>();

  constructor(log: ErrorLog) {
    this.#log = log;
  }

  /** `stop` aborts when the process shuts down. */
  begin(name: string, work: (stop: AbortSignal) => Promise<void>): void {
    const running = work(this.#stopping.signal)
      .catch((error: unknown) => this.#log.error({ err: error, work: name }, 'a task failed'))
      .finally(() => this.#underWay.delete(running));
    this.#underWay.add(running);
  }

  /** Waits for what is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
  }
}
