// Runs the same task for many rows, one after another. Stops on request after the current row, asks before the person
// leaves the page, and stops if they leave.
import { useEffect, useRef, useState } from 'react';
import { useLeaveQuestion } from './leave-question.tsx';

export type OneByOne<One, Result> = {
  results: readonly Result[];
  phase: 'idle' | 'running' | 'stopping';
  isRunning: boolean;
  /** Appends to the results. Resolves when all are done or the run was stopped. */
  run: (all: readonly One[]) => Promise<void>;
  stop: () => void;
  /** Clears the results. */
  reset: () => void;
};

/**
 * `work` never throws: a failure is a result too. `leaving` is the question when the person leaves during the run.
 */
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
  useLeaveQuestion(leaving, isRunning);
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
