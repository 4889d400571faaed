// Lets only so many pieces of work run at once; the others wait in line, first come first served.

export function atMost(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const line: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < limit) running += 1;
    // Whoever finishes hands its place on, so nobody can slip in between.
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
