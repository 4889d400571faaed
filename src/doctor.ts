// `linehaul doctor`: checks everything the service depends on and reports each check as ok, warning or problem. It
// changes and creates nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Log, NoDatabase, type ReplicaHealth } from './application/ports.ts';
import { type Composed, compose, openMailing } from './compose.ts';
import { type Config, describeConfig, type Environment } from './config.ts';
import { booksFindings } from './doctor/books.ts';
import { type Finding, messageOf } from './doctor/finding.ts';
import { rateCardFindings } from './doctor/rate-cards.ts';
import { readableConfig, settingsFindings } from './doctor/settings.ts';
import { isClockWrong } from './domain/time/clock-skew.ts';
import { explain, subjectOf } from './explain.ts';
import { connectedCarriersWarning } from './notices.ts';
import { clockSentence } from './wording/clock.ts';

export type { Finding };
export type Diagnosis = { findings: Finding[]; config: ReturnType<typeof describeConfig> };

export async function diagnose(environment: Environment, log: Log): Promise<Diagnosis> {
  const findings: Finding[] = [
    {
      check: 'runtime',
      status: 'ok',
      detail: `Node ${process.versions.node}, SQLite ${process.versions.sqlite ?? '?'}`,
    },
  ];
  const config = readableConfig(environment, findings);
  if (config !== undefined) {
    findings.push(...settingsFindings(config));
    findings.push(...(await dependencies(config, log)), await mailServer(config));
  }
  return { findings, config: describeConfig(environment) };
}

async function dependencies(config: Config, log: Log): Promise<Finding[]> {
  try {
    return await composed(config, 'only_look', log, async (opened) => [
      ...(await database(opened)),
      ...(await surroundings(opened)),
      ...(await connectedCarriers(config, opened)),
      ...(await booksFindings(opened.app)),
    ]);
  } catch (error) {
    return error instanceof NoDatabase
      ? [noDatabase(config, error), ...(await beforeTheFirstStart(config, log))]
      : [trouble(error)];
  }
}

/** Opens the service for one check, and always closes it again. */
async function composed(
  config: Config,
  schema: 'only_look' | 'as_it_is',
  log: Log,
  look: (opened: Composed) => Promise<Finding[]>,
): Promise<Finding[]> {
  const opened = await compose(config, { schema, sharesState: true, log });
  try {
    return await look(opened);
  } finally {
    await opened.close();
  }
}

function trouble(error: unknown): Finding {
  return {
    check: subjectOf(error),
    status: 'problem',
    detail: explain(error) ?? messageOf(error),
  };
}

/**
 * Fine before a first start; after a restore it means that the service would start with an empty database.
 */
function noDatabase({ databaseUrl }: Config, { message }: NoDatabase): Finding {
  const variable = databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
  return {
    check: 'database',
    status: 'warning',
    detail: `${message} The first start makes it. After a restore: is ${variable} right?`,
  };
}

/** Checks that need no database run over a temporary empty one. */
async function beforeTheFirstStart(config: Config, log: Log): Promise<Finding[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-doctor-'));
  const elsewhere = { databaseUrl: undefined, databaseReplicaUrl: undefined, dataDir };
  try {
    return await composed({ ...config, ...elsewhere }, 'as_it_is', log, surroundings);
  } catch (error) {
    return [trouble(error)];
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

async function database({ app, secretKey }: Composed): Promise<Finding[]> {
  const { engine, schemaVersion, detail, replica } = await app.store.health();
  const members = await app.store.members.list();
  return [
    {
      check: 'database',
      status: 'ok',
      detail: `${engine}, schema version ${schemaVersion}, ${detail}`,
    },
    clockFinding(app.machineAheadMs()),
    ...(replica === undefined ? [] : [replicaFinding(replica)]),
    secretKeyFinding(secretKey.source, members.length),
    { check: 'members', status: 'ok', detail: `${members.length}` },
  ];
}

async function connectedCarriers(config: Config, { app }: Composed): Promise<Finding[]> {
  const detail = connectedCarriersWarning(config, await app.store.carrierAccounts.list(undefined));
  return detail === undefined ? [] : [{ check: 'payments', status: 'warning', detail }];
}

/**
 * Without a key, the next start would create a new one, which ends every session and opens no carrier account.
 */
function secretKeyFinding(source: Composed['secretKey']['source'], members: number): Finding {
  const check = 'secret key';
  if (source === 'SECRET_KEY') return { check, status: 'ok', detail: 'from SECRET_KEY' };
  if (source === 'file') return { check, status: 'ok', detail: 'kept in DATA_DIR' };
  return members === 0
    ? { check, status: 'ok', detail: 'the first start makes one in DATA_DIR' }
    : {
        check,
        status: 'problem',
        detail:
          'DATA_DIR/secret.key is missing, though the database has members: a start would make another one, which ends sessions and links and opens no account with a carrier. Restore it from the backup, or set SECRET_KEY',
      };
}

async function surroundings(opened: Composed): Promise<Finding[]> {
  const { app, payments } = opened;
  const shared = app.counters.health();
  const payment = await payments.check?.();
  return [
    shared.lost
      ? {
          check: 'shared state',
          status: 'problem',
          detail: `Redis cannot be reached: ${shared.detail ?? ''}`,
        }
      : { check: 'shared state', status: 'ok', detail: shared.kind },
    ...(await rateCardFindings(opened)),
    ...(payment === undefined
      ? []
      : [
          {
            check: 'payment gateway',
            status: payment.isWell ? ('ok' as const) : ('problem' as const),
            detail: payment.sentence,
          },
        ]),
  ];
}

/** The clock of the machine that runs the doctor. */
function clockFinding(machineAheadMs: number): Finding {
  const sentence = clockSentence(machineAheadMs);
  return isClockWrong(machineAheadMs)
    ? {
        check: 'clock',
        status: 'problem',
        detail: `${sentence} A server on this machine does no jobs: no e-mails, no manifests, no payments followed up. Set both clocks by a time service (NTP)`,
      }
    : { check: 'clock', status: 'ok', detail: "this machine's agrees with the database's" };
}

/** Without its replica the service still runs; an address that is not a replica is a mistake. */
function replicaFinding({ isUsed, trouble, detail }: ReplicaHealth): Finding {
  if (isUsed) return { check: 'replica', status: 'ok', detail };
  return {
    check: 'replica',
    status: trouble === 'not_a_replica' ? 'problem' : 'warning',
    detail: `${detail}; the primary answers lists and reports`,
  };
}

async function mailServer(config: Config): Promise<Finding> {
  const mailing = await openMailing(config);
  if (mailing === undefined) {
    return {
      check: 'e-mail',
      status: 'warning',
      detail:
        'SMTP_URL is not set: receivers are not written to, and forgotten passwords are reset by you alone',
    };
  }
  const outcome = await mailing.mailer.check();
  mailing.mailer.close();
  return outcome.kind === 'accepted'
    ? {
        check: 'e-mail',
        status: 'ok',
        detail: `the mail server answers; mails are from ${config.mailFrom}`,
      }
    : {
        check: 'e-mail',
        status: 'problem',
        detail: `the mail server does not let us in: ${outcome.detail}`,
      };
}
