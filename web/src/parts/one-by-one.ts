// The same work for many, one after the other. It can be stopped after the one under way, is not left by accident, and whoever
// leaves all the same stops it: nothing goes on where nobody sees it.
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

export type OneByOne<One, Result> = {
  results: readonly Result[];
  phase: 'idle' | 'running' | 'stopping';
  isRunning: boolean;
  /** Adds to the results that are there. Resolves when all are done, or it was stopped. */
  run: (all: readonly One[]) => Promise<void>;
  stop: () => void;
  /** Forgets the results. */
  reset: () => void;
};

/** `work` never fails: what went wrong is a result too. `leaving` is the question to whoever wants to leave meanwhile. */
export function useOneByOne<One, Result>(
  work: (one: One) => Promise<Result>,
  leaving: string,
): OneByOne<One, Result> {
  const [results, setResults] = useState<readonly Result[]>([]);
  const [phase, setPhase] = useState<OneByOne<One, Result>['phase']>('idle');
  const isWanted = useRef(false);
  useEffect(
    () => () => {
      isWanted.current = false;
    },
    [],
  );
  const isRunning = phase !== 'idle';
  useBlocker({
    shouldBlockFn: () => !window.confirm(leaving),
    disabled: !isRunning,
    enableBeforeUnload: isRunning,
  });
  const run = async (all: readonly One[]): Promise<void> => {
    isWanted.current = true;
    setPhase('running');
    for (const one of all) {
      if (!isWanted.current) break;
      const result = await work(one);
      setResults((before) => [...before, result]);
    }
    setPhase('idle');
  };
  const stop = (): void => {
    isWanted.current = false;
    setPhase((now) => (now === 'running' ? 'stopping' : now));
  };
  return { results, phase, isRunning, run, stop, reset: () => setResults([]) };
}
