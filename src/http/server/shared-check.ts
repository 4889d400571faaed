// Runs an expensive public check once at a time: concurrent callers share the result, which is valid for a second.

const keptMs = 1_000;

export function sharedCheck<Answer>(
  nowMs: () => number,
  check: () => Promise<Answer>,
): () => Promise<Answer> {
  let last: Promise<Answer> | undefined;
  let goodUntilMs = 0;
  return () => {
    if (last !== undefined && nowMs() < goodUntilMs) return last;
    goodUntilMs = Number.POSITIVE_INFINITY;
    last = check().finally(() => {
      goodUntilMs = nowMs() + keptMs;
    });
    return last;
  };
}
