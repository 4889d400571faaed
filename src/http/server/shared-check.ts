// A check that anybody may ask for and that costs something: one is under way at a time, everybody who asks meanwhile waits
// for it, and its answer is good for a second.

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
