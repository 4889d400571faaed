// linehaul serve [--simulate]: the service, with the connected carriers or with simulated ones.
import type { Command } from 'commander';
import { wholeNumber } from '../command.ts';
import { usualSimulatorPort } from './simulate.ts';

type SimulatedServing = { journeySeconds: number; simulatorPort: number };

export type Serving = {
  serve(): Promise<void>;
  serveSimulated(input: SimulatedServing): Promise<void>;
};

type Options = { simulate?: true; journey: number; simulatorPort: number };

/** Two minutes from booking to delivery, short enough to watch. */
const usualJourneySeconds = 120;

export function addServeCommand(program: Command, { serve, serveSimulated }: Serving): void {
  program
    .command('serve')
    .description('run the service; the first start prints a demo key')
    .option(
      '--simulate',
      'run with simulated carriers and a separate database; your own data is not touched',
    )
    .option(
      '--journey <seconds>',
      'with --simulate: time from booking to delivery',
      wholeNumber,
      usualJourneySeconds,
    )
    .option(
      '--simulator-port <number>',
      'with --simulate: first port of the simulated carriers; 0: any free ports',
      wholeNumber,
      usualSimulatorPort,
    )
    .action(async (options: Options, command: Command) => {
      if (options.simulate === true) {
        const { journey: journeySeconds, simulatorPort } = options;
        return await serveSimulated({ journeySeconds, simulatorPort });
      }
      // These options have no effect without --simulate.
      for (const name of ['journey', 'simulatorPort'])
        if (command.getOptionValueSource(name) === 'cli')
          command.error('error: --journey and --simulator-port need --simulate');
      await serve();
    });
}
