// A graceful end: on the first SIGTERM or SIGINT, what is under way is finished, but not for ever.

/** How long a stop waits for what is under way. */
const stopPatienceMs = 10_000;

export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const begin = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), stopPatienceMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', begin);
  process.on('SIGINT', begin);
}
