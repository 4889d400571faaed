// Every setting there is: its default, how it is read, what it is for, whether it is secret. `config.ts` reads the
// environment by it; .env.example and `linehaul doctor` show it.

import { isAbn } from '../domain/documents/abn.ts';
import { gs1PrefixShape } from '../domain/documents/gs1.ts';
import {
  address,
  anyText,
  linkAddress,
  mailbox,
  oneOf,
  postgresAddress,
  postgresSchemes,
  readable,
  stripeSecret,
  type Variable,
  wholeNumber,
} from './kinds.ts';
import { tracingVariables } from './tracing-variables.ts';
import { proxyProblem } from './trusted-proxies.ts';

const mostRequests = 1_000_000_000;
const longestOperatorText = 100;
const mostAddressLines = 4;
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export const variables = {
  PORT: wholeNumber(
    'Port to listen on; 0 takes any free one, and links then need PUBLIC_URL.',
    8080,
    0,
    65_535,
  ),
  HOST: anyText('Address to listen on; 0.0.0.0 serves other machines too.', '127.0.0.1'),
  DATA_DIR: anyText('Where the embedded database and the generated secret are kept.', './data'),
  DATABASE_URL: postgresAddress('PostgreSQL to use in place of the embedded database.'),
  DATABASE_REPLICA_URL: {
    ...address(
      'A streaming replica of that PostgreSQL, for lists and reports.',
      '',
      postgresSchemes,
    ),
    secret: 'address',
  },
  REDIS_URL: {
    ...address('Redis or Valkey for state that several processes share.', '', ['redis', 'rediss']),
    secret: 'address',
  },
  PUBLIC_URL: linkAddress('The address printed into links.', 'http://localhost:$PORT'),
  SECRET_KEY: ownSecret(
    'Signs links and sessions, and seals the accounts with carriers; 32 characters or more, for example from "openssl rand -hex 32". Made and kept in DATA_DIR when unset.',
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
  CARRIERS_DIR: readable("Folder of the operator's own carriers and rate cards.", 'folder'),
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
    'How long bookings that nobody confirms are kept after they were last quoted.',
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
  MAILS_PER_MINUTE: wholeNumber(
    'How many e-mails about shipments the mail server is given a minute at most, by all processes together.',
    300,
    1,
    60_000,
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
  HOLIDAYS_FILE: readable('CSV file that adds or removes public holidays.', 'file'),
  LOCATIONS_FILE: readable('CSV file that extends or replaces the Australian suburbs.', 'file'),
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
  ...tracingVariables,
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
  LIMIT_OPERATIONS_PER_MINUTE: wholeNumber(
    'Requests a minute to /readyz, /openapi.json and /docs for each address but this machine; 0 = no limit.',
    300,
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
  LIMIT_IP_CONNECTIONS: wholeNumber(
    'Connections that each address may have open with each process; this machine and the proxies of TRUST_PROXY are exempt; 0 = no limit.',
    200,
    0,
    mostRequests,
  ),
  OVERLOAD_MS: wholeNumber(
    'How long requests may wait for the process while it is overloaded before more are refused with 503; 0 = none is.',
    250,
    0,
    60_000,
  ),
} satisfies Record<string, Variable>;

export type VariableName = keyof typeof variables;

export function addressLines(text: string): string[] {
  return text
    .split(/[;\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function ownSecret(about: string): Variable {
  return {
    about,
    defaultText: '',
    secret: 'all',
    // A short one is warned of (`notices.ts`).
    problem: () => undefined,
  };
}
