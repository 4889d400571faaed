// linehaul serve [--simulate]: the service, against the carriers that are connected or against simulated ones.
import type { Command } from 'commander';
import { wholeNumber } from '../command.ts';
import { usualSimulatorPort } from './simulate.ts';

type SimulatedServing = { journeySeconds: number; simulatorPort: number };

export type Serving = {
  serve(): Promise<void>;
  serveSimulated(wish: SimulatedServing): Promise<void>;
};

type Options = { simulate?: true; journey: number; simulatorPort: number };

/** Two minutes from booking to delivery: one can watch it. */
const usualJourneySeconds = 120;

export function addServeCommand(program: Command, { serve, serveSimulated }: Serving): void {
  program
    .command('serve')
    .description('run the service; a first start on an empty database prints a demo key')
    .option(
      '--simulate',
      'with simulated carriers, all connected: nothing is real, and nothing of yours is touched',
    )
    .option(
      '--journey <seconds>',
      'with --simulate: from booking to delivery',
      wholeNumber,
      usualJourneySeconds,
    )
    .option(
      '--simulator-port <number>',
      'with --simulate: where the simulated carriers begin; 0: any ports that are free',
      wholeNumber,
      usualSimulatorPort,
    )
    .action(async (options: Options, command: Command) => {
      if (options.simulate === true) {
        const { journey: journeySeconds, simulatorPort } = options;
        return await serveSimulated({ journeySeconds, simulatorPort });
      }
      // Real carriers have neither; whoever names one has forgotten the word that goes with it.
      for (const name of ['journey', 'simulatorPort'])
        if (command.getOptionValueSource(name) === 'cli')
          command.error('error: --journey and --simulator-port need --simulate');
      await serve();
    });
}
