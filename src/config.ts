// The only reader of the environment: it becomes one `Config`, which never changes while the process runs. The door
// to `config/`: `variables.ts` has the table of all settings, `problems.ts` finds mistakes in them.
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import type { Operator } from './application/ports.ts';
import { type EnvFile, readEnvFile } from './config/env-file.ts';
import { type Environment, given } from './config/environment.ts';
import { listOf } from './config/kinds.ts';
import { ConfigProblems, problemsOfSettings } from './config/problems.ts';
import { readTracing } from './config/tracing-variables.ts';
import { readTrustProxy } from './config/trusted-proxies.ts';
import { addressLines, type VariableName, variables } from './config/variables.ts';
import { dayMs } from './domain/time/durations.ts';
import type { Limits } from './http/server/generation.ts';

export { describeConfig, strangeNames } from './config/describe-config.ts';
export type { Variable } from './config/kinds.ts';
export { ConfigProblems, type Environment, variables };

export type Config = ReturnType<typeof readConfig>;

type PaymentsConfig =
  | { gateway: 'test' | 'none' }
  | { gateway: 'stripe'; secretKey: string; webhookSecret: string | undefined };

/** Reported together with the mistakes of the settings themselves. */
const problemsOfFile = new WeakMap<Environment, readonly string[]>();

/** The process's environment; a `.env` file beside it fills in unset variables. */
export function processEnvironment(): Environment {
  if (!existsSync('.env')) return process.env;
  const { values, problems } = envFileHere();
  problemsOfFile.set(process.env, problems);
  for (const [name, value] of Object.entries(values)) process.env[name] ??= value;
  return process.env;
}

function envFileHere(): EnvFile {
  try {
    return readEnvFile(readFileSync('.env', 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      values: {},
      problems: [`.env cannot be read (${code}): make it a file that this user may read`],
    };
  }
}

export function readConfig(
  environment: Environment,
  /** A command that writes the carriers' folder creates it, so it need not exist. */
  { makesCarriersDir = false } = {},
) {
  const problems = [
    ...(problemsOfFile.get(environment) ?? []),
    ...problemsOfSettings(environment, makesCarriersDir),
  ];
  if (problems.length > 0) throw new ConfigProblems(problems);

  const text = (name: VariableName): string =>
    given(environment, name) ?? variables[name].defaultText;
  const number = (name: VariableName): number => Number(text(name));
  const port = number('PORT');
  const publicUrl = text('PUBLIC_URL').replace('$PORT', String(port)).replace(/\/+$/, '');
  return Object.freeze({
    port,
    host: text('HOST'),
    dataDir: resolve(text('DATA_DIR')),
    databaseUrl: given(environment, 'DATABASE_URL'),
    databaseReplicaUrl: given(environment, 'DATABASE_REPLICA_URL'),
    redisUrl: given(environment, 'REDIS_URL'),
    publicUrl,
    secretKey: given(environment, 'SECRET_KEY'),
    previousSecretKey: given(environment, 'SECRET_KEY_PREVIOUS'),
    trustProxy: readTrustProxy(text('TRUST_PROXY')),
    logLevel: text('LOG_LEVEL'),
    locationsFile: path(given(environment, 'LOCATIONS_FILE')),
    holidaysFile: path(given(environment, 'HOLIDAYS_FILE')),
    carriersDir: path(given(environment, 'CARRIERS_DIR')),
    carrierDeadlineMs: number('CARRIER_DEADLINE_MS'),
    auditDays: number('AUDIT_DAYS'),
    carrierCallDays: number('CARRIER_CALL_DAYS'),
    quoteBudgetMs: number('QUOTE_BUDGET_MS'),
    quoteCacheSeconds: number('QUOTE_CACHE_SECONDS'),
    quoteTtlHours: number('QUOTE_TTL_HOURS'),
    quoteRetentionDays: number('QUOTE_RETENTION_DAYS'),
    confirmDeadlineMs: number('CONFIRM_DEADLINE_MS'),
    demoTrackingSeconds: number('DEMO_TRACKING_SECONDS'),
    smtpUrl: given(environment, 'SMTP_URL'),
    mailFrom: text('MAIL_FROM').replace('$HOST', new URL(publicUrl).hostname),
    mailsPerMinute: number('MAILS_PER_MINUTE'),
    /** Label printers that the server may connect to. */
    networkPrinters: Object.freeze({
      networks: text('PRINTER_NETWORKS') === '' ? [] : listOf(text('PRINTER_NETWORKS')),
      ports: listOf(text('PRINTER_PORTS')).map(Number),
    }),
    /** Networks outside the internet that members' webhooks may reach. */
    webhookNetworks: text('WEBHOOK_NETWORKS') === '' ? [] : listOf(text('WEBHOOK_NETWORKS')),
    metrics: text('METRICS') as 'loopback' | 'everyone' | 'off',
    workers: number('WORKERS'),
    /** Undefined: no tracing. */
    tracing: readTracing((name) => given(environment, name)),
    isProduction: isProduction(environment),
    /** Set by `serve --simulate` only, never by the environment. */
    isSimulated: false as boolean,
    payments: readPayments(environment),
    operator: Object.freeze<Operator>({
      seller: Object.freeze({
        name: text('OPERATOR_NAME'),
        abn: given(environment, 'OPERATOR_ABN')?.replaceAll(/\s/g, ''),
        address: addressLines(text('OPERATOR_ADDRESS')),
        isGstRegistered: text('GST_REGISTERED') === 'on',
      }),
      ...contactOf(given(environment, 'MAIL_FROM')),
      gs1Prefix: given(environment, 'GS1_PREFIX'),
      labelLinkMs: number('LABEL_LINK_DAYS') * dayMs,
      keptDocumentBytes: number('DOCUMENT_CACHE_MB') * 1024 * 1024,
      needsTwoFactor: text('OPERATOR_TWO_FACTOR') === 'required',
      issuesMonthlyInvoices: text('MONTHLY_INVOICES') === 'automatic',
      invoiceTermsDays: number('INVOICE_TERMS_DAYS'),
    }),
    connectionsPerAddress: number('LIMIT_IP_CONNECTIONS'),
    overloadMs: number('OVERLOAD_MS'),
    limits: Object.freeze<Limits>({
      v4PerMinute: number('LIMIT_V4_PER_MINUTE'),
      v4Concurrent: number('LIMIT_V4_CONCURRENT'),
      v4AddressPerMinute: number('LIMIT_V4_IP_PER_MINUTE'),
      v4AddressConcurrent: number('LIMIT_V4_IP_CONCURRENT'),
      v5PerMinute: number('LIMIT_V5_PER_MINUTE'),
      v5AnonymousPerHour: number('LIMIT_V5_ANONYMOUS_PER_HOUR'),
      trackPerMinute: number('LIMIT_TRACK_PER_MINUTE'),
      operationsPerMinute: number('LIMIT_OPERATIONS_PER_MINUTE'),
      membersPerMinute: number('LIMIT_MEMBERS_PER_MINUTE'),
      membersAddressPerMinute: number('LIMIT_MEMBERS_IP_PER_MINUTE'),
    }),
  });
}

/**
 * The test gateway is the default for trying the service out. In production it would give freight away: there it must
 * be chosen by name, and without a gateway cards are refused.
 */
function readPayments(environment: Environment): PaymentsConfig {
  const secretKey = given(environment, 'STRIPE_SECRET_KEY');
  const fallback = isProduction(environment) ? 'none' : 'test';
  const chosen = given(environment, 'PAYMENTS') ?? (secretKey === undefined ? fallback : 'stripe');
  if (chosen === 'stripe' && secretKey !== undefined) {
    const webhookSecret = given(environment, 'STRIPE_WEBHOOK_SECRET');
    return Object.freeze({ gateway: 'stripe', secretKey, webhookSecret });
  }
  return Object.freeze({ gateway: chosen === 'test' ? 'test' : 'none' });
}

function isProduction(environment: Environment): boolean {
  return given(environment, 'NODE_ENV') === 'production';
}

function path(text: string | undefined): string | undefined {
  return text === undefined ? undefined : resolve(text);
}

/** More workers than processors only wait for each other. */
export const processors = cpus().length;

/** The sender of mails as contact address, unless its name says that replies are not read. */
function contactOf(mailbox: string | undefined): { contactEmail?: string } {
  const email = /<([^<>]+)>\s*$/.exec(mailbox ?? '')?.[1] ?? mailbox?.trim();
  const isRead = email !== undefined && !/^(no|do-?not)[-_.]?reply\b/i.test(email);
  return isRead ? { contactEmail: email } : {};
}
