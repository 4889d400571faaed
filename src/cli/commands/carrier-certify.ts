// linehaul carrier certify ID: tries every operation of a connector with the house account and writes what happened.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type CertifyInput,
  certifyAccount,
  planCertification,
} from '../../application/carriers/certify-account.ts';
import { type Lane, withPeople } from '../../application/carriers/trial-consignment.ts';
import { type App, type CarrierOperation, carrierOperations } from '../../application/ports.ts';
import type { ItemInput } from '../../application/quotes/quote-request.ts';
import type {
  CertifyRun,
  CertifyStep,
  LeftConsignment,
  StepResult,
} from '../../domain/connectors/certification.ts';
import { homeDay } from '../../domain/time/home-clock.ts';
import { findingWords, leftWords, stepTitle, stepWarning } from '../../wording/certification.ts';
import {
  certificationRecordings,
  certificationReport,
} from '../../wording/certification-report.ts';
import { addCommand, type Context, recorded } from '../command.ts';
import { type AsJson, colours, type Output, table } from '../output.ts';
import { meantPlace, place, type TypedPlace } from './place.ts';
import { addItem } from './quotes.ts';

type TypedEnd = { place: TypedPlace; street: string };
type TypedLane = { from: TypedEnd; to: TypedEnd };

type Options = AsJson & {
  plan?: true;
  yes?: true;
  lane: TypedLane[];
  item: ItemInput[];
  only: CarrierOperation[];
  connote?: string;
  output?: string;
};

export function addCertifyCommand(carrier: Command, context: Context): void {
  addCommand(
    carrier,
    'certify',
    'try every operation with the house account, and write a report and recordings',
  )
    .argument('<id>', 'as "carrier list" shows it')
    .option('--plan', 'list the steps and stop')
    .option('--yes', 'book, request pickups and lodge manifests without asking')
    .option(
      '--lane <lane>',
      'such as "2000 SYDNEY > 3000 MELBOURNE" or, with streets, "2000 SYDNEY, 483 George Street > 3000 MELBOURNE, 90 Swanston Street"; may be repeated',
      addLane,
      [],
    )
    .option('--item <item>', 'such as "2 x 10kg 30x30x30 Carton"; may be repeated', addItem, [])
    .addOption(
      new Option(
        '--only <operation>',
        'only this operation; may be repeated. Booking needs quote too, later steps need book',
      )
        .choices(carrierOperations)
        .argParser(addOperation)
        .default([]),
    )
    .option('--connote <number>', 'a consignment to track, if none is booked')
    .option('--output <folder>', 'a new folder for the report and the recordings')
    .addHelpText('after', help)
    .action((id: string, options: Options) =>
      context.withApp(options, async (app, output) => await certify(app, output, id, options)),
    );
}

const help = `
Prices several lanes and items, then books one consignment, finds, prints, collects and tracks it, and cancels it. Steps that
may cost money or send a driver (book, pickup, manifest) are asked for. Without a terminal and without --yes they are skipped.
Use an account with the carrier's test system. Nothing is charged to a member.

The report shows each request, the answer, what Linehaul read in it, and how the answer differs from the recorded ones.
Credentials and contacts are removed. Exit status 1: an operation failed.

Ctrl+C cancels what was booked and writes the report; a second Ctrl+C ends at once and names what may still be booked.

Examples:
  linehaul carrier certify auspost --plan
  linehaul carrier certify auspost
  linehaul carrier certify fedex --yes --item "1 x 2kg 30x20x10 Carton"
  linehaul carrier certify border_express --connote SMPB00000001`;

async function certify(app: App, output: Output, id: string, options: Options): Promise<void> {
  const input: CertifyInput = {
    carrier: id,
    lanes: options.lane.map((lane) => laneOf(app, lane)),
    items: options.item,
    connote: options.connote,
    ...(options.only.length === 0 ? {} : { operations: options.only }),
  };
  const steps = planCertification(app, input);
  if (options.plan === true) {
    output.result(steps.map(presentStep), planTable(steps));
    return;
  }
  // Made first: a report that cannot be written must not follow a booking.
  const folder = makeFolder(options.output ?? `certify-${id}-${homeDay(app.clock.nowMs())}`);
  const mayAsk = process.stdin.isTTY && process.stderr.isTTY && options.json !== true;
  output.note(`${planTable(steps)}\n`);
  const interruption = onInterrupt(output, id);
  const { signal } = interruption;
  const run = await recorded(app, 'start_certification', { thing: id }, () =>
    certifyAccount(app, input, {
      mayDo: async (step) => {
        if (options.yes === true) return true;
        return mayAsk ? await confirm(step, signal) : false;
      },
      ended: async (result) => output.note(progressLine(result)),
      booked: (connote) => output.warn(`Booked ${connote} with ${id}.`),
      mayBeLeft: async (consignments) => {
        interruption.mayBeLeft = consignments;
      },
      signal,
    }),
  ).finally(interruption.end);
  const written = writeRun(folder, run);
  for (const one of run.left) warnLeft(output, id, one);
  output.result(
    {
      carrier: id,
      ok: !hasFailed(run),
      operations: run.operations.map(({ operation, outcome, reason }) => ({
        operation,
        outcome,
        reason: findingWords(reason),
      })),
      left: run.left.map(leftWords),
      report: written.report,
      recordings: written.recordings,
    },
    [
      '',
      table(
        ['operation', 'result', ''],
        run.operations.map(({ operation, outcome, reason }) => [
          operation,
          painted(outcome),
          findingWords(reason),
        ]),
      ),
      '',
      `Report: ${written.report}`,
      `Recordings: ${written.recordings.length}. To keep them as tests, copy them: cp -r ${join(folder, id)} carriers/`,
    ].join('\n'),
  );
  if (signal.aborted) process.exitCode = interruptedStatus;
  else if (hasFailed(run)) process.exitCode = 1;
}

function warnLeft(output: Output, carrier: string, left: LeftConsignment): void {
  output.warn(`May still be with ${carrier}: ${leftWords(left)}. Cancel it with the carrier.`);
}

/** As shells report a program that Ctrl+C ended. */
const interruptedStatus = 130;

/** The first Ctrl+C lets the run cancel what it booked; the second ends the process. */
function onInterrupt(output: Output, carrier: string) {
  const controller = new AbortController();
  const interruption = {
    signal: controller.signal,
    mayBeLeft: [] as readonly LeftConsignment[],
    end: () => void process.off('SIGINT', interrupt),
  };
  const interrupt = (): void => {
    if (controller.signal.aborted) {
      for (const one of interruption.mayBeLeft) warnLeft(output, carrier, one);
      process.exit(interruptedStatus);
    }
    controller.abort();
    output.warn('Interrupted: cancelling what was booked. Press Ctrl+C again to end at once.');
  };
  process.on('SIGINT', interrupt);
  return interruption;
}

const hasFailed = ({ operations }: CertifyRun): boolean =>
  operations.some(({ outcome }) => outcome === 'failed');

function presentStep(step: CertifyStep) {
  const { operation, warning } = step;
  const asks = warning !== undefined;
  return {
    operation,
    title: stepTitle(step),
    asks,
    warning: warning ? stepWarning(warning) : null,
  };
}

function planTable(steps: readonly CertifyStep[]): string {
  return table(
    ['operation', 'step', ''],
    steps.map((step) => [
      step.operation,
      stepTitle(step),
      step.warning === undefined ? '' : colours.yellow(stepWarning(step.warning)),
    ]),
  );
}

function progressLine(result: StepResult): string {
  const { outcome, reason } = result;
  return `${painted(outcome).padEnd(8)} ${stepTitle(result)}: ${findingWords(reason)}`;
}

function painted(outcome: StepResult['outcome']): string {
  if (outcome === 'ok') return colours.green(outcome);
  return outcome === 'failed' ? colours.red(outcome) : colours.dim(outcome);
}

async function confirm(step: CertifyStep, signal: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // While it reads a line, the terminal reports Ctrl+C to readline instead of the process.
  lines.on('SIGINT', () => process.emit('SIGINT'));
  const warning = step.warning === undefined ? '' : `${stepWarning(step.warning)}\n`;
  try {
    const answer = await lines.question(`${warning}${stepTitle(step)}? [yes/no] `, { signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    lines.close();
  }
}

function makeFolder(folder: string): string {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. Name another folder with --output.`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function writeRun(folder: string, run: CertifyRun): { report: string; recordings: string[] } {
  const recordings = [...certificationRecordings(run)].map(([path, text]) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  });
  const report = join(folder, 'report.md');
  writeFileSync(report, certificationReport(run));
  return { report: resolve(report), recordings };
}

function addOperation(text: string, before: CarrierOperation[]): CarrierOperation[] {
  const operation = carrierOperations.find((one) => one === text);
  if (operation === undefined)
    throw new InvalidArgumentError(`Use one of ${carrierOperations.join(', ')}.`);
  return [...before, operation];
}

function addLane(text: string, before: TypedLane[]): TypedLane[] {
  const [from, to, more] = text.split('>').map((part) => part.trim());
  if (from === undefined || to === undefined || more !== undefined)
    throw new InvalidArgumentError('Use the form "2000 SYDNEY > 3000 MELBOURNE".');
  return [...before, { from: endOf(from), to: endOf(to) }];
}

function endOf(text: string): TypedEnd {
  const [where = '', ...street] = text.split(',');
  return { place: place(where), street: street.join(',').trim() };
}

function laneOf(app: App, lane: TypedLane): Lane {
  const end = ({ place: typed, street }: TypedEnd) => ({
    ...meantPlace(app, typed),
    street,
  });
  return withPeople({ from: end(lane.from), to: end(lane.to) });
}
