// Members' own accounts with carriers: opened when their member first asks for something and kept, for a bounded number of
// members, while the configuration stands still. Where a carrier's service is, is never a member's to say: it is where the
// house's account says, or the carrier's usual address.
//
// A member's carriers are asked with the member's accounts or not at all: an account that can not be opened makes its
// services fail, and the house's never stands in for it.
import type {
  Connector,
  LiveCarrier,
  Log,
  OwnAccount,
  Sealer,
  Store,
} from '../../application/ports.ts';
import { ownAccountMark } from '../../domain/carriers/own-account.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { MemberId } from '../../domain/members/member.ts';
import { type GivenAccount, readAccount } from './carrier-account.ts';
import type { CarrierLine } from './carrier-line.ts';
import { liveServices, type ServiceParts } from './live-service.ts';

export type OpenOwnAccountsOptions = ServiceParts & {
  store: Pick<Store, 'ownAccounts' | 'configurationRevision'>;
  sealer: Sealer;
  log: Log;
  connectorOf(carrier: string): Connector | undefined;
  /** What the house's account says of where the carrier is; the same object until it says something else. */
  addressesOf(carrier: string): GivenAccount | undefined;
  house(): readonly LiveCarrier[];
  lineWith(
    connector: Connector,
    account: GivenAccount,
    of: Pick<OwnAccount, 'memberId' | 'connectedAtMs'>,
  ): CarrierLine;
};

type Opened = {
  connection: OwnAccount;
  addresses: GivenAccount | undefined;
  /** Undefined when the account can not be opened. */
  line: CarrierLine | undefined;
  services: LiveCarrier[];
};

type Known = {
  revision: number | undefined;
  accounts: readonly Opened[];
  house: readonly LiveCarrier[];
  live: readonly LiveCarrier[];
};

/** Members whose accounts are open; whoever has not asked for longest goes first. */
const mostMembers = 1_000;
const resealedTogether = 200;

export class OpenOwnAccounts {
  readonly #options: OpenOwnAccountsOptions;
  readonly #known = new Map<MemberId, Known>();
  readonly #underWay = new Map<string, Promise<Known>>();

  constructor(options: OpenOwnAccountsOptions) {
    this.#options = options;
  }

  /** The house's carriers with the member's own in their places; the same list until something has changed. */
  liveOf(owner: MemberId): readonly LiveCarrier[] | Promise<readonly LiveCarrier[]> {
    return this.#atHand(owner)?.live ?? this.#read(owner).then(({ live }) => live);
  }

  async lineOf(owner: MemberId, carrier: string): Promise<CarrierLine | undefined> {
    const { accounts } = this.#atHand(owner) ?? (await this.#read(owner));
    return accounts.find(({ connection }) => connection.carrier === carrier)?.line;
  }

  /** What is kept, as it was given. */
  async findAccount(owner: MemberId, carrier: string): Promise<GivenAccount | undefined> {
    const kept = await this.#options.store.ownAccounts.list(owner);
    const connection = kept.find((one) => one.carrier === carrier);
    return connection === undefined ? undefined : this.#unseal(connection);
  }

  /** What the last secret key sealed is sealed with the present one. */
  async sealAnew(): Promise<void> {
    const { store, sealer, log } = this.#options;
    let last: OwnAccount | undefined;
    for (;;) {
      const page = await store.ownAccounts.page(last, resealedTogether);
      for (const connection of page) {
        const opened = sealer.open(connection.sealed);
        if (opened?.isOutdated !== true) continue;
        await store.ownAccounts.reseal(connection, sealer.seal(opened.text));
        const { carrier, memberId: member } = connection;
        log.info({ carrier, member }, "a member's account with a carrier was sealed anew");
      }
      last = page.at(-1);
      if (page.length < resealedTogether) return;
    }
  }

  #atHand(owner: MemberId): Known | undefined {
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
    // Whoever began before a change may have read what was there before it.
    const name = `${revision} ${owner}`;
    const underWay = this.#underWay.get(name);
    if (underWay !== undefined) return underWay;
    const reading = this.#readAnew(owner, revision).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, reading);
    return reading;
  }

  async #readAnew(owner: MemberId, revision: number | undefined): Promise<Known> {
    const connections = await this.#options.store.ownAccounts.list(owner);
    const before = this.#known.get(owner);
    const accounts = connections.flatMap((connection) => this.#open(connection, before));
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

  /** An account that has not changed keeps its line: its token, its pace. */
  #open(connection: OwnAccount, before: Known | undefined): Opened[] {
    const { connectorOf, addressesOf, log } = this.#options;
    const { carrier, memberId: owner, sealed, connectedAtMs } = connection;
    const addresses = addressesOf(carrier);
    const known = before?.accounts.find(
      (one) =>
        one.connection.carrier === carrier &&
        one.connection.sealed === sealed &&
        one.connection.connectedAtMs === connectedAtMs &&
        one.addresses === addresses,
    );
    if (known !== undefined) return [known];
    const connector = connectorOf(carrier);
    const account = this.#unseal(connection);
    if (connector === undefined || account === undefined)
      log.error(
        { carrier, member: owner },
        "a member's account with a carrier can not be opened: connect it again",
      );
    if (connector === undefined) return [];
    const line =
      account === undefined
        ? undefined
        : this.#options.lineWith(connector, { ...addresses, ...account }, connection);
    const services =
      line === undefined
        ? this.#lostServices(connector)
        : // What only a person books is booked with the house's account: it stays the house's to price.
          liveServices(line, 'live', this.#options).filter(
            ({ carrierBooking }) => carrierBooking !== undefined,
          );
    const mark = ownAccountMark(connectedAtMs);
    const owned = services.map((service) => ({
      ...service,
      answersAs: `${service.stringId}@${owner}.${connectedAtMs}`,
      own: {
        memberId: owner,
        mark,
        watchedAs: `${service.stringId}@${owner}`,
      },
    }));
    return [{ connection, addresses, line, services: owned }];
  }

  #lostServices({ services }: Connector): LiveCarrier[] {
    const booked = services.filter(({ isBookedByHand }) => isBookedByHand !== true);
    return booked.map(({ stringId }) => ({
      stringId,
      mode: this.#options.modeOf(stringId),
      policy: 'live',
      quote: async () => {
        throw new CarrierTrouble('credentials', 'the account can not be opened', {
          isUnsent: true,
        });
      },
    }));
  }

  #unseal({ sealed }: OwnAccount): GivenAccount | undefined {
    const opened = this.#options.sealer.open(sealed);
    return opened === undefined ? undefined : readAccount(opened.text);
  }
}

function mergedLive(
  house: readonly LiveCarrier[],
  accounts: readonly Opened[],
): readonly LiveCarrier[] {
  const own = accounts.flatMap(({ services }) => services);
  const replaced = new Set(own.map(({ stringId }) => stringId));
  return [...house.filter(({ stringId }) => !replaced.has(stringId)), ...own];
}
