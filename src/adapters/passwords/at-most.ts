// Limits how much work runs at once; the rest waits in order of arrival.

export function atMost(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const line: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < limit) running += 1;
    // The finished work passes its slot to the next in the queue, so a newcomer cannot take it.
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
