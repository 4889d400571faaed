// The only reader of the environment, by the table in `config/variables.ts`. Every problem is reported at once, and the
// result never changes while the process runs.
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import type { Operator } from './application/ports.ts';
import { readEnvFile } from './config/env-file.ts';
import type { Variable } from './config/kinds.ts';
import { readTracing, type TracingConfig } from './config/tracing-variables.ts';
import { readTrustProxy, type TrustProxy } from './config/trusted-proxies.ts';
import { addressLines, type VariableName, variables } from './config/variables.ts';
import { dayMs } from './domain/time/durations.ts';
import type { Limits } from './http/generation.ts';

export { type Variable, variables };

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseReplicaUrl: string | undefined;
  redisUrl: string | undefined;
  publicUrl: string;
  secretKey: string | undefined;
  previousSecretKey: string | undefined;
  trustProxy: TrustProxy;
  logLevel: string;
  locationsFile: string | undefined;
  holidaysFile: string | undefined;
  carriersDir: string | undefined;
  carrierDeadlineMs: number;
  carrierCallDays: number;
  quoteBudgetMs: number;
  quoteCacheSeconds: number;
  quoteTtlHours: number;
  quoteRetentionDays: number;
  confirmDeadlineMs: number;
  demoTrackingSeconds: number;
  smtpUrl: string | undefined;
  mailFrom: string;
  metrics: 'loopback' | 'everyone' | 'off';
  workers: number;
  /** Undefined: nothing is traced. */
  tracing: TracingConfig | undefined;
  isProduction: boolean;
  /** Never by the environment: only `serve --simulate` makes it so. */
  isSimulated: boolean;
  payments: PaymentsConfig;
  limits: Limits;
  overloadMs: number;
  operator: Operator;
};

export type PaymentsConfig =
  | { gateway: 'test' | 'none' }
  | { gateway: 'stripe'; secretKey: string; webhookSecret: string | undefined };

export class ConfigProblems extends Error {
  override readonly name = 'ConfigProblems';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

/** Told with those of the settings themselves, all at once. */
const problemsOfFile = new WeakMap<Environment, readonly string[]>();

export type Environment = Readonly<Record<string, string | undefined>>;

/** The process's environment, with a `.env` file beside it filling in what is not set. */
export function processEnvironment(): Environment {
  if (!existsSync('.env')) return process.env;
  const { values, problems } = readEnvFile(readFileSync('.env', 'utf8'));
  problemsOfFile.set(process.env, problems);
  for (const [name, value] of Object.entries(values)) process.env[name] ??= value;
  return process.env;
}

export function readConfig(
  environment: Environment,
  /** Who writes the carriers' folder makes it first, so it need not be there. */
  { makesCarriersDir = false } = {},
): Config {
  const problems: string[] = [...(problemsOfFile.get(environment) ?? [])];
  for (const [name, variable] of Object.entries<Variable>(variables)) {
    if (name === 'CARRIERS_DIR' && makesCarriersDir) continue;
    const text = given(environment, name);
    const problem = text === undefined ? undefined : variable.problem(text);
    if (problem !== undefined) {
      problems.push(
        `${name} ${problem}${variable.secret !== undefined ? '' : `; it is "${text}"`}`,
      );
    }
  }
  if (
    given(environment, 'PAYMENTS') === 'stripe' &&
    given(environment, 'STRIPE_SECRET_KEY') === undefined
  ) {
    problems.push('STRIPE_SECRET_KEY must be set when PAYMENTS is "stripe"');
  }
  if (
    given(environment, 'GST_REGISTERED') === 'on' &&
    given(environment, 'OPERATOR_ABN') === undefined
  ) {
    problems.push('OPERATOR_ABN must be set when GST_REGISTERED is on: tax invoices show it');
  }
  const replica = given(environment, 'DATABASE_REPLICA_URL');
  if (replica !== undefined && given(environment, 'DATABASE_URL') === undefined) {
    problems.push(
      'DATABASE_REPLICA_URL needs DATABASE_URL: only PostgreSQL has replicas, the embedded database has none',
    );
  } else if (replica !== undefined && replica === given(environment, 'DATABASE_URL')) {
    problems.push('DATABASE_REPLICA_URL must be another server than DATABASE_URL: its replica');
  }
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
    carrierCallDays: number('CARRIER_CALL_DAYS'),
    quoteBudgetMs: number('QUOTE_BUDGET_MS'),
    quoteCacheSeconds: number('QUOTE_CACHE_SECONDS'),
    quoteTtlHours: number('QUOTE_TTL_HOURS'),
    quoteRetentionDays: number('QUOTE_RETENTION_DAYS'),
    confirmDeadlineMs: number('CONFIRM_DEADLINE_MS'),
    demoTrackingSeconds: number('DEMO_TRACKING_SECONDS'),
    smtpUrl: given(environment, 'SMTP_URL'),
    mailFrom: text('MAIL_FROM').replace('$HOST', new URL(publicUrl).hostname),
    metrics: text('METRICS') as Config['metrics'],
    workers: number('WORKERS'),
    tracing: readTracing((name) => given(environment, name)),
    isProduction: isProduction(environment),
    isSimulated: false,
    payments: readPayments(environment),
    operator: Object.freeze({
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
    }),
    overloadMs: number('OVERLOAD_MS'),
    limits: Object.freeze({
      v4PerMinute: number('LIMIT_V4_PER_MINUTE'),
      v4Concurrent: number('LIMIT_V4_CONCURRENT'),
      v4AddressPerMinute: number('LIMIT_V4_IP_PER_MINUTE'),
      v4AddressConcurrent: number('LIMIT_V4_IP_CONCURRENT'),
      v5PerMinute: number('LIMIT_V5_PER_MINUTE'),
      v5AnonymousPerHour: number('LIMIT_V5_ANONYMOUS_PER_HOUR'),
      trackPerMinute: number('LIMIT_TRACK_PER_MINUTE'),
      membersPerMinute: number('LIMIT_MEMBERS_PER_MINUTE'),
      membersAddressPerMinute: number('LIMIT_MEMBERS_IP_PER_MINUTE'),
    }),
  });
}

/**
 * The test gateway is for trying things out, so it is what runs when nothing is said. In production that
 * would give freight away: there it must be asked for by name, and without a gateway cards are refused.
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

/** Each variable as it takes effect, secrets masked, for a person to read. */
export function describeConfig(
  environment: Environment,
): Record<string, { value: string; isDefault: boolean }> {
  return Object.fromEntries(
    Object.entries<Variable>(variables).map(([name, variable]) => {
      const text = given(environment, name);
      if (text === undefined) {
        return [name, { value: effective(variable.defaultText, environment), isDefault: true }];
      }
      return [name, { value: shown(text, variable.secret), isDefault: false }];
    }),
  );
}

/** Some defaults follow from other variables. */
function effective(defaultText: string, environment: Environment): string {
  const port = given(environment, 'PORT') ?? variables.PORT.defaultText;
  const publicUrl = given(environment, 'PUBLIC_URL') ?? variables.PUBLIC_URL.defaultText;
  return defaultText
    .replace('$HOST', () => hostOf(publicUrl.replace('$PORT', port)))
    .replace('$PORT', port);
}

/** What is no address is said elsewhere. */
const hostOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).hostname : address;

/** Of a secret address its server, port, user and path; its query may hold a password too. */
function shown(text: string, secret: Variable['secret']): string {
  if (secret === undefined) return text;
  if (secret === 'all' || !URL.canParse(text)) return '(set)';
  const url = new URL(text);
  if (url.password !== '') url.password = '***';
  url.search = '';
  url.hash = '';
  return url.href;
}

/** Set but blank means unset: that is how compose files and shells say "nothing". */
function given(environment: Environment, name: string): string | undefined {
  const text = environment[name]?.trim();
  return text === '' ? undefined : text;
}

function path(text: string | undefined): string | undefined {
  return text === undefined ? undefined : resolve(text);
}

/** For the doctor: names like those of settings that are none, as after a typing mistake. */
export function strangeNames(environment: Environment): string[] {
  return Object.keys(environment).filter(
    (name) => /^(LIMIT|QUOTE)_/.test(name) && !Object.hasOwn(variables, name),
  );
}

/** For the doctor: more workers than processors only wait for each other. */
export const processors = cpus().length;

/** The mailbox that mails come from, unless its very name says that nobody reads it. */
function contactOf(mailbox: string | undefined): { contactEmail?: string } {
  const email = /<([^<>]+)>\s*$/.exec(mailbox ?? '')?.[1] ?? mailbox?.trim();
  const isRead = email !== undefined && !/^(no|do-?not)[-_.]?reply\b/i.test(email);
  return isRead ? { contactEmail: email } : {};
}
