// linehaul simulate: simulated carriers on this machine. simulator/ has the carriers and their faults; here are the
// command, its help and its output. Runs until it is interrupted.
import type { Command } from 'commander';
import { addCommand, collect, wholeNumber } from '../command.ts';
import { type AsJson, colours, outputTo, table } from '../output.ts';

type AskedSimulation = {
  port: number;
  carriers: readonly string[];
  latency: string | undefined;
  faults: readonly string[];
  seed: number;
  journeySeconds: number | undefined;
};

type RunningSimulation = {
  controlUrl: string;
  carriers: readonly {
    carrier: string;
    name: string;
    url: string;
    credentials: Readonly<Record<string, string>>;
  }[];
  close(): Promise<void>;
};

/** Starts the carriers, or returns the mistakes in the options. */
export type StartSimulation = (
  asked: AskedSimulation,
) => Promise<RunningSimulation | { mistakes: string[] }>;

type Options = AsJson & {
  port: number;
  carrier: string[];
  latency?: string;
  fault: string[];
  seed: number;
  journey?: number;
};

export const usualSimulatorPort = 8100;
const collectMany = (value: string, before: string[]): string[] => [
  ...before,
  ...value.split(',').filter((part) => part !== ''),
];

export function addSimulateCommand(program: Command, start: StartSimulation): void {
  const about = "run simulated carriers that speak the real ones' protocols, on loopback only";
  const command = addCommand(program, 'simulate', about);
  command
    .option(
      '--port <number>',
      'port of the control endpoint; carriers use the next ones; 0: any free ports',
      wholeNumber,
      usualSimulatorPort,
    )
    .option(
      '--carrier <names>',
      'only these carriers, separated by commas; may be repeated',
      collectMany,
      [],
    )
    .option('--latency <ms>', 'delay of every answer: 200, 100-300, normal(200,50) or exp(200)')
    .option('--fault <fault>', 'a fault, as listed below; may be repeated', collect, [])
    .option('--seed <number>', 'the same seed repeats delays, faults and numbers', wholeNumber, 1)
    .option('--journey <seconds>', 'time from booking to delivery (default 600)', wholeNumber)
    .addHelpText('after', help)
    .action(async (options: Options) => {
      const running = await start({
        port: options.port,
        carriers: options.carrier,
        latency: options.latency,
        faults: options.fault,
        seed: options.seed,
        journeySeconds: options.journey,
      });
      if ('mistakes' in running) {
        command.error(running.mistakes.join('\n'));
        return;
      }
      outputTo(options).result(present(running), describe(running));
      await interrupted();
      await running.close();
    });
}

function present({ controlUrl, carriers }: RunningSimulation) {
  return { control: controlUrl, carriers };
}

function describe({ controlUrl, carriers }: RunningSimulation): string {
  const rows = carriers.map(({ carrier, url, credentials }) => [
    carrier,
    url,
    Object.entries(credentials)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
  ]);
  return [
    table(['carrier', 'base URL', 'credentials (invented)'], rows),
    '',
    `${carriers.length} carriers, reachable from this machine only. Control: ${colours.bold(controlUrl)}`,
    'Press Ctrl+C to stop.',
  ].join('\n');
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}

const help = `
Faults are written CARRIER:OPERATION:KIND[=VALUE][:TIMES]; * stands for every carrier or operation, TIMES is a number
or a chance such as 10%, and without it the fault stays.

  carriers     auspost startrack couriers_please aramex direct_freight allied mainfreight dhl_express fedex ups zoom2u
               toll tnt border_express hi_trans hunter uber_direct doordash_drive
  operations   token account address services quote validate book find change cancel label manifest summary
               pickup track proof
  kinds        latency=MS  hang  reset  server-error[=503]  rate-limit[=SECONDS]  malformed  truncated
               wrong-price[=PERCENT]  accepted-but-answer-lost  duplicate  expired-token

The control endpoint takes the same while it runs: POST /faults {"fault": "…"}, DELETE /faults, GET /shipments?reference=,
GET /calls, POST /clock {"advance_seconds": 600}, POST /shipments/CARRIER/NUMBER/events {"stage": "delivered"}, POST /reset.

Examples:
  linehaul simulate
  linehaul simulate --carrier auspost,dhl_express --latency 100-300 --journey 60
  linehaul simulate --fault auspost:book:accepted-but-answer-lost:1 --fault '*:quote:reset:5%' --seed 42
`;
