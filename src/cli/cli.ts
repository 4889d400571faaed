// The command line: its commands and their common behaviour. Exit statuses: 0 done, 1 refused or failed (the reason
// on standard error), 2 wrong usage.
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { openLog } from '../adapters/log.ts';
import { embeddedFileName } from '../adapters/store/open-store.ts';
import { systemClock } from '../adapters/system.ts';
import type { AccountsApp } from '../application/ports.ts';
import {
  type Composed,
  type ComposeOptions,
  compose,
  composeAccounts,
  version,
} from '../compose.ts';
import { type Config, processEnvironment, readConfig } from '../config.ts';
import { homeCardDay } from '../domain/rate-cards/card-day.ts';
import { homeDay } from '../domain/time/home-clock.ts';
import { explain } from '../explain.ts';
import type { Context } from './command.ts';
import { addCommand, commandLineUser } from './command.ts';
import { addBookingCommands } from './commands/bookings.ts';
import { addCarrierAccountCommands } from './commands/carrier-accounts.ts';
import { addCarrierCommands } from './commands/carriers.ts';
import { addCreditCommands } from './commands/credit.ts';
import { addBackupCommand } from './commands/database.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addDocumentCommands } from './commands/documents.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addMemberCommands } from './commands/members.ts';
import { addMonthlyInvoiceCommands } from './commands/monthly-invoices.ts';
import { addPaymentCommands } from './commands/payments.ts';
import { addLocationCommands } from './commands/places.ts';
import { addPrintAgentCommand } from './commands/print-agent.ts';
import { addQuoteCommand } from './commands/quotes.ts';
import { addRateCardCommands } from './commands/rate-card-versions.ts';
import { addImportCommand } from './commands/rate-cards.ts';
import { addServeCommand } from './commands/serve.ts';
import { addSimulateCommand, type StartSimulation } from './commands/simulate.ts';
import { addTrackingCommands } from './commands/tracking.ts';
import { addUserCommands } from './commands/users.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import { type AsJson, heedReaders, type Output, outputTo, remedyOf, shown } from './output.ts';

export async function run(argv: readonly string[]): Promise<void> {
  heedReaders();
  try {
    await commandLine().parseAsync([...argv]);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
    } else {
      const message = error instanceof Error ? error.message : String(error);
      const said = [explain(error) ?? message, remedyOf(error)].filter((one) => one !== undefined);
      process.stderr.write(`${shown(said.join(' '))}\n`);
      process.exitCode = 1;
    }
  }
}

function commandLine(): Command {
  const program = new Command('linehaul')
    .description('Freight and parcel quoting and booking for Australia, on your own machine.')
    .version(version)
    .showHelpAfterError('(use --help for the options)')
    .exitOverride();
  // Help after an error goes to standard error, so that standard output carries only results.
  const log = (level: 'warn' | 'silent' = 'warn') =>
    openLog({ level, clock: systemClock, pretty: false, destination: process.stderr });

  /** Opens what a command needs, and always closes it again. */
  const opening =
    <SomeApp extends AccountsApp>(
      open: (config: Config, options: ComposeOptions) => Promise<Composed<SomeApp>>,
    ) =>
    async (
      options: AsJson,
      work: (app: SomeApp, output: Output) => Promise<void>,
    ): Promise<void> => {
      const composed = await open(configuration(), {
        schema: 'as_it_is',
        sharesState: false,
        log: log(),
      });
      try {
        await work(composed.app, outputTo(options));
      } finally {
        await composed.close();
      }
    };
  const context: Context = { withAccounts: opening(composeAccounts), withApp: opening(compose) };

  // Loaded on demand: other commands start sooner without the HTTP server.
  addServeCommand(program, {
    serve: async () => (await import('../main.ts')).main(),
    serveSimulated: async ({ journeySeconds, simulatorPort }) => {
      const config = configuration();
      const running = await startSimulation({
        ...plainSimulation,
        port: simulatorPort,
        journeySeconds,
      });
      if ('mistakes' in running) throw new Error(running.mistakes.join('\n'));
      const { serveSimulated } = await import('../serve/serve-simulated.ts');
      await serveSimulated(config, { ...running, journeySeconds });
    },
  });
  addCommand(program, 'migrate', "bring the database to this program's schema").action(
    async (options: AsJson) => {
      const config = configuration();
      const composed = await composeAccounts(config, {
        schema: 'bring_up_to_date',
        sharesState: false,
        log: log(),
      });
      await composed.close();
      const { from, to, applied } = composed.migrated;
      outputTo(options).result(
        { from, to, applied },
        applied.length === 0
          ? `The database is up to date (schema version ${to}).`
          : `The database went from schema version ${from} to ${to}: ${applied.join(', ')}.`,
      );
    },
  );
  addMemberCommands(program, context, () => configuration().publicUrl);
  addUserCommands(program, context);
  addWebhookCommands(program, context);
  addKeyCommands(program, context);
  addCreditCommands(program, context);
  addPaymentCommands(program, context);
  addMonthlyInvoiceCommands(program, context);
  addBookingCommands(program, context);
  addDocumentCommands(program, context);
  addQuoteCommand(program, context);
  const carriers = addCarrierCommands(program, context, async (folder) => {
    const { checkCarrierFolder } = await import('../adapters/carriers/check-folder.ts');
    const { loadLocalities } = await import('../adapters/places/load-localities.ts');
    const { carriersDir, locationsFile } = configuration();
    return await checkCarrierFolder(
      folder ?? carriersDir,
      homeCardDay(systemClock.nowMs()),
      await loadLocalities(locationsFile),
    );
  });
  addImportCommand(carriers, async (out) => {
    const { carriersDir } = readConfig(processEnvironment(), { makesCarriersDir: true });
    const { openCarrierImport } = await import('../adapters/carriers/open-import.ts');
    const { fileLock: lock } = await import('../adapters/store/file-lock.ts');
    const folder = out ?? carriersDir;
    const { nowMs } = systemClock;
    const opened = await openCarrierImport({ operatorDir: carriersDir, folder, lock, nowMs });
    return { folder, app: { ...opened, today: homeDay(nowMs()), by: commandLineUser() } };
  });
  addRateCardCommands(program, context);
  addCarrierAccountCommands(program, context);
  addLocationCommands(program, context);
  addTrackingCommands(program, context);
  addBackupCommand(program, async (target, options) => {
    const { databaseUrl, dataDir } = configuration();
    if (databaseUrl !== undefined) {
      throw new Error(
        'This database is PostgreSQL. Back it up with its own tools: pg_dump --format=custom --file=FILE "$DATABASE_URL".',
      );
    }
    const { backupSqlite } = await import('../adapters/store/engine/sqlite-backup.ts');
    await backupSqlite(join(dataDir, embeddedFileName), target, options);
  });
  // The doctor reports its findings itself, so nothing is logged.
  addDoctorCommand(program, async () =>
    (await import('../doctor.ts')).diagnose(processEnvironment(), log('silent')),
  );
  addPrintAgentCommand(program, async ({ server, tokenFile, ...way }) => {
    const { startAgent } = await import('../adapters/print-agent/start-agent.ts');
    await startAgent({ server, tokenFile, way });
  });
  addSimulateCommand(program, startSimulation);
  inheritSettings(program);
  return program;
}

const configuration = (): Config => readConfig(processEnvironment());

/** All carriers, without delays or faults. */
const plainSimulation = { carriers: [], latency: undefined, faults: [], seed: 1 };

const startSimulation: StartSimulation = async (asked) => {
  const { readOptions } = await import('../../simulator/read-options.ts');
  const options = readOptions(asked);
  if ('mistakes' in options) return options;
  const { startSimulator } = await import('../../simulator/start-simulator.ts');
  return await startSimulator({ ...options, nowMs: systemClock.nowMs });
};

/** Commander keeps these per command; mistakes must end the same way everywhere. */
function inheritSettings(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritSettings(child);
  }
}
