// The carriers that the operator has accounts with, as they are at this moment: opened from their sealed rows at the
// start, and again whenever the configuration has changed in any process. A quote must not wait for the database, so the
// last known ones are at hand. An account that can not be opened is left out and said aloud; the others go on. Members' own
// accounts are `open-own-accounts.ts`; here they meet the house's.
import { setTimeout as pause } from 'node:timers/promises';
import type {
  Connections,
  Connector,
  HouseAccount,
  LiveCarrier,
  Log,
  Meter,
  Sealer,
  Secrets,
  Store,
  Tracer,
} from '../../application/ports.ts';
import type { CircuitBreaker } from '../../domain/carriers/circuit-breaker.ts';
import type { MemberId } from '../../domain/members/member.ts';
import { accountTrials } from './account-trials.ts';
import { CallLog } from './call-log.ts';
import {
  addressesIn,
  completeAccount,
  type GivenAccount,
  readAccount,
  staysOnThisMachine,
} from './carrier-account.ts';
import { CarrierLine, type LineParts } from './carrier-line.ts';
import { liveServices, momentAt, type ServiceParts } from './live-service.ts';
import { OpenOwnAccounts } from './open-own-accounts.ts';
import { openSentConsignments } from './sent-consignments.ts';
import { openTransport } from './transport.ts';

export type ConnectionsOptions = Omit<ServiceParts, 'sent'> & {
  connectors: readonly Connector[];
  store: Pick<
    Store,
    | 'houseAccounts'
    | 'ownAccounts'
    | 'carrierCalls'
    | 'sentConsignments'
    | 'manifests'
    | 'configurationRevision'
  >;
  sealer: Sealer;
  secrets: Pick<Secrets, 'randomText'>;
  log: Log;
  tracer?: Tracer | undefined;
  meter: Meter;
  /** Of the request that is being answered; "" when none is. */
  requestId(): string;
  /** How long calls can be looked at. */
  callsKeptMs: number;
  /** Of an account's line, in this process or in all. */
  breakerOf(name: string): CircuitBreaker;
  /** `serve --simulate` runs: an account whose carrier is on this machine is with a simulated one. */
  playsCarriers: boolean;
  /** A server writes its calls down now and then; a command when it ends. */
  isServer: boolean;
};

export type OpenConnections = Connections & {
  live(): readonly LiveCarrier[];
  /** With a member's own accounts in the places of the house's. */
  liveOf(memberId: MemberId): readonly LiveCarrier[] | Promise<readonly LiveCarrier[]>;
  close(): Promise<void>;
};

const purgedTogether = 500;
const lookEveryMs = 1_000;
const sydney = { state: 'NSW', postcode: '2000' } as const;

type Opened = {
  connection: HouseAccount;
  /** Where the operator says that the carrier is. */
  addresses: GivenAccount;
  line: CarrierLine;
  services: LiveCarrier[];
};

export async function openConnections(options: ConnectionsOptions): Promise<OpenConnections> {
  const { store, log, clock, sealer } = options;
  const byCarrier = new Map(options.connectors.map((one) => [one.carrier, one]));
  const connectorOf = (carrier: string): Connector | undefined => byCarrier.get(carrier);
  const calls = new CallLog(store, log);
  const transport = openTransport();
  const line: LineParts = {
    transport,
    calls,
    clock,
    requestId: options.requestId,
    tracer: options.tracer,
    meter: options.meter,
    random: () => jitter(options.secrets),
    wait: (ms, signal) => pause(ms, undefined, { signal }),
  };
  if (options.isServer) calls.start();

  const parts = { ...options, sent: store.sentConsignments };
  const open = (connection: HouseAccount): Opened[] => {
    const connector = connectorOf(connection.carrier);
    const account = connector === undefined ? undefined : unseal(options, connection);
    if (connector === undefined || account === undefined) {
      const { carrier } = connection;
      log.error({ carrier }, 'the account with a carrier can not be opened: connect it again');
      return [];
    }
    const ownLine = new CarrierLine(connector, completeAccount(connector, account), {
      ...line,
      connectedAtMs: connection.connectedAtMs,
      breaker: options.breakerOf(connection.carrier),
    });
    const addresses = addressesIn(connector, account);
    const isSimulated = options.playsCarriers && staysOnThisMachine(addresses);
    const services = liveServices(ownLine, connection.policy, parts).map((service) => ({
      ...service,
      isSimulated,
      answersAs: `${service.stringId}.${connection.connectedAtMs}`,
    }));
    return [{ connection, addresses, line: ownLine, services }];
  };
  if (options.isServer) await sealAnew(options);
  const current = await keepCurrent(options, open);
  // Also where nobody asks for quotes: bookings and tracking go through the same accounts.
  const looking = options.isServer ? setInterval(current, lookEveryMs).unref() : undefined;
  const houseOf = (carrier: string): Opened | undefined =>
    current().opened.find(({ connection }) => connection.carrier === carrier);
  const addressesOf = (carrier: string): GivenAccount | undefined => houseOf(carrier)?.addresses;
  const own = new OpenOwnAccounts({
    ...parts,
    connectorOf,
    addressesOf,
    house: () => current().live,
    lineWith: (connector, account, { memberId: owner, connectedAtMs }) =>
      new CarrierLine(connector, completeAccount(connector, account), {
        ...line,
        owner,
        connectedAtMs,
        breaker: options.breakerOf(`${connector.carrier}@${owner}`),
      }),
  });
  if (options.isServer) await own.sealAnew();
  return {
    connectors: options.connectors,
    live: () => current().live,
    liveOf: (memberId) => own.liveOf(memberId),
    ...accountTrials({
      line,
      moment: () => momentAt(sydney, options),
      connectorOf,
      addressesOf,
      findAccount: ({ carrier, memberId: owner }) =>
        owner === undefined ? findAccount(options, carrier) : own.findAccount(owner, carrier),
    }),
    seal: (given) => sealer.seal(JSON.stringify(given)),
    isResting: (carrier) => houseOf(carrier)?.line.isResting ?? false,
    ...openSentConsignments({
      ...parts,
      manifests: store.manifests,
      lineOf: async ({ carrier, memberId: owner }) =>
        owner === undefined ? houseOf(carrier)?.line : await own.lineOf(owner, carrier),
      connectorOf,
    }),
    writeCalls: () => calls.write(),
    purgeCalls: async () => {
      const beforeMs = clock.nowMs() - options.callsKeptMs;
      return (await store.carrierCalls.purge(beforeMs, purgedTogether)) === purgedTogether;
    },
    close: async () => {
      clearInterval(looking);
      await calls.close();
      await transport.close();
    },
  };
}

type Current = { opened: readonly Opened[]; live: readonly LiveCarrier[] };

/** The list keeps its identity until something has changed: answers for a caller are remembered by it. */
async function keepCurrent(
  { store, log }: ConnectionsOptions,
  open: (connection: HouseAccount) => Opened[],
): Promise<() => Current> {
  const read = async (before: readonly Opened[]): Promise<Current> => {
    const connections = await store.houseAccounts.list();
    // An account that has not changed keeps its line: its token, its breaker, its pace.
    const opened = connections.flatMap((connection) => {
      const known = before.find(
        (one) =>
          one.connection.sealed === connection.sealed &&
          one.connection.policy === connection.policy,
      );
      return known === undefined ? open(connection) : [known];
    });
    return { opened, live: opened.flatMap(({ services }) => services) };
  };
  let revision = store.configurationRevision();
  let current = await read([]);
  let isReading = false;
  return () => {
    const now = store.configurationRevision();
    if (now === revision || isReading) return current;
    isReading = true;
    read(current.opened)
      .then(
        (fresh) => {
          const isSame =
            fresh.opened.length === current.opened.length &&
            fresh.opened.every((one, n) => one === current.opened[n]);
          if (!isSame) current = fresh;
          revision = now;
        },
        (error: unknown) => log.warn({ err: error }, 'connected carriers could not be read'),
      )
      .finally(() => {
        isReading = false;
      });
    return current;
  };
}

/** What the last secret key sealed is sealed with the present one, so that the last one can be forgotten. */
async function sealAnew({ store, sealer, log }: ConnectionsOptions): Promise<void> {
  for (const connection of await store.houseAccounts.list()) {
    const opened = sealer.open(connection.sealed);
    if (opened?.isOutdated !== true) continue;
    await store.houseAccounts.reseal(connection, sealer.seal(opened.text));
    log.info({ carrier: connection.carrier }, 'an account with a carrier was sealed anew');
  }
}

async function findAccount(
  options: ConnectionsOptions,
  carrier: string,
): Promise<GivenAccount | undefined> {
  const connection = await options.store.houseAccounts.find(carrier);
  return connection === undefined ? undefined : unseal(options, connection);
}

function unseal(
  { sealer }: ConnectionsOptions,
  { sealed }: HouseAccount,
): GivenAccount | undefined {
  const opened = sealer.open(sealed);
  return opened === undefined ? undefined : readAccount(opened.text);
}

/** From 0 to below 1, so that many who failed together do not try again together. */
function jitter(secrets: Pick<Secrets, 'randomText'>): number {
  const [byte = 0] = Buffer.from(secrets.randomText(1), 'base64url');
  return byte / 256;
}
