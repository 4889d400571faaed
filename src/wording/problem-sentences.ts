// The type of every noun's table of sentences.
import type { Problem } from '../domain/problem.ts';

/** One sentence for each problem; `field` is the path of the value, such as `items.0.weight`. */
export type ProblemSentences = {
  readonly [Code in Problem['problem']]: (
    data: Extract<Problem, { problem: Code }>,
    field: string,
  ) => string;
};
