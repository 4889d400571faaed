// Translates a simulated carrier's customer data into the fields of the connector. The two were written independently
// and use different names; only this file knows both.
import type { CarrierAccount, Connector } from '../application/ports.ts';

export type SimulatedCarrier = {
  carrier: string;
  url: string;
  credentials: Readonly<Record<string, string>>;
};

/** Connector field → simulator name, if they differ in more than spelling. */
const otherNames: Readonly<Record<string, string>> = {
  sender_account: 'account',
  account_number: 'account',
  account_code: 'account',
  password: 'token',
  tge_username: 'tollusername',
  tge_password: 'tollpassword',
  print_identity: 'identity',
  print_token: 'token',
  print_key: 'apikey',
};

/** Fields that a simulated carrier accepts with any value. */
const free: Readonly<Record<string, string>> = {
  source_system: 'SIM',
  message_sender: 'SIMULATED',
};

export function simulatedAccount(
  { fields }: Pick<Connector, 'fields'>,
  { url, credentials }: SimulatedCarrier,
): CarrierAccount {
  const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();
  const known = new Map(Object.entries(credentials).map(([name, text]) => [plain(name), text]));
  const account: Record<string, string> = { base_url: url };
  for (const { name } of fields) {
    const found = known.get(plain(name)) ?? known.get(otherNames[name] ?? '') ?? free[name];
    if (found !== undefined) account[name] = found;
    if (name === 'token_url') account[name] = `${url}/connect/token`;
  }
  return account;
}
