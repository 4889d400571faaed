// The carriers that the operator and members have accounts with. House accounts are opened at the start and again after a
// configuration change in any process; a quote uses the latest opened ones, because it must not wait for the database.
import { setTimeout as pause } from 'node:timers/promises';
import type {
  Connections,
  Connector,
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
import { followConfiguration } from '../shared/followed-configuration.ts';
import { accountTests } from './account-tests.ts';
import { CallLog } from './call-log.ts';
import { completeAccount, type GivenAccount } from './carrier-account.ts';
import { CarrierConnection, type ConnectionParts } from './carrier-connection.ts';
import { momentAt, type ServiceParts } from './live-service.ts';
import { MemberAccounts } from './member-accounts.ts';
import {
  findFields,
  type OpenAccount,
  type OpenAccountOptions,
  openAccount,
  resealAccounts,
} from './open-account.ts';
import { readRecordedAnswers } from './recorded-answers.ts';
import { openSentConsignments } from './sent-consignments.ts';
import { openTransport } from './transport.ts';

export type ConnectionsOptions = Omit<ServiceParts, 'sent'> & {
  connectors: readonly Connector[];
  /** The shipped carriers, with their recordings. */
  carriersDir: string;
  store: Pick<
    Store,
    'carrierAccounts' | 'carrierCalls' | 'sentConsignments' | 'manifests' | 'configurationRevision'
  >;
  sealer: Sealer;
  secrets: Pick<Secrets, 'randomText'>;
  log: Log;
  tracer?: Tracer | undefined;
  meter: Meter;
  /** The id of the request that this process is answering, or "". */
  requestId(): string;
  /** How long logged calls are kept. */
  callsKeptMs: number;
  /** The circuit breaker of one account, in this process or shared by all. */
  breakerOf(name: string): CircuitBreaker;
  /**
   * True under `serve --simulate`: an account whose carrier address is on this machine uses a simulated carrier.
   */
  playsCarriers: boolean;
  /** A server writes its log of calls periodically, a command when it ends. */
  isServer: boolean;
};

export type OpenConnections = Connections & {
  live(): readonly LiveCarrier[];
  /** House services, with the member's own in their places. */
  liveOf(memberId: MemberId): readonly LiveCarrier[] | Promise<readonly LiveCarrier[]>;
  close(): Promise<void>;
};

const purgeBatch = 500;
const lookEveryMs = 1_000;
const sydney = { state: 'NSW', postcode: '2000' } as const;

export async function openConnections(options: ConnectionsOptions): Promise<OpenConnections> {
  const { store, log, clock, sealer } = options;
  const byCarrier = new Map(options.connectors.map((one) => [one.carrier, one]));
  const connectorOf = (carrier: string): Connector | undefined => byCarrier.get(carrier);
  const calls = new CallLog(store, log);
  const transport = openTransport();
  const connectionParts: ConnectionParts = {
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

  const parts: OpenAccountOptions = {
    ...options,
    sent: store.sentConsignments,
    connectorOf,
    connect: (connector, fields, { carrier, memberId: owner, connectedAtMs }) =>
      new CarrierConnection(connector, completeAccount(connector, fields), {
        ...connectionParts,
        owner,
        connectedAtMs,
        breaker: options.breakerOf(owner === undefined ? carrier : `${carrier}@${owner}`),
      }),
  };
  if (options.isServer) await resealAccounts(options);
  const current = await openHouseAccounts(store, log, parts);
  // A process without quotes must notice changes too, because bookings and tracking use the same accounts.
  const looking = options.isServer ? setInterval(current, lookEveryMs).unref() : undefined;
  const houseOf = (carrier: string): OpenAccount | undefined =>
    current().accounts.find(({ account }) => account.carrier === carrier);
  const addressesOf = (carrier: string): GivenAccount | undefined => houseOf(carrier)?.addresses;
  const members = new MemberAccounts({
    ...parts,
    store,
    addressesOf,
    house: () => current().live,
  });
  return {
    connectors: options.connectors,
    live: () => current().live,
    liveOf: (memberId) => members.liveOf(memberId),
    ...accountTests({
      connectionParts,
      moment: () => momentAt(sydney, options),
      connectorOf,
      addressesOf,
      findAccount: (account) => findFields(options, account),
    }),
    momentAt: (place) => momentAt(place, options),
    recordedAnswers: (carrier) => readRecordedAnswers(options.carriersDir, carrier),
    seal: (given) => sealer.seal(JSON.stringify(given)),
    ...openSentConsignments({
      ...parts,
      manifests: store.manifests,
      connectionOf: async ({ carrier, memberId: owner }) =>
        owner === undefined
          ? houseOf(carrier)?.connection
          : await members.connectionOf(owner, carrier),
      connectorOf,
    }),
    readNotice: (carrier, notice) => houseOf(carrier)?.connection?.readNotice(notice) ?? 'forged',
    writeCalls: () => calls.write(),
    purgeCalls: async () => {
      const beforeMs = clock.nowMs() - options.callsKeptMs;
      return (await store.carrierCalls.purge(beforeMs, purgeBatch)) === purgeBatch;
    },
    close: async () => {
      clearInterval(looking);
      await calls.close();
      await transport.close();
    },
  };
}

type HouseAccounts = { accounts: readonly OpenAccount[]; live: readonly LiveCarrier[] };

/** The result is the same object until an account changes: caches of quotes compare it. */
async function openHouseAccounts(
  store: ConnectionsOptions['store'],
  log: Log,
  parts: OpenAccountOptions,
): Promise<() => HouseAccounts> {
  const { current } = await followConfiguration<HouseAccounts>(store, log, async (before) => {
    const known = before?.accounts ?? [];
    const stored = await store.carrierAccounts.list(undefined);
    const accounts = stored.map((account) => openAccount(parts, account, known));
    const isSame =
      accounts.length === known.length && accounts.every((account, n) => account === known[n]);
    if (before !== undefined && isSame) return before;
    return { accounts, live: accounts.flatMap(({ services }) => services) };
  });
  return current;
}

/** A number from 0 up to but not including 1, so that calls that failed together are not retried together. */
function jitter(secrets: Pick<Secrets, 'randomText'>): number {
  const [byte = 0] = Buffer.from(secrets.randomText(1), 'base64url');
  return byte / 256;
}
