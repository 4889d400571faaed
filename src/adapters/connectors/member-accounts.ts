// Members' own accounts with carriers. They are opened on the member's first request and kept for a bounded number of members
// until the configuration changes.
import type { CarrierAccounts, LiveCarrier, Store } from '../../application/ports.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { GivenAccount } from './carrier-account.ts';
import type { CarrierConnection } from './carrier-connection.ts';
import { type OpenAccount, type OpenAccountOptions, openAccount } from './open-account.ts';

export type MemberAccountsOptions = OpenAccountOptions & {
  store: Pick<Store, 'configurationRevision'> & {
    carrierAccounts: Pick<CarrierAccounts, 'list'>;
  };
  /** The address that the house account gives; the same object until it changes. */
  addressesOf(carrier: string): GivenAccount | undefined;
  /** Services of the house accounts; the same list until it changes. */
  house(): readonly LiveCarrier[];
};

type Known = {
  revision: number | undefined;
  accounts: readonly OpenAccount[];
  house: readonly LiveCarrier[];
  live: readonly LiveCarrier[];
};

/** Beyond this, the accounts of the member with the oldest request are closed. */
const mostMembers = 1_000;

export class MemberAccounts {
  readonly #options: MemberAccountsOptions;
  readonly #known = new Map<MemberId, Known>();
  readonly #reading = new Map<string, Promise<Known>>();

  constructor(options: MemberAccountsOptions) {
    this.#options = options;
  }

  /** House services, with the member's own in their places; the same list until something changes. */
  liveOf(owner: MemberId): readonly LiveCarrier[] | Promise<readonly LiveCarrier[]> {
    return this.#current(owner)?.live ?? this.#read(owner).then(({ live }) => live);
  }

  async connectionOf(owner: MemberId, carrier: string): Promise<CarrierConnection | undefined> {
    const { accounts } = this.#current(owner) ?? (await this.#read(owner));
    return accounts.find(({ account }) => account.carrier === carrier)?.connection;
  }

  #current(owner: MemberId): Known | undefined {
    const { store, house } = this.#options;
    const known = this.#known.get(owner);
    if (known === undefined || known.revision === undefined) return undefined;
    if (known.revision !== store.configurationRevision() || known.house !== house())
      return undefined;
    this.#known.delete(owner);
    this.#known.set(owner, known);
    return known;
  }

  #read(owner: MemberId): Promise<Known> {
    const revision = this.#options.store.configurationRevision();
    // A read that began at an earlier revision may have missed the change.
    const name = `${revision} ${owner}`;
    const underWay = this.#reading.get(name);
    if (underWay !== undefined) return underWay;
    const reading = this.#open(owner, revision).finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    return reading;
  }

  async #open(owner: MemberId, revision: number | undefined): Promise<Known> {
    const { store, addressesOf } = this.#options;
    const stored = await store.carrierAccounts.list(owner);
    const before = this.#known.get(owner);
    const accounts = stored.map((account) =>
      openAccount(this.#options, account, before?.accounts ?? [], addressesOf(account.carrier)),
    );
    const house = this.#options.house();
    const isSame =
      before?.house === house &&
      before.accounts.length === accounts.length &&
      accounts.every((one, n) => one === before.accounts[n]);
    const live = isSame ? before.live : mergedLive(house, accounts);
    const known: Known = { revision, accounts, house, live };
    this.#keep(owner, known);
    return known;
  }

  #keep(owner: MemberId, known: Known): void {
    this.#known.delete(owner);
    if (this.#known.size >= mostMembers) {
      const oldest = this.#known.keys().next();
      if (!oldest.done) this.#known.delete(oldest.value);
    }
    this.#known.set(owner, known);
  }
}

function mergedLive(
  house: readonly LiveCarrier[],
  accounts: readonly OpenAccount[],
): readonly LiveCarrier[] {
  const own = accounts.flatMap(({ services }) => services);
  const replaced = new Set(own.map(({ stringId }) => stringId));
  return [...house.filter(({ stringId }) => !replaced.has(stringId)), ...own];
}
