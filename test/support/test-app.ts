// The whole service in this process: real store, real counters, real hashing, a clock that is moved by
// hand. Requests go through `inject`, so no port is opened. Close it after the test.
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { loadHolidays } from '../../src/adapters/calendar/load-holidays.ts';
import { openCarrierDrafts } from '../../src/adapters/carriers/carrier-drafts.ts';
import { openCarriers, shippedCarriersDir } from '../../src/adapters/carriers/open-carriers.ts';
import { openPreparedCarriers } from '../../src/adapters/carriers/prepared-carriers.ts';
import {
  type OpenConnections,
  openConnections,
} from '../../src/adapters/connectors/open-connections.ts';
import { hmacSigner } from '../../src/adapters/link-signer.ts';
import { openLocations } from '../../src/adapters/locations/open-locations.ts';
import { argonPasswords } from '../../src/adapters/passwords/argon-passwords.ts';
import { testGateway } from '../../src/adapters/payments/test-gateway.ts';
import { openPrinter } from '../../src/adapters/printer/open-printer.ts';
import { memoryQuoteCache } from '../../src/adapters/quote-cache.ts';
import { sealer } from '../../src/adapters/sealer.ts';
import { sharedCarriers } from '../../src/adapters/shared-state/shared-carriers.ts';
import { noSignals } from '../../src/adapters/shared-state/signals.ts';
import { fileLock } from '../../src/adapters/store/file-lock.ts';
import { systemSecrets } from '../../src/adapters/system.ts';
import { Turns } from '../../src/application/bookings/turns.ts';
import { CallerCache } from '../../src/application/caller-cache.ts';
import { recoverPayment } from '../../src/application/jobs/recover-confirmations.ts';
import { KeyCallLog } from '../../src/application/keys/key-calls.ts';
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
import { SharedAsks } from '../../src/application/quotes/shared-asks.ts';
import { CarrierAnswerLog } from '../../src/application/reports/carrier-answers.ts';
import { currentRequestId } from '../../src/application/request-scope.ts';
import type { KeyId } from '../../src/domain/accounts/api-key.ts';
import type { MemberId } from '../../src/domain/accounts/member.ts';
import { type Holidays, makePickupCalendar } from '../../src/domain/time/pickup.ts';
import type { Limits } from '../../src/http/generation.ts';
import type { Row } from '../../src/http/row.ts';
import { buildServer, type ServerOptions } from '../../src/http/server.ts';
import { memberDetails } from './factories.ts';
import { noteServedRoutes } from './served-routes.ts';
import { answersKeptForMs, openTestStore, type Place, type Setup } from './setups.ts';
import { type LogLine, recordingLog, silentMeter } from './silence.ts';

/** The interface's own numbers. */
export const interfaceLimits: Limits = {
  v4PerMinute: 60,
  v4Concurrent: 50,
  v4AddressPerMinute: 30,
  v4AddressConcurrent: 25,
  v5PerMinute: 600,
  v5AnonymousPerHour: 10,
  trackPerMinute: 30,
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
  email: string;
  password: string;
  key: string;
  keyId: KeyId;
};

export type TestAppOptions = {
  /** Share another app's database and counters, as a second process would. */
  place?: Place;
  limits?: Partial<Limits>;
  trustProxy?: ServerOptions['trustProxy'];
  metrics?: ServerOptions['metrics'];
  readMetrics?: ServerOptions['readMetrics'];
  publicUrl?: string;
  routes?: readonly Row[];
  carriersDir?: string;
  live?: readonly LiveCarrier[];
  /** A member's own, in the places of `live`. */
  liveOf?: App['carriers']['liveOf'];
  /** Carriers that can be connected; what is connected is used unless `live` is given. */
  connectors?: readonly Connector[];
  timing?: Partial<App['timing']>;
  gateway?: Gateway;
  /** Parts of the App to use instead of the usual ones. */
  parts?: Partial<Pick<App, 'gateway' | 'paymentNotices' | 'recoverPayment'>>;
  operator?: Partial<App['operator']>;
  webClient?: WebClient;
  isSimulated?: boolean;
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
  const pickups = makePickupCalendar(await sharedHolidays());
  const answering = sharedCarriers(noSignals(), clock);
  const carriers = await openCarriers({
    operatorDir: options.carriersDir,
    // Hundreds of apps have the same carriers. Not where the program keeps its own: theirs are read by other code.
    ...(options.carriersDir === undefined ? { prepared: openPreparedCarriers(preparedDir) } : {}),
    store,
    log,
    watches: false,
    asks: new SharedAsks(),
    answering,
    live: () => options.live ?? connections.live(),
    liveOf: options.liveOf ?? ((memberId) => connections.liveOf(memberId)),
  });
  const printer = openPrinter({ threads: 1 });
  // Carriers ask for those that are connected only once they are used, and those know the carriers' services.
  const connections: OpenConnections = await openConnections({
    connectors: options.connectors ?? [],
    store,
    sealer: sealer('a secret for tests', 'carrier accounts'),
    secrets: systemSecrets,
    log,
    tracer: options.tracer,
    meter: silentMeter,
    clock,
    pickups,
    asks: new SharedAsks(),
    joinPdfs: (files) => printer.join(files),
    requestId: currentRequestId,
    modeOf: (stringId) => carriers.snapshot().find(stringId)?.service.mode ?? 'road',
    callsKeptMs: 14 * 86_400_000,
    breakerOf: (carrier) => answering.breakerOf(`line:${carrier}`),
    isServer: false,
  });
  const app: App = {
    store,
    counters: await setup.openCounters(place, log),
    passwords: argonPasswords(),
    gateway:
      options.gateway ?? testGateway({ books: store.testGateway, clock, secrets: systemSecrets }),
    secrets: systemSecrets,
    clock,
    log,
    meter: silentMeter,
    tracer: options.tracer,
    callers: new CallerCache('pepper'),
    keyCalls: new KeyCallLog(store, log),
    carrierAnswers: new CarrierAnswerLog({ store, clock, log }),
    locations: await sharedLocations(),
    carriers,
    connections,
    pickups,
    carrierDrafts: openCarrierDrafts({
      shippedDir: shippedCarriersDir,
      operatorDir: options.carriersDir,
      reload: carriers.reload,
      lock: fileLock,
    }),
    quoteCache: memoryQuoteCache(answersKeptForMs, await setup.openSharedAnswers(place, log)),
    timing: {
      // A starved machine answers for its carriers late; the tests of deadlines have their own.
      carrierDeadlineMs: 30_000,
      quoteBudgetMs: 30_000,
      quoteTtlMs: 24 * 3_600_000,
      quoteRetentionMs: 30 * 86_400_000,
      confirmDeadlineMs: 20_000,
      ...options.timing,
    },
    printer,
    operator: { ...testOperator, ...options.operator },
    signer: hmacSigner('a secret for tests'),
    bookingTurns: new Turns(),
    recoverPayment: (key) => recoverPayment(app, key),
    tracking: { demoJourneyMs: 60_000 },
    isSimulated: options.isSimulated ?? false,
    ...options.parts,
  };
  const server = buildServer(app, {
    limits: { ...interfaceLimits, ...options.limits },
    trustProxy: options.trustProxy ?? false,
    publicUrl: options.publicUrl ?? 'http://localhost:8080',
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
      return { id, email, password, key, keyId };
    },
    close: async () => {
      await server.close();
      await printer.close();
      await connections.close();
      await app.counters.close();
      await app.quoteCache.shared?.close();
      await app.store.close();
      await made?.remove();
    },
  };
}

const preparedDir = join(import.meta.dirname, '../../node_modules/.cache/linehaul-test');

let holidays: Promise<Holidays> | undefined;
function sharedHolidays(): Promise<Holidays> {
  holidays ??= loadHolidays({
    directory: join(import.meta.dirname, '..', '..', 'generated'),
    currentYear: 2026,
  }).then((loaded) => loaded.holidays);
  return holidays;
}

/** Read once for all apps of a test file; nothing ever changes it. */
let locations: Promise<Locations> | undefined;
function sharedLocations(): Promise<Locations> {
  locations ??= openLocations(undefined);
  return locations;
}

export function basic(email: string, password: string): string {
  return `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
}
