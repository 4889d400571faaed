// Every setting: purpose, default, check, and whether it is secret. `config.ts` reads the environment by this table;
// .env.example and `linehaul doctor` show it.

import { isAbn } from '../domain/documents/abn.ts';
import { gs1PrefixShape } from '../domain/documents/gs1.ts';
import { usualPort } from '../domain/printers/label-printer.ts';
import {
  address,
  anyText,
  linkAddress,
  listOf,
  mailbox,
  oneOf,
  postgresAddress,
  postgresSchemes,
  readable,
  stripeSecret,
  type Variable,
  wholeNumber,
} from './kinds.ts';
import { namedNetworksProblem } from './named-networks.ts';
import { tracingVariables } from './tracing-variables.ts';
import { proxyProblem } from './trusted-proxies.ts';

const mostRequests = 1_000_000_000;
const longestOperatorText = 100;
const mostAddressLines = 4;
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export const variables = {
  PORT: wholeNumber(
    'Port to listen on. 0 takes any free port; set PUBLIC_URL too, or links have no valid address.',
    8080,
    0,
    65_535,
  ),
  HOST: anyText('Address to listen on. 0.0.0.0 serves other machines too.', '127.0.0.1'),
  DATA_DIR: anyText('Folder of the embedded database and the generated secret.', './data'),
  DATABASE_URL: postgresAddress('PostgreSQL database to use instead of the embedded one.'),
  DATABASE_REPLICA_URL: {
    ...address('Streaming replica of DATABASE_URL, for lists and reports.', '', postgresSchemes),
    secret: 'address',
  },
  REDIS_URL: {
    ...address('Redis or Valkey for the state that several processes share.', '', [
      'redis',
      'rediss',
    ]),
    secret: 'address',
  },
  PUBLIC_URL: linkAddress(
    'Public address of the service, used in links.',
    'http://localhost:$PORT',
  ),
  SECRET_KEY: ownSecret(
    'Signs links and sessions, and encrypts carrier accounts, second factors and webhook secrets. 32 characters or more, for example from "openssl rand -hex 32". Unset: generated and kept in DATA_DIR.',
  ),
  SECRET_KEY_PREVIOUS: ownSecret(
    'The old SECRET_KEY. Set it for one start after a change, so that carrier accounts, second factors and webhook secrets are encrypted again.',
  ),
  TRUST_PROXY: {
    about:
      'Proxies whose X-Forwarded-For is trusted: off, their number, or their addresses separated by commas.',
    defaultText: 'off',
    problem: proxyProblem,
  },
  CARRIERS_DIR: readable('Folder of your own carriers and rate cards.', 'folder'),
  CARRIER_DEADLINE_MS: wholeNumber(
    'Longest time for one live carrier to quote, in milliseconds.',
    2500,
    10,
    60_000,
  ),
  AUDIT_DAYS: wholeNumber('Days for which the audit log is kept.', 400, 1, 36_500),
  CARRIER_CALL_DAYS: wholeNumber('Days for which calls to live carriers are kept.', 14, 1, 365),
  QUOTE_BUDGET_MS: wholeNumber(
    'Longest time for all live carriers together to quote, in milliseconds.',
    3000,
    10,
    60_000,
  ),
  QUOTE_CACHE_SECONDS: wholeNumber(
    "Seconds for which carriers' answers are cached; 0 = no cache.",
    300,
    0,
    86_400,
  ),
  QUOTE_TTL_HOURS: wholeNumber('Hours for which a quote can be confirmed.', 24, 1, 24 * 365),
  QUOTE_RETENTION_DAYS: wholeNumber(
    'Days for which an unconfirmed booking is kept after its last quote.',
    30,
    1,
    3650,
  ),
  CONFIRM_DEADLINE_MS: wholeNumber(
    'Longest wait for the payment gateway, and again for the carrier, before a confirm is answered with 202, in milliseconds.',
    20_000,
    10,
    60_000,
  ),
  DEMO_TRACKING_SECONDS: wholeNumber(
    'Seconds from the confirmation of a demo booking to its delivery.',
    60,
    1,
    31_536_000,
  ),
  SMTP_URL: {
    ...address('Mail server for e-mails. Unset: no e-mail is sent.', '', ['smtp', 'smtps']),
    secret: 'address',
  },
  MAIL_FROM: mailbox(
    'Sender of e-mails. $HOST is the host of PUBLIC_URL.',
    'Linehaul <no-reply@$HOST>',
  ),
  MAILS_PER_MINUTE: wholeNumber(
    'Most e-mails about shipments that all processes together send in a minute.',
    300,
    1,
    60_000,
  ),
  OPERATOR_NAME: {
    ...anyText('Name of your business on invoices, manifests and labels.', 'Linehaul'),
    problem: (text: string) =>
      text.length > longestOperatorText
        ? `must have at most ${longestOperatorText} characters`
        : undefined,
  },
  OPERATOR_ABN: {
    about: 'Your Australian Business Number on invoices.',
    defaultText: '',
    problem: (text: string) =>
      isAbn(text) ? undefined : 'is not a valid ABN (eleven digits with a check sum)',
  },
  OPERATOR_ADDRESS: {
    ...anyText('Your address on invoices, lines separated by semicolons.', ''),
    problem: (text: string) =>
      addressLines(text).length > mostAddressLines
        ? `must have at most ${mostAddressLines} lines`
        : undefined,
  },
  OPERATOR_TWO_FACTOR: oneOf(
    'Whether operators must sign in with two factors to use the operator area: optional or required.',
    'optional',
    ['optional', 'required'],
  ),
  MONTHLY_INVOICES: oneOf(
    'Whether invoices of credit accounts for past months are issued and e-mailed on the first day of a month: manual or automatic.',
    'manual',
    ['manual', 'automatic'],
  ),
  INVOICE_TERMS_DAYS: wholeNumber('Days until a monthly invoice is due.', 14, 0, 365),
  GST_REGISTERED: oneOf(
    'Whether you are registered for GST. on: invoices are tax invoices.',
    'off',
    ['on', 'off'],
  ),
  GS1_PREFIX: {
    about: 'Your GS1 company prefix. Labels then have SSCCs instead of connote and piece number.',
    defaultText: '',
    problem: (text: string) =>
      gs1PrefixShape.test(text) ? undefined : 'must be the seven to ten digits that GS1 issued',
  },
  LABEL_LINK_DAYS: wholeNumber('Days for which a public link to a label works.', 7, 1, 365),
  PRINTER_NETWORKS: {
    about:
      'Networks of label printers that the server may connect to for members, such as 192.168.10.0/24, separated by commas. Unset: none; members use the print agent.',
    defaultText: '',
    problem: namedNetworksProblem,
  },
  PRINTER_PORTS: {
    about: 'Ports of those label printers, separated by commas.',
    defaultText: String(usualPort),
    problem: (text) =>
      listOf(text).every((port) => /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535)
        ? undefined
        : 'must be ports from 1 to 65535 with commas between',
  },
  WEBHOOK_NETWORKS: {
    about:
      'For development: networks outside the internet that members’ webhooks may reach, also over plain HTTP, such as 127.0.0.1, separated by commas. Unset: none.',
    defaultText: '',
    problem: namedNetworksProblem,
  },
  DOCUMENT_CACHE_MB: wholeNumber(
    'Space in the database for documents that were drawn before, in megabytes; 0 = none.',
    256,
    0,
    1_000_000,
  ),
  HOLIDAYS_FILE: readable('CSV file that adds or removes public holidays.', 'file'),
  LOCATIONS_FILE: readable('CSV file that extends or replaces the Australian suburbs.', 'file'),
  PAYMENTS: oneOf(
    'Gateway that charges saved cards and wallets: stripe, test (built in, no money moves, cannot pay for connected carriers) or none. Unset: stripe if STRIPE_SECRET_KEY is set, otherwise test, or none with NODE_ENV=production.',
    '',
    ['stripe', 'test', 'none'],
  ),
  STRIPE_SECRET_KEY: stripeSecret("Stripe's secret or restricted key.", ['sk_', 'rk_'], 'API keys'),
  STRIPE_WEBHOOK_SECRET: stripeSecret(
    "Signing secret of Stripe's webhook. With it, late outcomes are known at once.",
    ['whsec_'],
    'Webhooks',
  ),
  NODE_ENV: anyText('production: the test gateway runs only with PAYMENTS=test.', ''),
  LOG_LEVEL: oneOf('Lowest level that is logged.', 'info', levels),
  METRICS: oneOf(
    'Callers that may read /metrics: loopback (this machine only), everyone or off.',
    'loopback',
    ['loopback', 'everyone', 'off'],
  ),
  ...tracingVariables,
  WORKERS: wholeNumber('Number of server processes on this machine.', 1, 1, 256),
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
    'Requests a minute to /readyz, /openapi.json and /docs for each address except this machine; 0 = no limit.',
    300,
    0,
    mostRequests,
  ),
  LIMIT_MEMBERS_PER_MINUTE: wholeNumber(
    'Requests a minute from the members area for each member, and of a print agent for each printer; 0 = no limit.',
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
    'Longest wait of requests for a busy process before further ones are refused with 503, in milliseconds; 0 = never refuse.',
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
    // `notices.ts` warns of a short value.
    problem: () => undefined,
  };
}
