// The whole service in this process, with a real store, real counters, real hashing and a clock that tests move.
// Requests use `inject`, so no port is opened. Close it after the test.
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { loadHolidays } from '../../src/adapters/calendar/load-holidays.ts';
import { hmacSigner } from '../../src/adapters/link-signer.ts';
import { testGateway } from '../../src/adapters/payments/test-gateway.ts';
import { openLocations } from '../../src/adapters/places/open-locations.ts';
import { noSignals } from '../../src/adapters/shared-state/signals.ts';
import { systemSecrets } from '../../src/adapters/system.ts';
import { addKey } from '../../src/application/keys/manage-keys.ts';
import { registerMember } from '../../src/application/members/register-member.ts';
import type {
  App,
  Connector,
  Gateway,
  LiveCarrier,
  Locations,
  Tracer,
  WebClient,
} from '../../src/application/ports.ts';
import { QuoteCache } from '../../src/application/quotes/quote-cache.ts';
import { type AppParts, assembleAccounts, assembleApp } from '../../src/assemble-app.ts';
import type { KeyId } from '../../src/domain/keys/api-key.ts';
import type { MemberId } from '../../src/domain/members/member.ts';
import { type Holidays, makePickupCalendar } from '../../src/domain/time/pickup.ts';
import type { UserId } from '../../src/domain/users/user.ts';
import type { Limits } from '../../src/http/server/generation.ts';
import { generationsOf } from '../../src/http/server/generations.ts';
import type { Row } from '../../src/http/server/row.ts';
import { buildServer, type ServerOptions } from '../../src/http/server/server.ts';
import { sharedCarriers } from './carriers/shared-carriers.ts';
import { memberDetails } from './factories.ts';
import { noteServedRoutes } from './served-routes.ts';
import { answersKeptForMs, openTestStore, type Place, type Setup } from './setups.ts';
import { type LogLine, recordingLog, silentMeter } from './test-logs.ts';

/** The default limits of the interface. */
export const interfaceLimits: Limits = {
  v4PerMinute: 60,
  v4Concurrent: 50,
  v4AddressPerMinute: 30,
  v4AddressConcurrent: 25,
  v5PerMinute: 600,
  v5AnonymousPerHour: 10,
  trackPerMinute: 30,
  operationsPerMinute: 300,
  membersPerMinute: 1200,
  membersAddressPerMinute: 120,
};

export type TestApp = {
  app: App;
  server: FastifyInstance;
  place: Place;
  log: LogLine[];
  advanceClock(ms: number): void;
  get(
    path: string,
    headers?: Record<string, string>,
    remoteAddress?: string,
  ): Promise<LightMyRequestResponse>;
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** A member with a live key. */
  addMember(email?: string): Promise<TestMember>;
  close(): Promise<void>;
};

export type TestMember = {
  id: MemberId;
  /** The member's only user, an admin. */
  userId: UserId;
  email: string;
  password: string;
  key: string;
  keyId: KeyId;
};

export type TestAppOptions = {
  /** Shares another app's database and counters, like a second process. */
  place?: Place;
  limits?: Partial<Limits>;
  trustProxy?: ServerOptions['trustProxy'];
  patience?: ServerOptions['patience'];
  metrics?: ServerOptions['metrics'];
  readMetrics?: ServerOptions['readMetrics'];
  publicUrl?: string;
  routes?: readonly Row[];
  carriersDir?: string;
  live?: readonly LiveCarrier[];
  /** Live carriers of a member's own accounts, in the order of `live`. */
  liveOf?: App['carriers']['liveOf'];
  /** Connectors for connecting carriers; connected carriers are used unless `live` is given. */
  connectors?: readonly Connector[];
  timing?: Partial<App['timing']>;
  gateway?: Gateway;
  /** Replaces these parts of the App. */
  parts?: Partial<Pick<App, 'gateway' | 'paymentNotices' | 'recoverPayment'>>;
  operator?: Partial<App['operator']>;
  webClient?: WebClient;
  isSimulated?: boolean;
  networkPrinters?: AppParts['networkPrinters'];
  webhooks?: AppParts['webhooks'];
  tracer?: Tracer;
};

const testOperator: App['operator'] = {
  seller: {
    name: 'Acme Freight Pty Ltd',
    abn: '51824753556',
    address: ['Level 2, 100 George Street', 'SYDNEY NSW 2000'],
    isGstRegistered: true,
  },
  gs1Prefix: undefined,
  labelLinkMs: 7 * 86_400_000,
  keptDocumentBytes: 50_000_000,
  needsTwoFactor: false,
  issuesMonthlyInvoices: false,
  invoiceTermsDays: 14,
};

/** Monday, 16 November 2026, 10:00 in Sydney. */
const beginningMs = Date.UTC(2026, 10, 15, 23, 0, 0);

export async function startTestApp(setup: Setup, options: TestAppOptions = {}): Promise<TestApp> {
  const made = options.place === undefined ? await setup.makePlace() : undefined;
  const place = options.place ?? made;
  if (place === undefined) throw new Error('there is always a place');
  const log = recordingLog();
  let nowMs = beginningMs;
  const clock = { nowMs: () => nowMs };
  const store = await openTestStore(place, log, options.tracer);
  const signals = noSignals();
  const accounts = assembleAccounts({
    store,
    counters: await setup.openCounters(place, log),
    gateway:
      options.gateway ?? testGateway({ books: store.testGateway, clock, secrets: systemSecrets }),
    clock,
    machineAheadMs: () => 0,
    log,
    meter: silentMeter,
    tracer: options.tracer,
    signals,
  });
  const { live } = options;
  const assembled = await assembleApp(accounts, {
    signals,
    secretKey: 'a secret for tests',
    locations: await sharedLocations(),
    pickups: makePickupCalendar(await sharedHolidays()),
    carriersDir: options.carriersDir,
    prepared: sharedCarriers,
    connectors: options.connectors ?? [],
    ...(live === undefined ? {} : { live: () => live }),
    ...(options.liveOf === undefined ? {} : { liveOf: options.liveOf }),
    callsKeptMs: 14 * 86_400_000,
    auditKeptMs: 400 * 86_400_000,
    printerThreads: 1,
    networkPrinters: options.networkPrinters ?? { networks: [], ports: [9100] },
    webhooks: options.webhooks ?? { networks: [] },
    isServer: false,
    operator: { ...testOperator, ...options.operator },
    signer: hmacSigner('a secret for tests'),
    quoteCache: new QuoteCache(answersKeptForMs),
    sharedAnswers: await setup.openSharedAnswers(place, log),
    timing: {
      // A busy machine answers late, so only the tests of deadlines use short ones.
      carrierDeadlineMs: 30_000,
      quoteBudgetMs: 30_000,
      quoteTtlMs: 24 * 3_600_000,
      quoteRetentionMs: 30 * 86_400_000,
      confirmDeadlineMs: 20_000,
      ...options.timing,
    },
    tracking: { demoJourneyMs: 60_000 },
    isSimulated: options.isSimulated ?? false,
  });
  const app = Object.assign(assembled.app, options.parts);
  const limits = { ...interfaceLimits, ...options.limits };
  const publicUrl = options.publicUrl ?? 'http://localhost:8080';
  const server = buildServer(app, {
    generations: generationsOf(limits, { publicUrl, secrets: app.secrets }),
    trackPerMinute: limits.trackPerMinute,
    operationsPerMinute: limits.operationsPerMinute,
    trustProxy: options.trustProxy ?? false,
    connectionsPerAddress: 0,
    patience: options.patience,
    publicUrl,
    metrics: options.metrics ?? 'loopback',
    version: '0.0.0-test',
    readMetrics:
      options.readMetrics ??
      (async () => ({ contentType: 'text/plain', text: 'linehaul_test 1\n' })),
    ...(options.routes === undefined ? {} : { routes: options.routes }),
    webClient: options.webClient,
  });
  noteServedRoutes(server);
  await server.ready();
  const inject = (request: InjectOptions) => server.inject(request);
  return {
    app,
    server,
    place,
    log: log.lines,
    advanceClock: (ms) => {
      nowMs += ms;
    },
    inject,
    get: (path, headers = {}, remoteAddress = '192.0.2.1') =>
      inject({ method: 'GET', url: path, headers, remoteAddress }),
    addMember: async (email = 'jane@tilewarehouse.example') => {
      const password = 'correct: horse';
      const { id } = await registerMember(app, memberDetails({ email }), password);
      const { id: keyId, key } = await addKey(app, {
        memberId: id,
        moduleType: 'custom_site',
        site: 'tilewarehouse.example',
        isDemo: false,
      });
      const [user] = await app.store.users.list(id);
      if (user === undefined) throw new Error('a member has a user');
      return { id, userId: user.id, email, password, key, keyId };
    },
    close: async () => {
      await server.close();
      await assembled.close();
      await app.counters.close();
      await app.store.close();
      await made?.remove();
    },
  };
}

let holidays: Promise<Holidays> | undefined;
function sharedHolidays(): Promise<Holidays> {
  holidays ??= loadHolidays({
    directory: join(import.meta.dirname, '..', '..', 'generated'),
    currentYear: 2026,
  }).then((loaded) => loaded.holidays);
  return holidays;
}

/** Loaded once per test file, because it never changes. */
let locations: Promise<Locations> | undefined;
function sharedLocations(): Promise<Locations> {
  locations ??= openLocations(undefined);
  return locations;
}

export function basic(email: string, password: string): string {
  return `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
}
