// An account with a carrier as it is given and kept: known fields only, each checked, blanks taken for the default. What
// is sealed is exactly these fields.
import type { AccountGiver, CarrierAccount, Connector } from '../../application/ports.ts';
import { addressProblem, isLoopbackUrl } from './transport.ts';

const longestValue = 2_000;

export type GivenAccount = Readonly<Record<string, string>>;

/** Every account may say where its carrier is: a test system, or a simulator. */
const baseUrlField = 'base_url';

/** What is wrong with what was given, one sentence each; none when it will do. */
export function accountProblems(
  connector: Connector,
  given: GivenAccount,
  by: AccountGiver,
): string[] {
  const problems: string[] = [];
  const addresses = addressFields(connector);
  const names = [...connector.fields.map(({ name }) => name), baseUrlField];
  const known = new Set(names.filter((name) => by === 'operator' || !addresses.has(name)));
  for (const name of Object.keys(given)) {
    if (by === 'member' && addresses.has(name))
      problems.push(`${name} can not be given: where the carrier is asked is set by the operator`);
    else if (!known.has(name))
      problems.push(
        `${name} is not a field of ${connector.carrier}; it has ${[...known].join(', ')}`,
      );
  }
  const isElsewhere = (given[baseUrlField]?.trim() ?? '') !== '';
  for (const { name, label, defaultText, isAddress, problem } of connector.fields) {
    const value = given[name]?.trim() ?? '';
    // A test system's credentials are not sent to where production signs in.
    const isNeeded = defaultText === undefined || (isElsewhere && isAddress === true);
    if (value === '' && isNeeded) problems.push(`${name} is missing: ${label}`);
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

/** Fields that say where requests go. */
function addressFields({ fields }: Pick<Connector, 'fields'>): Set<string> {
  const named = fields.filter(({ isAddress }) => isAddress === true).map(({ name }) => name);
  return new Set([baseUrlField, ...named]);
}

/** What an account says of where requests go; nothing of what is left to the defaults. */
export function addressesIn(connector: Connector, given: GivenAccount): GivenAccount {
  const fields = addressFields(connector);
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => fields.has(name) && value.trim() !== ''),
  );
}

/** Whether every request with these addresses stays on this machine; what is left to the defaults does not. */
export function staysOnThisMachine(addresses: GivenAccount): boolean {
  return addresses[baseUrlField] !== undefined && Object.values(addresses).every(isLoopbackUrl);
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
