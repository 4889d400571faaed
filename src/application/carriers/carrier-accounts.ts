// Accounts with carriers: connect, test, disconnect, list. Their owner is a member, where the operator allows it, or the
// operator (`member` undefined). Credentials are tested before they are stored, so that a typing mistake shows now and not in
// a customer's quote. They are stored sealed and never shown again.

import { CarrierTrouble, describeTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { Member } from '../../domain/members/member.ts';
import type { PricePolicy } from '../../domain/rate-cards/carrier-terms.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { allowAtMost } from '../allow-at-most.ts';
import {
  type AccountField,
  type AccountGiver,
  type App,
  type CarrierAccount,
  type CarrierAccountOf,
  type CarrierOperation,
  type Connector,
  capabilitiesOf,
  type StoredAccount,
} from '../ports.ts';

/** A test is a sign-in with the carrier: the limit keeps members from guessing passwords through us. */
const testsAllowed = { what: 'own_carrier_tries', times: 20, windowMs: 10 * 60_000 };

const readBatch = 200;

export type AccountInput = {
  carrier: string;
  account: CarrierAccount;
  /** By default the owner; an operator may connect an account for a member. */
  by?: AccountGiver;
  policy?: PricePolicy | undefined;
  /** Store the account without asking the carrier. */
  isUntested?: boolean;
};

export type ConnectedAccount = {
  carrier: string;
  policy: PricePolicy;
  sentence: string;
  /** Fields that were left out and that the carrier provided, such as the account's products. */
  discovered: CarrierAccount;
};

export async function connectAccount(
  app: App,
  member: Member | undefined,
  { carrier, account, by, policy: wanted, isUntested = false }: AccountInput,
): Promise<ConnectedAccount> {
  if (member !== undefined) refuseUnlessAllowed(member);
  const connector = getConnector(app, carrier);
  if (member !== undefined && !isForMembers(connector))
    refuseInvalid([{ path: ['account'], problem: 'not_for_members', carrier }]);
  const problems = app.connections.problems(
    carrier,
    account,
    by ?? (member === undefined ? 'operator' : 'member'),
  );
  refuseInvalid(
    problems.map((reason) => ({ path: ['account'], problem: 'account_unfit', reason })),
  );
  const policy = policyOf(app, connector, member, wanted);
  const of = { carrier, memberId: member?.id };
  const tested = isUntested
    ? { sentence: 'Not tried.', discovered: {} }
    : await testNew(app, of, account);
  const sealed = app.connections.seal({ ...account, ...tested.discovered });
  const stored = { ...of, sealed, policy, connectedAtMs: app.clock.nowMs() };
  await app.store.transaction(async (store) => {
    if (member !== undefined) {
      // While the carrier answered, the operator may have closed the member and removed their carrier accounts.
      const now = await store.members.lock(member.id);
      if (now?.isOpen !== true) throw new Refusal({ code: 'own_carriers_off' });
      refuseUnlessAllowed(now);
    }
    await store.carrierAccounts.put(stored);
  });
  return { carrier, policy, ...tested };
}

async function testNew(
  app: App,
  of: CarrierAccountOf,
  account: CarrierAccount,
): Promise<{ sentence: string; discovered: CarrierAccount }> {
  const refuse = (reason: string): never => {
    if (of.memberId !== undefined) return refuseAccount(reason);
    throw new Refusal({ code: 'account_refused', carrier: of.carrier, reason });
  };
  await limitTests(app, of);
  const { isWell, sentence } = await app.connections.check(of, account);
  if (!isWell) refuse(sentence);
  try {
    return { sentence, discovered: await app.connections.discover(of, account) };
  } catch (error) {
    if (!(error instanceof CarrierTrouble)) throw error;
    return refuse(describeTrouble(error));
  }
}

/** Makes one harmless call with the stored account. */
export async function testAccount(
  app: App,
  member: Member | undefined,
  carrier: string,
): Promise<{ isWell: boolean; sentence: string }> {
  const { memberId } = await getAccount(app, member, carrier);
  await limitTests(app, { memberId });
  return await app.connections.check({ carrier, memberId });
}

async function limitTests(
  app: App,
  { memberId }: Pick<CarrierAccountOf, 'memberId'>,
): Promise<void> {
  if (memberId !== undefined) await allowAtMost(app, { ...testsAllowed, who: memberId });
}

/** Members may always remove their credentials, also while own accounts are switched off for them. */
export async function disconnectAccount(
  app: App,
  member: Member | undefined,
  carrier: string,
): Promise<void> {
  await app.store.carrierAccounts.remove(await getAccount(app, member, carrier));
}

export type ListedAccount = {
  carrier: string;
  services: string[];
  capabilities: CarrierOperation[];
  fields: readonly AccountField[];
  policy: PricePolicy | undefined;
  /** Undefined while the owner has no account with this carrier. */
  connectedAtMs: number | undefined;
};

/** Every carrier that the owner can connect. */
export async function listAccounts(app: App, member: Member | undefined): Promise<ListedAccount[]> {
  const stored = await app.store.carrierAccounts.list(member?.id);
  const connectors = app.connections.connectors.filter(
    (connector) => member === undefined || isForMembers(connector),
  );
  return connectors.map((connector) => {
    const account = stored.find(({ carrier }) => carrier === connector.carrier);
    return {
      carrier: connector.carrier,
      services: connector.services
        .filter((service) => member === undefined || service.isBookedByHand !== true)
        .map(({ stringId }) => stringId),
      capabilities: capabilitiesOf(connector),
      fields: connector.fields.filter((field) => member === undefined || field.isAddress !== true),
      policy: account?.policy,
      connectedAtMs: account?.connectedAtMs,
    };
  });
}

export type AccountWithOwner = StoredAccount & { member: Member | undefined };

/** Every connected account: house accounts first, then by member. */
export async function listConnectedAccounts(app: App): Promise<AccountWithOwner[]> {
  const listed: AccountWithOwner[] = [];
  let last: StoredAccount | undefined;
  for (;;) {
    const page = await app.store.carrierAccounts.page(last, readBatch);
    const owners = await app.store.members.findMany(page.flatMap(({ memberId }) => memberId ?? []));
    for (const account of page) {
      const { memberId } = account;
      listed.push({ ...account, member: memberId && owners.get(memberId) });
    }
    last = page.at(-1);
    if (page.length < readBatch) return listed;
  }
}

export function getConnector(app: App, carrier: string): Connector {
  const connector = app.connections.connectors.find((one) => one.carrier === carrier);
  if (connector === undefined)
    throw new Refusal({ code: 'unknown_carrier', stringId: carrier, toConnect: true });
  return connector;
}

/** A price from a member's account can only be booked with that account, so the carrier must do both. */
function isForMembers({ quote, book }: Connector): boolean {
  return quote !== undefined && book !== undefined;
}

function policyOf(
  app: App,
  connector: Connector,
  member: Member | undefined,
  wanted: PricePolicy | undefined,
): PricePolicy {
  // Rate cards hold the operator's prices.
  const policy = wanted ?? (member === undefined ? usualPolicy(app, connector) : 'live');
  if (member !== undefined && policy !== 'live') refusePolicy(policy, 'own_account', connector);
  if (policy !== 'card' && connector.quote === undefined)
    refusePolicy(policy, 'not_priced', connector);
  return policy;
}

/**
 * The policy in the carrier's files; by default the carrier's own prices, or the rate card's if the carrier does not
 * answer.
 */
function usualPolicy(app: App, connector: Connector): PricePolicy {
  if (connector.quote === undefined) return 'card';
  const [service] = connector.services;
  const found = service && app.carriers.snapshot().find(service.stringId);
  const written = found?.carrier.terms.policy ?? 'card';
  return written === 'card' ? 'live_then_card' : written;
}

function refusePolicy(
  policy: PricePolicy,
  because: 'own_account' | 'not_priced',
  { carrier }: Connector,
): never {
  const issues = [{ path: ['policy'], problem: 'policy_unfit' as const, policy, because, carrier }];
  throw new Refusal({ code: 'validation', issues });
}

function refuseUnlessAllowed({ mayConnectCarriers }: Member): void {
  if (!mayConnectCarriers) throw new Refusal({ code: 'own_carriers_off' });
}

function refuseAccount(reason: string): never {
  const issues = [{ path: ['account'], problem: 'account_unfit' as const, reason }];
  throw new Refusal({ code: 'validation', issues });
}

async function getAccount(
  app: App,
  member: Member | undefined,
  carrier: string,
): Promise<StoredAccount> {
  getConnector(app, carrier);
  const account = await app.store.carrierAccounts.find({ carrier, memberId: member?.id });
  if (account !== undefined) return account;
  const code = member === undefined ? 'carrier_not_connected' : 'own_carrier_not_connected';
  throw new Refusal({ code, carrier });
}
