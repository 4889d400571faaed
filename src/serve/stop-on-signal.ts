// A graceful stop: after the first SIGTERM or SIGINT, work under way may finish within a time limit.

/** How long a stop waits for work under way. */
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
