// The doctor's findings on the settings alone, before anything is opened.
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type Config,
  ConfigProblems,
  type Environment,
  processors,
  readConfig,
  strangeNames,
} from '../config.ts';
import { describePayments, secretKeyWarning } from '../notices.ts';
import { type Finding, messageOf } from './finding.ts';

/** Undefined if they cannot be read: the findings say why. */
export function readableConfig(environment: Environment, findings: Finding[]): Config | undefined {
  try {
    const config = readConfig(environment);
    const strange = strangeNames(environment);
    findings.push(
      strange.length === 0
        ? { check: 'configuration', status: 'ok', detail: 'every value can be read' }
        : {
            check: 'configuration',
            status: 'warning',
            detail: `unknown settings: ${strange.join(', ')}. They have no effect.`,
          },
    );
    return config;
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error;
    for (const detail of error.problems)
      findings.push({ check: 'configuration', status: 'problem', detail });
    return undefined;
  }
}

export function settingsFindings(config: Config): Finding[] {
  return [dataFolder(config), payments(config), ...advice(config)];
}

function dataFolder({ dataDir }: Config): Finding {
  try {
    const isThere = existsSync(dataDir);
    accessSync(isThere ? dataDir : nearestFolder(dataDir), constants.R_OK | constants.W_OK);
    const detail = isThere ? dataDir : `${dataDir} does not exist yet; the first start creates it`;
    return { check: 'data folder', status: 'ok', detail };
  } catch (error) {
    return {
      check: 'data folder',
      status: 'problem',
      detail: `${dataDir} cannot be written: ${messageOf(error)}`,
    };
  }
}

/** The existing folder in which the first missing folder of the path would be created. */
function nearestFolder(path: string): string {
  const parent = dirname(path);
  return parent === path || existsSync(parent) ? parent : nearestFolder(parent);
}

function payments(config: Config): Finding {
  const { isDoubtful, sentence } = describePayments(config);
  return { check: 'payments', status: isDoubtful ? 'warning' : 'ok', detail: sentence };
}

const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.');

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
  if (typeof config.trustProxy === 'number' && !isLoopbackHost(config.host)) {
    findings.push({
      check: 'proxy',
      status: 'warning',
      detail: `TRUST_PROXY=${config.trustProxy} counts proxies, and HOST=${config.host} serves other machines: anybody who reaches the port past the proxy can claim any address and escape the limits. Set TRUST_PROXY to the addresses of your proxies`,
    });
  }
  const secretWarning = secretKeyWarning(config);
  if (secretWarning !== undefined)
    findings.push({ check: 'secret key', status: 'warning', detail: secretWarning });
  if (config.databaseUrl !== undefined && config.redisUrl === undefined) {
    findings.push({
      check: 'shared state',
      status: 'warning',
      detail: 'REDIS_URL is not set: each machine counts limits for itself',
    });
  }
  return findings;
}
