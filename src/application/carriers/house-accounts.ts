// The house's accounts with carriers, the operator's: connected, tried, disconnected. An account is tried before it is kept, so
// that a mistyped key is found now and not in a customer's quote; what is kept is sealed and never shown again.

import { CarrierTrouble, describeTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { PricePolicy } from '../../domain/rate-cards/carrier-terms.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  type App,
  type CarrierAccount,
  type CarrierOperation,
  type Connector,
  capabilitiesOf,
  type HouseAccount,
} from '../ports.ts';

export type HouseAccountInput = {
  carrier: string;
  account: CarrierAccount;
  policy: PricePolicy | undefined;
  /** Keep it although the carrier has not been asked. */
  isUntested: boolean;
};

export type ConnectedHouseAccount = {
  carrier: string;
  policy: PricePolicy;
  sentence: string;
  /** What the carrier said of the account and was not given: which products it uses. */
  discovered: CarrierAccount;
};

export async function connectHouseAccount(
  app: App,
  input: HouseAccountInput,
): Promise<ConnectedHouseAccount> {
  const { carrier, account } = input;
  const connector = getConnector(app, carrier);
  const problems = app.connections.problems(carrier, account, 'operator');
  if (problems.length > 0) {
    const issues = problems.map((sentence) => ({ path: ['account'], sentence: `${sentence}.` }));
    throw new Refusal({ code: 'validation', issues });
  }
  const policy = input.policy ?? usualPolicy(app, connector);
  if (policy !== 'card' && connector.quote === undefined)
    refusePolicy(policy, `${carrier} can not be asked for prices`);
  const tried = input.isUntested
    ? { isWell: true, sentence: 'Not tried.' }
    : await app.connections.check({ carrier }, account);
  if (!tried.isWell)
    throw new Refusal({ code: 'account_refused', carrier, reason: tried.sentence });
  const discovered = input.isUntested ? {} : await discover(app, carrier, account);
  await app.store.houseAccounts.put({
    carrier,
    sealed: app.connections.seal({ ...account, ...discovered }),
    policy,
    connectedAtMs: app.clock.nowMs(),
  });
  return { carrier, policy, sentence: tried.sentence, discovered };
}

export function refusePolicy(policy: PricePolicy, why: string): never {
  const sentence = `policy ${policy} is not possible: ${why}. Leave it out.`;
  throw new Refusal({ code: 'validation', issues: [{ path: ['policy'], sentence }] });
}

async function discover(
  app: App,
  carrier: string,
  account: CarrierAccount,
): Promise<CarrierAccount> {
  try {
    return await app.connections.discover({ carrier }, account);
  } catch (error) {
    if (!(error instanceof CarrierTrouble)) throw error;
    throw new Refusal({ code: 'account_refused', carrier, reason: describeTrouble(error) });
  }
}

export async function testHouseAccount(
  app: App,
  carrier: string,
): Promise<{ isWell: boolean; sentence: string }> {
  await getHouseAccount(app, carrier);
  return await app.connections.check({ carrier });
}

export async function disconnectHouseAccount(app: App, carrier: string): Promise<void> {
  await getHouseAccount(app, carrier);
  await app.store.houseAccounts.remove(carrier);
}

export type ListedHouseAccount = {
  carrier: string;
  services: string[];
  capabilities: CarrierOperation[];
  fields: Connector['fields'];
  policy: PricePolicy | undefined;
  connectedAtMs: number | undefined;
};

export async function listHouseAccounts(app: App): Promise<ListedHouseAccount[]> {
  const accounts = new Map((await app.store.houseAccounts.list()).map((one) => [one.carrier, one]));
  return app.connections.connectors.map((connector) => {
    const account = accounts.get(connector.carrier);
    return {
      carrier: connector.carrier,
      services: connector.services.map(({ stringId }) => stringId),
      capabilities: capabilitiesOf(connector),
      fields: connector.fields,
      policy: account?.policy,
      connectedAtMs: account?.connectedAtMs,
    };
  });
}

export function getConnector(app: App, carrier: string): Connector {
  const connector = app.connections.connectors.find((one) => one.carrier === carrier);
  if (connector === undefined)
    throw new Refusal({ code: 'unknown_carrier', stringId: carrier, toConnect: true });
  return connector;
}

async function getHouseAccount(app: App, carrier: string): Promise<HouseAccount> {
  getConnector(app, carrier);
  const account = await app.store.houseAccounts.find(carrier);
  if (account === undefined) throw new Refusal({ code: 'carrier_not_connected', carrier });
  return account;
}

/** What the carrier's files say; where they say nothing, its own prices with the card behind them. */
function usualPolicy(app: App, connector: Connector): PricePolicy {
  if (connector.quote === undefined) return 'card';
  const [service] = connector.services;
  const found = service && app.carriers.snapshot().find(service.stringId);
  const written = found?.carrier.terms.policy ?? 'card';
  return written === 'card' ? 'live_then_card' : written;
}
