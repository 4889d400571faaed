// `linehaul doctor`: looks at everything the service stands on and says, line by line, what is well, what
// deserves a thought and what is broken. It changes nothing but what a start would also make.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { sampleCards } from './application/carriers/sample-cards.ts';
import { checkLedger } from './application/jobs/check-ledger.ts';
import type { App, Log, ReplicaHealth } from './application/ports.ts';
import { compose, openMailing } from './compose.ts';
import {
  type Config,
  ConfigProblems,
  describeConfig,
  type Environment,
  processors,
  readConfig,
} from './config.ts';
import { hourMs } from './domain/time/durations.ts';
import { describePayments } from './payments-notice.ts';

const overdueMs = hourMs;
const mostOverdue = 1_000;

export type Finding = { check: string; status: 'ok' | 'warning' | 'problem'; detail: string };
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
    findings.push(dataFolder(config), payments(config), ...advice(config));
    findings.push(...(await dependencies(config, log)), await mailServer(config));
  }
  return { findings, config: describeConfig(environment) };
}

function readableConfig(environment: Environment, findings: Finding[]): Config | undefined {
  try {
    const config = readConfig(environment);
    findings.push({ check: 'configuration', status: 'ok', detail: 'every value can be read' });
    return config;
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error;
    for (const detail of error.problems)
      findings.push({ check: 'configuration', status: 'problem', detail });
    return undefined;
  }
}

function dataFolder({ dataDir }: Config): Finding {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK);
    return { check: 'data folder', status: 'ok', detail: dataDir };
  } catch (error) {
    return {
      check: 'data folder',
      status: 'problem',
      detail: `${dataDir} can not be written: ${messageOf(error)}`,
    };
  }
}

function payments(config: Config): Finding {
  const { isDoubtful, sentence } = describePayments(config);
  return { check: 'payments', status: isDoubtful ? 'warning' : 'ok', detail: sentence };
}

function advice(config: Config): Finding[] {
  const findings: Finding[] = [];
  if (config.workers > processors) {
    findings.push({
      check: 'workers',
      status: 'warning',
      detail: `WORKERS is ${config.workers} on ${processors} processors; more only wait for each other`,
    });
  }
  if (config.databaseUrl !== undefined && config.secretKey === undefined) {
    findings.push({
      check: 'secret key',
      status: 'warning',
      detail:
        'SECRET_KEY is not set: every machine makes its own, and links signed by one are refused by the others',
    });
  }
  if (config.databaseUrl !== undefined && config.redisUrl === undefined) {
    findings.push({
      check: 'shared state',
      status: 'warning',
      detail: 'REDIS_URL is not set: each machine counts limits for itself',
    });
  }
  return findings;
}

async function dependencies(config: Config, log: Log): Promise<Finding[]> {
  try {
    const {
      app,
      secretKey,
      payments: opened,
      close,
    } = await compose(config, {
      schema: 'as_it_is',
      sharesState: true,
      log,
    });
    try {
      const { engine, schemaVersion, detail, replica } = await app.store.health();
      const members = await app.store.members.list();
      const shared = app.counters.health();
      const payment = await opened.check?.();
      return [
        {
          check: 'database',
          status: 'ok',
          detail: `${engine}, schema version ${schemaVersion}, ${detail}`,
        },
        ...(replica === undefined ? [] : [replicaFinding(replica)]),
        shared.lost
          ? {
              check: 'shared state',
              status: 'problem',
              detail: `Redis can not be reached: ${shared.detail ?? ''}`,
            }
          : { check: 'shared state', status: 'ok', detail: shared.kind },
        {
          check: 'secret key',
          status: 'ok',
          detail: secretKey.source === 'file' ? 'kept in DATA_DIR' : 'from SECRET_KEY',
        },
        { check: 'members', status: 'ok', detail: `${members.length}` },
        await rateCards(app),
        ...(await books(app)),
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
    } finally {
      await close();
    }
  } catch (error) {
    return [{ check: 'database', status: 'problem', detail: messageOf(error) }];
  }
}

/** Nobody is to be charged an invented price without somebody having been told. */
async function rateCards(app: App): Promise<Finding> {
  const samples = (await sampleCards(app)).length;
  const check = 'rate cards';
  return samples === 0
    ? { check, status: 'ok', detail: 'none in use is a sample' }
    : {
        check,
        status: 'warning',
        detail: `${samples} are samples with invented prices: put your own into CARRIERS_DIR, or switch those carriers off`,
      };
}

/** The service runs without it, only its primary has more to do; one that is none is a mistake. */
function replicaFinding({ isUsed, trouble, detail }: ReplicaHealth): Finding {
  if (isUsed) return { check: 'replica', status: 'ok', detail };
  return {
    check: 'replica',
    status: trouble === 'not_a_replica' ? 'problem' : 'warning',
    detail: `${detail}; the primary answers lists and reports`,
  };
}

/** Accounts against their entries, and what has been waiting for an answer for too long. */
async function books(app: App): Promise<Finding[]> {
  const wrong = await checkLedger(app);
  const overdue = await app.store.payments.listDue(app.clock.nowMs() - overdueMs, mostOverdue);
  return [
    wrong.length === 0
      ? { check: 'ledger', status: 'ok', detail: 'every account is the sum of its entries' }
      : {
          check: 'ledger',
          status: 'problem',
          detail: `accounts differ from their entries: ${wrong.map(({ memberId, usedCents, entriesCents }) => `member ${memberId} says ${usedCents} cents, its entries ${entriesCents}`).join('; ')}`,
        },
    overdue.length === 0
      ? { check: 'payments', status: 'ok', detail: 'none is waiting to be looked at' }
      : {
          check: 'payments',
          status: 'warning',
          detail: `${overdue.length === mostOverdue ? `${mostOverdue} or more` : overdue.length} should have been looked at over an hour ago: is a server running?`,
        },
  ];
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

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}
