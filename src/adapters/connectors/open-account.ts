// Opens stored carrier accounts: unseals the credentials and creates the connection and its services. An account that has not
// changed keeps its connection, with its token, circuit breaker and request rate.
import type {
  CarrierAccountOf,
  CarrierAccounts,
  Connector,
  LiveCarrier,
  Log,
  Sealer,
  StoredAccount,
} from '../../application/ports.ts';
import { ownAccountMark } from '../../domain/carriers/own-account.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { MemberId } from '../../domain/members/member.ts';
import {
  addressesIn,
  type GivenAccount,
  readAccount,
  staysOnThisMachine,
} from './carrier-account.ts';
import type { CarrierConnection } from './carrier-connection.ts';
import { liveServices, type ServiceParts } from './live-service.ts';

export type OpenAccountOptions = ServiceParts & {
  store: { carrierAccounts: Pick<CarrierAccounts, 'find' | 'page' | 'reseal'> };
  sealer: Sealer;
  log: Log;
  connectorOf(carrier: string): Connector | undefined;
  connect(connector: Connector, fields: GivenAccount, account: StoredAccount): CarrierConnection;
  /**
   * True under `serve --simulate`: an account whose carrier address is on this machine uses a simulated carrier.
   */
  playsCarriers: boolean;
};

export type OpenAccount = {
  account: StoredAccount;
  /** The addresses for its requests, if they differ from the carrier's usual ones. */
  addresses: GivenAccount | undefined;
  /** Undefined when the account cannot be opened. */
  connection: CarrierConnection | undefined;
  services: readonly LiveCarrier[];
};

const resealBatch = 200;

/** `addresses`: from the house account with the same carrier; members cannot set an address. */
export function openAccount(
  options: OpenAccountOptions,
  account: StoredAccount,
  before: readonly OpenAccount[],
  addresses?: GivenAccount,
): OpenAccount {
  const { carrier, memberId, connectedAtMs } = account;
  const known = before.find(
    (one) =>
      one.account.carrier === carrier &&
      one.account.sealed === account.sealed &&
      one.account.policy === account.policy &&
      one.account.connectedAtMs === connectedAtMs &&
      (memberId === undefined || one.addresses === addresses),
  );
  if (known !== undefined) return known;
  const connector = options.connectorOf(carrier);
  const fields = unseal(options, account);
  if (connector === undefined || fields === undefined) {
    options.log.error(
      { carrier, member: memberId },
      'an account with a carrier cannot be opened: connect it again',
    );
    const services =
      connector === undefined || memberId === undefined
        ? []
        : owned(memberId, connectedAtMs, failingServices(connector, options));
    return { account, addresses, connection: undefined, services };
  }
  const connection = options.connect(connector, { ...addresses, ...fields }, account);
  const services = liveServices(connection, account.policy, options);
  if (memberId !== undefined)
    return {
      account,
      addresses,
      connection,
      // Services booked by hand are booked with the house account, which also prices them.
      services: owned(
        memberId,
        connectedAtMs,
        services.filter(({ carrierBooking }) => carrierBooking !== undefined),
      ),
    };
  const given = addressesIn(connector, fields);
  const isSimulated = options.playsCarriers && staysOnThisMachine(given);
  return {
    account,
    addresses: given,
    connection,
    services: services.map((service) => ({
      ...service,
      isSimulated,
      answersAs: `${service.stringId}.${connectedAtMs}`,
    })),
  };
}

function owned(
  memberId: MemberId,
  connectedAtMs: number,
  services: readonly LiveCarrier[],
): LiveCarrier[] {
  const mark = ownAccountMark(connectedAtMs);
  return services.map((service) => ({
    ...service,
    answersAs: `${service.stringId}@${memberId}.${connectedAtMs}`,
    own: { memberId, mark, watchedAs: `${service.stringId}@${memberId}` },
  }));
}

/** Replaces a member's account that cannot be opened, because the house account must not be used instead. */
function failingServices(
  { services }: Connector,
  { modeOf }: Pick<OpenAccountOptions, 'modeOf'>,
): LiveCarrier[] {
  const booked = services.filter(({ isBookedByHand }) => isBookedByHand !== true);
  return booked.map(({ stringId }) => ({
    stringId,
    mode: modeOf(stringId),
    policy: 'live',
    quote: async () => {
      throw new CarrierTrouble('credentials', 'the account cannot be opened', { isUnsent: true });
    },
  }));
}

/** The stored fields, as they were entered. */
export async function findFields(
  options: Pick<OpenAccountOptions, 'store' | 'sealer'>,
  of: CarrierAccountOf,
): Promise<GivenAccount | undefined> {
  const account = await options.store.carrierAccounts.find(of);
  return account === undefined ? undefined : unseal(options, account);
}

function unseal(
  { sealer }: Pick<OpenAccountOptions, 'sealer'>,
  { sealed }: StoredAccount,
): GivenAccount | undefined {
  const opened = sealer.open(sealed);
  return opened === undefined ? undefined : readAccount(opened.text);
}

/** Seals accounts with the current secret key, so that the previous key can be removed from the settings. */
export async function resealAccounts({
  store,
  sealer,
  log,
}: Pick<OpenAccountOptions, 'store' | 'sealer' | 'log'>): Promise<void> {
  let last: StoredAccount | undefined;
  for (;;) {
    const page = await store.carrierAccounts.page(last, resealBatch);
    for (const account of page) {
      const opened = sealer.open(account.sealed);
      if (opened?.isOutdated !== true) continue;
      await store.carrierAccounts.reseal(account, sealer.seal(opened.text));
      const { carrier, memberId: member } = account;
      log.info({ carrier, member }, 'an account with a carrier was sealed with the present key');
    }
    last = page.at(-1);
    if (page.length < resealBatch) return;
  }
}
