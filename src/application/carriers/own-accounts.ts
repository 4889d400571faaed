// A member's own accounts with carriers, where the operator allows them: connected, tried, disconnected. Only carriers that
// both price and take bookings with an account can be connected, because what an own account has quoted is booked with
// it and billed by its carrier. An account is tried before it is kept, sealed, and never shown again.

import { CarrierTrouble, describeTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { Member } from '../../domain/members/member.ts';
import type { PricePolicy } from '../../domain/rate-cards/carrier-terms.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { allowAtMost } from '../allow-at-most.ts';
import type {
  AccountField,
  AccountGiver,
  App,
  CarrierAccount,
  Connector,
  OwnAccount,
} from '../ports.ts';
import { getConnector, refusePolicy } from './house-accounts.ts';

/** Each is a call to the carrier: whoever guesses passwords must not do it through us. */
const triesAllowed = { what: 'own_carrier_tries', times: 20, windowMs: 10 * 60_000 };

const listedTogether = 200;

export type OwnAccountInput = {
  carrier: string;
  account: CarrierAccount;
  /** The operator may say where a carrier is asked, for a test system; a member may not. */
  by: AccountGiver;
  /** Its prices are always the carrier's: the operator's cards are the house's. */
  policy?: PricePolicy | undefined;
  isUntested: boolean;
};

export type ConnectedOwnAccount = {
  carrier: string;
  policy: PricePolicy;
  sentence: string;
  discovered: CarrierAccount;
};

export async function connectOwnAccount(
  app: App,
  member: Member,
  { carrier, account, by, policy = 'live', isUntested }: OwnAccountInput,
): Promise<ConnectedOwnAccount> {
  if (policy !== 'live') refusePolicy(policy, "a member's own account is always live");
  refuseUnlessAllowed(member);
  const connector = getConnector(app, carrier);
  if (!isConnectable(connector))
    refuseAccount(
      `${carrier} can't be connected: it does not both price and take bookings over the network`,
    );
  const problems = app.connections.problems(carrier, account, by);
  refuseInvalid(problems.map((problem) => ({ path: ['account'], sentence: `${problem}.` })));
  const of = { carrier, memberId: member.id };
  const tried = isUntested
    ? { sentence: 'Not tried.', discovered: {} }
    : await tryAccount(app, of, account);
  const sealed = app.connections.seal({ ...account, ...tried.discovered });
  await app.store.transaction(async (store) => {
    // The carrier took its time: the operator may have closed the account meanwhile, and removed what it had connected.
    const now = await store.members.lock(member.id);
    if (now?.member.isOpen !== true) throw new Refusal({ code: 'own_carriers_off' });
    refuseUnlessAllowed(now.member);
    await store.ownAccounts.put({ ...of, sealed, connectedAtMs: app.clock.nowMs() });
  });
  return { carrier, policy, ...tried };
}

async function tryAccount(
  app: App,
  of: { carrier: string; memberId: Member['id'] },
  account: CarrierAccount,
): Promise<{ sentence: string; discovered: CarrierAccount }> {
  await allowAtMost(app, { ...triesAllowed, who: of.memberId });
  const { isWell, sentence } = await app.connections.check(of, account);
  if (!isWell) refuseAccount(sentence);
  try {
    return { sentence, discovered: await app.connections.discover(of, account) };
  } catch (error) {
    if (!(error instanceof CarrierTrouble)) throw error;
    return refuseAccount(describeTrouble(error));
  }
}

/** One harmless call with the account that is kept. */
export async function testOwnAccount(
  app: App,
  member: Member,
  carrier: string,
): Promise<{ isWell: boolean; sentence: string }> {
  await getOwnAccount(app, member, carrier);
  await allowAtMost(app, { ...triesAllowed, who: member.id });
  return await app.connections.check({ carrier, memberId: member.id });
}

/** Also when own accounts have been switched off since: nobody must leave a password behind. */
export async function disconnectOwnAccount(
  app: App,
  member: Member,
  carrier: string,
): Promise<void> {
  await getOwnAccount(app, member, carrier);
  await app.store.ownAccounts.remove(member.id, carrier);
}

export type ListedOwnAccount = {
  carrier: string;
  /** Those that are priced and booked with the account. */
  services: string[];
  /** What is asked for: nothing that says where the carrier is. */
  fields: readonly AccountField[];
  connectedAtMs: number | undefined;
};

export async function listOwnAccounts(app: App, member: Member): Promise<ListedOwnAccount[]> {
  const kept = await app.store.ownAccounts.list(member.id);
  return app.connections.connectors.filter(isConnectable).map((connector) => ({
    carrier: connector.carrier,
    services: connector.services
      .filter(({ isBookedByHand }) => isBookedByHand !== true)
      .map(({ stringId }) => stringId),
    fields: connector.fields.filter(({ isAddress }) => isAddress !== true),
    connectedAtMs: kept.find(({ carrier }) => carrier === connector.carrier)?.connectedAtMs,
  }));
}

export type EverybodysOwnAccount = { member: Member; carrier: string; connectedAtMs: number };

/** For the operator: who has which accounts. */
export async function listEverybodysOwnAccounts(app: App): Promise<EverybodysOwnAccount[]> {
  const listed: EverybodysOwnAccount[] = [];
  let last: OwnAccount | undefined;
  for (;;) {
    const page = await app.store.ownAccounts.page(last, listedTogether);
    for (const { memberId, carrier, connectedAtMs } of page) {
      const known = listed.at(-1)?.member;
      const member = known?.id === memberId ? known : await app.store.members.find(memberId);
      if (member !== undefined) listed.push({ member, carrier, connectedAtMs });
    }
    last = page.at(-1);
    if (page.length < listedTogether) return listed;
  }
}

/** What an own account quotes must be bookable with it. */
function isConnectable({ quote, book }: Connector): boolean {
  return quote !== undefined && book !== undefined;
}

function refuseUnlessAllowed({ mayConnectCarriers }: Member): void {
  if (!mayConnectCarriers) throw new Refusal({ code: 'own_carriers_off' });
}

function refuseAccount(sentence: string): never {
  const whole = /[.)]$/.test(sentence) ? sentence : `${sentence}.`;
  throw new Refusal({ code: 'validation', issues: [{ path: ['account'], sentence: whole }] });
}

async function getOwnAccount(app: App, { id }: Member, carrier: string): Promise<OwnAccount> {
  getConnector(app, carrier);
  const kept = (await app.store.ownAccounts.list(id)).find((one) => one.carrier === carrier);
  if (kept === undefined) throw new Refusal({ code: 'own_carrier_not_connected', carrier });
  return kept;
}
