// The only reader of the environment. One table describes every variable: its default, how it is read,
// what it is for, whether it is secret. `linehaul doctor` and .env.example are checked against the same
// table. Every problem is reported at once, and the result never changes while the process runs.
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import type { Operator } from './application/ports.ts';
import {
  address,
  anyText,
  mailbox,
  oneOf,
  stripeSecret,
  type Variable,
  wholeNumber,
} from './config-kinds.ts';
import { isAbn } from './domain/documents/abn.ts';
import { gs1PrefixShape } from './domain/documents/gs1.ts';
import type { Limits } from './http/generation.ts';

export type { Variable };

export type Config = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  publicUrl: string;
  secretKey: string | undefined;
  previousSecretKey: string | undefined;
  trustProxy: false | number | string[];
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
  isProduction: boolean;
  payments: PaymentsConfig;
  limits: Limits;
  operator: Operator;
};

export type PaymentsConfig =
  | { gateway: 'test' | 'none' }
  | { gateway: 'stripe'; secretKey: string; webhookSecret: string | undefined };

const mostRequests = 1_000_000_000;
const longestOperatorText = 100;
const mostAddressLines = 4;
const shortestSecret = 32;
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export const variables = {
  PORT: wholeNumber('Port to listen on; 0 takes any free one.', 8080, 0, 65_535),
  HOST: anyText('Address to listen on; 0.0.0.0 serves other machines too.', '127.0.0.1'),
  DATA_DIR: anyText('Where the embedded database and the generated secret are kept.', './data'),
  DATABASE_URL: {
    ...address('PostgreSQL to use in place of the embedded database.', '', [
      'postgres',
      'postgresql',
    ]),
    secret: 'address',
  },
  REDIS_URL: {
    ...address('Redis or Valkey for state that several processes share.', '', ['redis', 'rediss']),
    secret: 'address',
  },
  PUBLIC_URL: address('The address printed into links.', 'http://localhost:$PORT', [
    'http',
    'https',
  ]),
  SECRET_KEY: ownSecret(
    'Signs links and sessions, and seals the accounts with carriers. Made and kept in DATA_DIR when unset.',
  ),
  SECRET_KEY_PREVIOUS: ownSecret(
    'The last SECRET_KEY, once after it was changed: accounts with carriers are then sealed anew.',
  ),
  TRUST_PROXY: {
    about:
      'Whose X-Forwarded-For is believed: off, a number of hops, or addresses with commas between.',
    defaultText: 'off',
    problem: proxyProblem,
  },
  CARRIERS_DIR: anyText("Folder of the operator's own carriers and rate cards.", ''),
  CARRIER_DEADLINE_MS: wholeNumber(
    'How long one live carrier may take to quote.',
    2500,
    10,
    60_000,
  ),
  CARRIER_CALL_DAYS: wholeNumber(
    'How many days calls to live carriers are kept for the operator to look at.',
    14,
    1,
    365,
  ),
  QUOTE_BUDGET_MS: wholeNumber('How long all carriers together may take.', 3000, 10, 60_000),
  QUOTE_CACHE_SECONDS: wholeNumber(
    "How long carriers' answers are kept; 0 = not at all.",
    300,
    0,
    86_400,
  ),
  QUOTE_TTL_HOURS: wholeNumber(
    'How long quotes are honoured when a booking is confirmed.',
    24,
    1,
    24 * 365,
  ),
  QUOTE_RETENTION_DAYS: wholeNumber(
    'How long bookings that nobody confirms are kept.',
    30,
    1,
    3650,
  ),
  CONFIRM_DEADLINE_MS: wholeNumber(
    'How long confirming waits for a payment gateway, and again for a carrier, before it answers 202.',
    20_000,
    10,
    60_000,
  ),
  DEMO_TRACKING_SECONDS: wholeNumber(
    'How long a demo booking takes from its confirmation to its delivery.',
    60,
    1,
    31_536_000,
  ),
  SMTP_URL: {
    ...address('Mail server for e-mails to receivers; none are sent when unset.', '', [
      'smtp',
      'smtps',
    ]),
    secret: 'address',
  },
  MAIL_FROM: mailbox(
    "Sender of those e-mails; the host is PUBLIC_URL's.",
    'Linehaul <no-reply@$HOST>',
  ),
  OPERATOR_NAME: {
    ...anyText('Who runs this service, as invoices, manifests and labels name it.', 'Linehaul'),
    problem: (text: string) =>
      text.length > longestOperatorText
        ? `must have at most ${longestOperatorText} characters`
        : undefined,
  },
  OPERATOR_ABN: {
    about: 'Australian Business Number on invoices.',
    defaultText: '',
    problem: (text: string) =>
      isAbn(text)
        ? undefined
        : 'is not an ABN: eleven digits, of which the first two check the rest',
  },
  OPERATOR_ADDRESS: {
    ...anyText('Address on invoices, lines with semicolons between.', ''),
    problem: (text: string) =>
      addressLines(text).length > mostAddressLines
        ? `must have at most ${mostAddressLines} lines`
        : undefined,
  },
  GST_REGISTERED: oneOf(
    'Whether the operator is registered for GST: on makes invoices tax invoices.',
    'off',
    ['on', 'off'],
  ),
  GS1_PREFIX: {
    about: 'GS1 company prefix: labels carry SSCCs in place of our own piece numbers.',
    defaultText: '',
    problem: (text: string) =>
      gs1PrefixShape.test(text) ? undefined : 'must be the seven to ten digits that GS1 issued',
  },
  LABEL_LINK_DAYS: wholeNumber('How long a public link to a label is good for.', 7, 1, 365),
  DOCUMENT_CACHE_MB: wholeNumber(
    'Room in the database for documents that were drawn before; 0 = none.',
    256,
    0,
    1_000_000,
  ),
  HOLIDAYS_FILE: anyText('CSV file that adds or removes public holidays.', ''),
  LOCATIONS_FILE: anyText('CSV file that extends or replaces the Australian suburbs.', ''),
  PAYMENTS: oneOf(
    'Who charges saved cards and wallets: stripe, test (built in, no money moves) or none. Unset: stripe when STRIPE_SECRET_KEY is set, else test, or none when NODE_ENV=production.',
    '',
    ['stripe', 'test', 'none'],
  ),
  STRIPE_SECRET_KEY: stripeSecret("Stripe's secret or restricted key.", ['sk_', 'rk_'], 'API keys'),
  STRIPE_WEBHOOK_SECRET: stripeSecret(
    "Signing secret of Stripe's webhook, so that late outcomes are heard of at once.",
    ['whsec_'],
    'Webhooks',
  ),
  NODE_ENV: anyText('production: the test gateway runs only when PAYMENTS=test says so.', ''),
  LOG_LEVEL: oneOf('How much is logged.', 'info', levels),
  METRICS: oneOf('Who may read /metrics.', 'loopback', ['loopback', 'everyone', 'off']),
  WORKERS: wholeNumber('Server processes on this machine.', 1, 1, 256),
  LIMIT_V4_PER_MINUTE: wholeNumber(
    'v4 requests a minute for each member; 0 = no limit.',
    60,
    0,
    mostRequests,
  ),
  LIMIT_V4_CONCURRENT: wholeNumber(
    'v4 requests at once for each member; 0 = no limit.',
    50,
    0,
    mostRequests,
  ),
  LIMIT_V4_IP_PER_MINUTE: wholeNumber(
    'v4 requests a minute for each address without credentials; 0 = no limit.',
    30,
    0,
    mostRequests,
  ),
  LIMIT_V4_IP_CONCURRENT: wholeNumber(
    'v4 requests at once for each address without credentials; 0 = no limit.',
    25,
    0,
    mostRequests,
  ),
  LIMIT_V5_PER_MINUTE: wholeNumber(
    'v5 requests a minute for each key; 0 = no limit.',
    600,
    0,
    mostRequests,
  ),
  LIMIT_V5_ANONYMOUS_PER_HOUR: wholeNumber(
    'v5 quotes an hour for each address without a key; 0 = no limit.',
    10,
    0,
    mostRequests,
  ),
  LIMIT_TRACK_PER_MINUTE: wholeNumber(
    'Public tracking pages a minute for each address; 0 = no limit.',
    30,
    0,
    mostRequests,
  ),
  LIMIT_MEMBERS_PER_MINUTE: wholeNumber(
    'Requests a minute from the members area for each member; 0 = no limit.',
    1200,
    0,
    mostRequests,
  ),
  LIMIT_MEMBERS_IP_PER_MINUTE: wholeNumber(
    'Requests a minute from the members area for each address that is not signed in; 0 = no limit.',
    120,
    0,
    mostRequests,
  ),
} satisfies Record<string, Variable>;

export type VariableName = keyof typeof variables;

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

export type Environment = Readonly<Record<string, string | undefined>>;

/** The process's environment, with a `.env` file beside it filling in what is not set. */
export function processEnvironment(): Environment {
  if (existsSync('.env')) loadEnvFile('.env');
  return process.env;
}

export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  for (const [name, variable] of Object.entries<Variable>(variables)) {
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
    isProduction: isProduction(environment),
    payments: readPayments(environment),
    operator: Object.freeze({
      seller: Object.freeze({
        name: text('OPERATOR_NAME'),
        abn: given(environment, 'OPERATOR_ABN')?.replaceAll(/\s/g, ''),
        address: addressLines(text('OPERATOR_ADDRESS')),
        isGstRegistered: text('GST_REGISTERED') === 'on',
      }),
      gs1Prefix: given(environment, 'GS1_PREFIX'),
      labelLinkMs: number('LABEL_LINK_DAYS') * 86_400_000,
      keptDocumentBytes: number('DOCUMENT_CACHE_MB') * 1024 * 1024,
    }),
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
        const port = given(environment, 'PORT') ?? variables.PORT.defaultText;
        return [name, { value: variable.defaultText.replace('$PORT', port), isDefault: true }];
      }
      return [name, { value: shown(text, variable.secret), isDefault: false }];
    }),
  );
}

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

function addressLines(text: string): string[] {
  return text
    .split(/[;\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function path(text: string | undefined): string | undefined {
  return text === undefined ? undefined : resolve(text);
}

function ownSecret(about: string): Variable {
  return {
    about,
    defaultText: '',
    secret: 'all',
    problem: (text) =>
      text.length < shortestSecret
        ? `must have at least ${shortestSecret} characters, for example from "openssl rand -hex 32"`
        : undefined,
  };
}

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

function proxyProblem(text: string): string | undefined {
  if (text === 'off' || /^[1-9]\d?$/.test(text)) return undefined;
  const wrong = proxyList(text).find((entry) => !isNetwork(entry));
  return wrong === undefined
    ? undefined
    : `must be off, a number of hops (1 to 99), or addresses with commas between; "${wrong}" is none of these`;
}

function isNetwork(entry: string): boolean {
  if (namedNetworks.includes(entry)) return true;
  const [ip = '', bits, ...more] = entry.split('/');
  const version = isIP(ip);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

function proxyList(text: string): string[] {
  return text.split(',').map((entry) => entry.trim());
}

function readTrustProxy(text: string): Config['trustProxy'] {
  if (text === 'off') return false;
  return /^\d+$/.test(text) ? Number(text) : proxyList(text);
}

/** For the doctor: more workers than processors only wait for each other. */
export const processors = cpus().length;
