// An account with a carrier as it is given and kept: known fields only, each checked, blanks taken for the default. What
// is sealed is exactly these fields.
import type { CarrierAccount, Connector } from '../../application/ports.ts';
import { addressProblem } from './transport.ts';

const longestValue = 2_000;

export type GivenAccount = Readonly<Record<string, string>>;

/** Every account may say where its carrier is: a test system, or a simulator. */
export const baseUrlField = 'base_url';

/** What is wrong with what was given, one sentence each; none when it will do. */
export function accountProblems(connector: Connector, given: GivenAccount): string[] {
  const problems: string[] = [];
  const known = new Set([...connector.fields.map(({ name }) => name), baseUrlField]);
  for (const name of Object.keys(given)) {
    if (!known.has(name))
      problems.push(
        `${name} is not a field of ${connector.carrier}; it has ${[...known].join(', ')}`,
      );
  }
  for (const { name, label, defaultText, problem } of connector.fields) {
    const value = given[name]?.trim() ?? '';
    if (value === '' && defaultText === undefined) problems.push(`${name} is missing: ${label}`);
    else if (value.length > longestValue) problems.push(`${name} is too long`);
    else if (value !== '') {
      const wrong = problem?.(value);
      if (wrong !== undefined) problems.push(`${name} ${wrong}`);
    }
  }
  const baseUrl = given[baseUrlField]?.trim() ?? '';
  const wrongUrl = baseUrl === '' ? undefined : addressProblem(baseUrl);
  if (wrongUrl !== undefined) problems.push(`${baseUrlField} ${wrongUrl}`);
  return problems;
}

/** With defaults filled in. */
export function completeAccount(connector: Connector, given: GivenAccount): CarrierAccount {
  const account: Record<string, string> = {};
  for (const { name, defaultText } of connector.fields) {
    const value = given[name]?.trim() ?? '';
    account[name] = value === '' ? (defaultText ?? '') : value;
  }
  const baseUrl = given[baseUrlField]?.trim() ?? '';
  if (baseUrl !== '') account[baseUrlField] = baseUrl.replace(/\/+$/, '');
  return account;
}

/** What was sealed, if it is what was sealed here. */
export function readAccount(text: string): GivenAccount | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entries = Object.entries(value);
    return entries.every(([, one]) => typeof one === 'string')
      ? (Object.fromEntries(entries) as Record<string, string>)
      : undefined;
  } catch {
    return undefined;
  }
}
