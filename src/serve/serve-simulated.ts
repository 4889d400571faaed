// `linehaul serve --simulate`: the service with simulated carriers on this machine, for people without carrier
// accounts. It never touches the operator's own data: it has its own folder inside DATA_DIR, emptied at each start,
// and ignores the configured database, Redis, payment gateway and mail server. So it holds no real account, and no
// booking leaves it.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLog } from '../adapters/log.ts';
import { systemClock } from '../adapters/system.ts';
import { connectAccount } from '../application/carriers/carrier-accounts.ts';
import { type DemoAccount, openDemoAccount } from '../application/members/demo-account.ts';
import { compose } from '../compose.ts';
import type { Config } from '../config.ts';
import { serve } from '../serve.ts';
import { type SimulatedCarrier, simulatedAccount } from './simulated-accounts.ts';
import { prepareWebClient } from './web-client.ts';
import { localAddress } from './welcome.ts';

export type SimulatedWorld = {
  controlUrl: string;
  carriers: readonly SimulatedCarrier[];
  journeySeconds: number;
  close(): Promise<void>;
};

const creditCents = 10_000_00;
const pollPauseMs = 5_000;
/** Marks the folder as ours to empty, and names the process that uses it. */
const markName = 'SIMULATED';

export async function serveSimulated(config: Config, world: SimulatedWorld): Promise<void> {
  try {
    await prepareWebClient();
    const own = apart(config);
    emptyFolder(own.dataDir);
    const trial = await prepare(own, world);
    await serve(own, {
      pollPauseMs,
      greet: (port) => process.stdout.write(banner(own, port, world, trial)),
      whenStopped: () => world.close(),
    });
  } catch (error) {
    await world.close();
    throw error;
  }
}

/** Removes every real service from the settings. */
function apart(config: Config): Config {
  return Object.freeze({
    ...config,
    dataDir: join(config.dataDir, 'simulated'),
    databaseUrl: undefined,
    databaseReplicaUrl: undefined,
    redisUrl: undefined,
    secretKey: undefined,
    previousSecretKey: undefined,
    smtpUrl: undefined,
    payments: Object.freeze({ gateway: 'test' as const }),
    workers: 1,
    isSimulated: true,
  });
}

function emptyFolder(folder: string): void {
  const mark = join(folder, markName);
  if (existsSync(folder)) {
    if (!existsSync(mark))
      throw new Error(
        `${folder} exists and was not made by --simulate, which would empty it. Move it away, or set DATA_DIR to another folder.`,
      );
    const pid = Number(readFileSync(mark, 'utf8'));
    if (isAlive(pid))
      throw new Error(
        `Process ${pid} already serves simulated carriers from ${folder}. Stop it first, or set DATA_DIR to another folder.`,
      );
    rmSync(folder, { recursive: true });
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(mark, String(process.pid));
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Connects every simulated carrier and creates a member who may book. */
async function prepare(config: Config, { carriers }: SimulatedWorld): Promise<DemoAccount> {
  const log = openLog({
    level: 'warn',
    clock: systemClock,
    pretty: false,
    destination: process.stderr,
  });
  const composed = await compose(config, { schema: 'bring_up_to_date', sharesState: false, log });
  try {
    const { app } = composed;
    for (const connector of app.connections.connectors) {
      const simulated = carriers.find(({ carrier }) => carrier === connector.carrier);
      if (simulated === undefined) continue;
      await connectAccount(app, undefined, {
        carrier: connector.carrier,
        account: simulatedAccount(connector, simulated),
        policy: undefined,
        // They were started a moment ago, in this very process.
        isUntested: true,
      });
    }
    const trial = await openDemoAccount(app, creditCents);
    if (trial === undefined) throw new Error('a folder that was emptied has members');
    return trial;
  } finally {
    await composed.close();
  }
}

function banner(config: Config, port: number, world: SimulatedWorld, trial: DemoAccount): string {
  const base = localAddress(config, port);
  return `
════════════════════════════════════════════════════════════════════════════════
  SIMULATED CARRIERS. Nothing here is real: no carrier hears of a booking, no
  money moves, no e-mail is sent. Your own data and accounts are not touched.
════════════════════════════════════════════════════════════════════════════════

  ${world.carriers.length} carriers answer on this machine. What is booked is delivered after ${world.journeySeconds} seconds.
  Make them fail: ${world.controlUrl}/faults (docs/operators/simulator.md)
  Everything is kept in ${config.dataDir} and begins anew at each start.

  e-mail    ${trial.email}
  password  ${trial.password}
  API key   ${trial.key}

  Members area:  ${base}/
  API reference: ${base}/docs

`;
}
