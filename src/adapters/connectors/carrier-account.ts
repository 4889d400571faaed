// The fields of a carrier account: which are known, whether they are valid, and their defaults. Exactly these fields are sealed.
import type { AccountGiver, CarrierAccount, Connector } from '../../application/ports.ts';
import { addressProblem, isLoopbackUrl } from './transport.ts';

const longestValue = 2_000;

export type GivenAccount = Readonly<Record<string, string>>;

/** Every account can set the carrier's address, for a test system or the simulator. */
const baseUrlField = 'base_url';

/** One sentence for each problem. */
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
      problems.push(`${name} cannot be set by members: the operator sets the carrier's address`);
    else if (!known.has(name))
      problems.push(
        `${name} is not a field of ${connector.carrier}; it has ${[...known].join(', ')}`,
      );
  }
  const isElsewhere = (given[baseUrlField]?.trim() ?? '') !== '';
  for (const { name, label, defaultText, isAddress, problem } of connector.fields) {
    const value = given[name]?.trim() ?? '';
    // Credentials of a test system must not be sent to the production sign-in.
    const isNeeded = defaultText === undefined || (isElsewhere && isAddress === true);
    if (value === '' && isNeeded) problems.push(`${name} is missing: ${label}`);
    else if (value.length > longestValue) problems.push(`${name} is too long`);
    else if (value !== '') {
      const wrong = problem?.(value, given);
      if (wrong !== undefined) problems.push(`${name} ${wrong}`);
    }
  }
  const baseUrl = given[baseUrlField]?.trim() ?? '';
  const wrongUrl = baseUrl === '' ? undefined : addressProblem(baseUrl);
  if (wrongUrl !== undefined) problems.push(`${baseUrlField} ${wrongUrl}`);
  return problems;
}

/** Fields that set where requests go. */
function addressFields({ fields }: Pick<Connector, 'fields'>): Set<string> {
  const named = fields.filter(({ isAddress }) => isAddress === true).map(({ name }) => name);
  return new Set([baseUrlField, ...named]);
}

/** The addresses that an account sets itself, without defaults. */
export function addressesIn(connector: Connector, given: GivenAccount): GivenAccount {
  const fields = addressFields(connector);
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => fields.has(name) && value.trim() !== ''),
  );
}

/** True if every request stays on this machine; default addresses do not. */
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

/** Reads unsealed fields; undefined when the text is not one of ours. */
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
