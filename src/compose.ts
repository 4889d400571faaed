// The composition root: it chooses the adapters, turns a Config into an App (`assemble-app.ts` assembles it) and
// closes it again. Front doors (the server, the command line) start on top of it. Parts that run beside an App (the
// primary's counters and metrics, `carriers check`) are opened where they are used.
import cluster from 'node:cluster';
import { join } from 'node:path';
import { connectors } from '../carriers/connectors.ts';
import packageJson from '../package.json' with { type: 'json' };
import { loadHolidays } from './adapters/calendar/load-holidays.ts';
import { openPreparedCarriers } from './adapters/carriers/prepared-carriers.ts';
import { makeDataFolder } from './adapters/data-folder.ts';
import { hmacSigner } from './adapters/link-signer.ts';
import { openLog } from './adapters/log.ts';
import { type PrometheusMeter, prometheusMeter } from './adapters/meter.ts';
import { type OpenedPayments, openPayments } from './adapters/payments/open-payments.ts';
import { openLocations } from './adapters/places/open-locations.ts';
import { obtainSecretKey, type SecretKey } from './adapters/secret-key.ts';
import { channelToPrimary, primaryCounters } from './adapters/shared-state/cluster.ts';
import { memoryCounters } from './adapters/shared-state/memory.ts';
import { primaryAnswers } from './adapters/shared-state/primary-answers.ts';
import { noSignals, primarySignals } from './adapters/shared-state/signals.ts';
import type { MigrationReport, SchemaPolicy } from './adapters/store/migrate.ts';
import { openStore } from './adapters/store/open-store.ts';
import { systemClock, systemSecrets } from './adapters/system.ts';
import { SendingPace } from './application/mail/sending-pace.ts';
import type {
  AccountsApp,
  App,
  Counters,
  Log,
  Mailing,
  Meter,
  SharedAnswers,
  Signals,
  Signer,
  Tracer,
} from './application/ports.ts';
import { QuoteCache } from './application/quotes/quote-cache.ts';
import { answersFormat } from './application/quotes/shared-answers.ts';
import { hasWritten, noteWritten } from './application/request-scope.ts';
import { assembleAccounts, assembleApp } from './assemble-app.ts';
import { type Config, processors } from './config.ts';
import { dayMs, hourMs } from './domain/time/durations.ts';
import { makePickupCalendar } from './domain/time/pickup.ts';
import { writeMail } from './wording/mail.ts';

export const version: string = packageJson.version;

export type Composed<SomeApp extends AccountsApp = App> = {
  app: SomeApp;
  meter: PrometheusMeter;
  secretKey: SecretKey;
  migrated: MigrationReport;
  payments: OpenedPayments;
  /** Carrier files that were refused, in the order of folders; only if carriers are opened. */
  refusedFiles?(): readonly string[];
  /** Unknown suburbs in the operator's rate cards; only if carriers are opened. */
  strangeSuburbs?(): Promise<readonly { file: string; line: number; message: string }[]>;
  /** Signals to and from the other processes of the service. */
  signals: Signals;
  close(): Promise<void>;
};

export type ComposeOptions = {
  /** What to do with a database that has an older schema. */
  schema: SchemaPolicy;
  /** The command line counts no requests, so it needs no Redis. */
  sharesState: boolean;
  log?: Log;
  /** How often simulated carriers are polled for tracking. */
  pollPauseMs?: number | undefined;
  /** Called once, when the store of this process cannot write any more. */
  onStoreLost?: (failure: Error) => void;
};

const generatedDir = join(import.meta.dirname, '..', 'generated');
const placeIdBytes = 9;
/** One processor stays free for requests. */
const printerThreads = Math.max(1, Math.min(2, processors - 1));

/** The whole service. */
export async function compose(config: Config, options: ComposeOptions): Promise<Composed> {
  // First: mistakes in an operator's file stop the start before anything is opened.
  const locations = await openLocations(config.locationsFile);
  const { holidays, remarks } = await loadHolidays({
    directory: generatedDir,
    currentYear: new Date(systemClock.nowMs()).getUTCFullYear(),
    ...(config.holidaysFile === undefined ? {} : { overridesFile: config.holidaysFile }),
  });
  const accounts = await composeAccounts(config, options);
  const { log } = accounts.app;
  const { notices } = accounts.payments;
  const onlyLooks = options.schema === 'only_look';
  for (const remark of remarks) log.info({}, remark);
  const signer = hmacSigner(accounts.secretKey.value);
  // Only a server sends mail: a command exits before the mail server answers.
  const mailing = options.sharesState ? await openMailing(config) : undefined;
  const assembled = await assembleApp(accounts.app, {
    signals: accounts.signals,
    secretKey: accounts.secretKey.value,
    previousSecretKey: config.previousSecretKey,
    locations,
    pickups: makePickupCalendar(holidays),
    carriersDir: config.carriersDir,
    prepared: onlyLooks ? undefined : openPreparedCarriers(generatedDir),
    onlyLooks,
    connectors,
    callsKeptMs: config.carrierCallDays * dayMs,
    auditKeptMs: config.auditDays * dayMs,
    printerThreads,
    networkPrinters: config.networkPrinters,
    webhooks: { networks: config.webhookNetworks },
    isServer: options.sharesState && !onlyLooks,
    onRefused: (files) => accounts.meter.rateFilesRefused(files.length),
    operator: config.operator,
    signer,
    quoteCache: new QuoteCache(config.quoteCacheSeconds * 1000),
    sharedAnswers: options.sharesState ? await openSharedAnswers(config, signer, log) : undefined,
    timing: {
      carrierDeadlineMs: config.carrierDeadlineMs,
      quoteBudgetMs: config.quoteBudgetMs,
      quoteTtlMs: config.quoteTtlHours * hourMs,
      quoteRetentionMs: config.quoteRetentionDays * dayMs,
      confirmDeadlineMs: config.confirmDeadlineMs,
    },
    isSimulated: config.isSimulated,
    tracking: {
      demoJourneyMs: config.demoTrackingSeconds * 1000,
      pollPauseMs: options.pollPauseMs,
    },
    ...(notices === undefined ? {} : { paymentNotices: notices }),
    mailing,
  });
  return {
    ...accounts,
    app: assembled.app,
    refusedFiles: assembled.refusedFiles,
    strangeSuburbs: async () => {
      if (config.carriersDir === undefined) return [];
      const { findUnknownSuburbs } = await import('./adapters/carriers/check-folder.ts');
      return await findUnknownSuburbs(config.carriersDir, locations.localities);
    },
    close: async () => {
      mailing?.mailer.close();
      await assembled.close();
      await accounts.close();
    },
  };
}

/** The mailer; undefined without a mail server. The caller closes it. */
export async function openMailing({
  smtpUrl,
  mailFrom,
  publicUrl,
  mailsPerMinute,
}: Config): Promise<Mailing | undefined> {
  if (smtpUrl === undefined) return undefined;
  const { openSmtpMailer } = await import('./adapters/mail/smtp-mailer.ts');
  return {
    mailer: openSmtpMailer({ url: smtpUrl, from: mailFrom }),
    write: writeMail,
    publicUrl,
    pace: new SendingPace(mailsPerMinute),
    lastServed: { shipments: 0, demos: 0 },
  };
}

/** Only the parts that members, keys and credit need. */
export async function composeAccounts(
  config: Config,
  options: ComposeOptions,
): Promise<Composed<AccountsApp>> {
  const log =
    options.log ??
    openLog({ level: config.logLevel, clock: systemClock, pretty: process.stdout.isTTY });
  const meter = prometheusMeter();
  const makes = options.schema !== 'only_look';
  if (makes && (config.secretKey === undefined || config.databaseUrl === undefined))
    makeDataFolder(config.dataDir);
  const secretKey = obtainSecretKey(config.secretKey, config.dataDir, { makes });
  const tracer = options.sharesState ? await openTracing(config, log) : undefined;
  const { store, migrated } = await openStore({
    request: { noteWritten, hasWritten },
    databaseUrl: config.databaseUrl,
    // A command exits before a replica is useful.
    replicaUrl: options.sharesState ? config.databaseReplicaUrl : undefined,
    dataDir: config.dataDir,
    nowMs: systemClock.nowMs(),
    schema: options.schema,
    log,
    meter,
    tracer,
    onLost: options.onStoreLost,
  });
  const clock = store.clock ?? systemClock;
  const payments = await openPayments(config.payments, {
    store,
    clock,
    secrets: systemSecrets,
    log,
    version,
  });
  const counters = options.sharesState ? await openCounters(config, log, meter) : memoryCounters();
  const signals = options.sharesState ? await openSignals(config, log) : noSignals();
  const app = assembleAccounts({
    store,
    counters,
    gateway: payments.gateway,
    clock,
    machineAheadMs: () => systemClock.nowMs() - clock.nowMs(),
    log,
    meter,
    tracer,
    signals,
  });
  if (options.sharesState) {
    app.keyCalls.start();
    app.carrierAnswers.start();
  }
  return {
    app,
    meter,
    secretKey,
    migrated,
    payments,
    signals,
    close: async () => {
      payments.close();
      await app.keyCalls.close();
      await app.carrierAnswers.close();
      await signals.close();
      await counters.close();
      await store.close();
      await tracer?.close();
    },
  };
}

/** The SDK is loaded only if a collector is configured. */
async function openTracing({ tracing }: Config, log: Log): Promise<Tracer | undefined> {
  if (tracing === undefined) return undefined;
  const { openTracer } = await import('./adapters/tracing/open-tracer.ts');
  return await openTracer({ ...tracing, version, log });
}

async function openCounters(config: Config, log: Log, meter: Meter): Promise<Counters> {
  if (config.redisUrl !== undefined) {
    const { openRedisCounters } = await import('./adapters/shared-state/redis.ts');
    return await openRedisCounters({
      url: config.redisUrl,
      newId: () => systemSecrets.randomText(placeIdBytes),
      log,
      meter,
    });
  }
  return cluster.isWorker ? primaryCounters(channelToPrimary) : memoryCounters();
}

/** Shared between processes with the same secret key; another service on the same Redis never sees them. */
async function openSharedAnswers(
  { redisUrl, quoteCacheSeconds }: Config,
  signer: Signer,
  log: Log,
): Promise<SharedAnswers | undefined> {
  if (quoteCacheSeconds === 0) return undefined;
  if (redisUrl === undefined)
    return cluster.isWorker ? primaryAnswers(channelToPrimary) : undefined;
  const { openRedisAnswers } = await import('./adapters/shared-state/redis-answers.ts');
  return await openRedisAnswers({
    url: redisUrl,
    keptForMs: quoteCacheSeconds * 1000,
    keyPrefix: `linehaul:answers:${answersFormat}:`,
    nameOf: (fingerprint) => signer.sign('live answers', fingerprint),
    log,
  });
}

async function openSignals({ redisUrl }: Config, log: Log): Promise<Signals> {
  if (redisUrl === undefined)
    return cluster.isWorker ? primarySignals(channelToPrimary, log) : noSignals();
  const { openRedisSignals } = await import('./adapters/shared-state/redis-signals.ts');
  const newId = (): string => systemSecrets.randomText(placeIdBytes);
  return await openRedisSignals({ url: redisUrl, newId, log });
}
