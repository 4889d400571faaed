// All mistakes in the settings at once: in single values and in combinations.
import { type Environment, given } from './environment.ts';
import type { Variable } from './kinds.ts';
import { variables } from './variables.ts';

export class ConfigProblems extends Error {
  override readonly name = 'ConfigProblems';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

export function problemsOfSettings(environment: Environment, makesCarriersDir: boolean): string[] {
  const problems: string[] = [];
  for (const [name, variable] of Object.entries<Variable>(variables)) {
    if (name === 'CARRIERS_DIR' && makesCarriersDir) continue;
    const text = given(environment, name);
    const problem = text === undefined ? undefined : variable.problem(text);
    if (problem !== undefined) {
      problems.push(
        `${name} ${problem}${variable.secret !== undefined ? '' : `; it is "${text}"`}`,
      );
    }
  }
  return [...problems, ...contradictions(environment)];
}

/** Settings that are each valid, but contradict each other. */
function contradictions(environment: Environment): string[] {
  const problems: string[] = [];
  if (
    given(environment, 'PAYMENTS') === 'stripe' &&
    given(environment, 'STRIPE_SECRET_KEY') === undefined
  ) {
    problems.push('STRIPE_SECRET_KEY must be set when PAYMENTS is "stripe"');
  }
  if (
    given(environment, 'GST_REGISTERED') === 'on' &&
    given(environment, 'OPERATOR_ABN') === undefined
  ) {
    problems.push('OPERATOR_ABN must be set when GST_REGISTERED is on: tax invoices show it');
  }
  const replica = given(environment, 'DATABASE_REPLICA_URL');
  if (replica !== undefined && given(environment, 'DATABASE_URL') === undefined) {
    problems.push(
      'DATABASE_REPLICA_URL needs DATABASE_URL: only PostgreSQL has replicas, the embedded database has none',
    );
  } else if (replica !== undefined && replica === given(environment, 'DATABASE_URL')) {
    problems.push('DATABASE_REPLICA_URL must be another server than DATABASE_URL: its replica');
  }
  return problems;
}
