// linehaul carriers list | check [DIR] | on ID | off ID; `import` has its own file
import type { Command } from 'commander';
import { listServices } from '../../application/carriers/list-services.ts';
import { switchAllServices, switchCarrier } from '../../application/carriers/switch-carrier.ts';
import type { DraftProblem } from '../../application/ports.ts';
import { addCommand, type Context, recorded } from '../command.ts';
import { type AsJson, outputTo, table } from '../output.ts';
import { describeProblem } from './carrier-problem.ts';

export type CarrierCheck = (folder: string | undefined) => Promise<{
  folder: string;
  carriers: number;
  problems: readonly DraftProblem[];
  warnings: readonly DraftProblem[];
}>;

/** Returns the command, so that others can be added to it. */
export function addCarrierCommands(
  program: Command,
  context: Context,
  check: CarrierCheck,
): Command {
  const carriers = program.command('carriers').description('carriers and their rate cards');

  addCommand(carriers, 'list', 'list every service, its card and whether it is on').action(
    (options: AsJson) =>
      context.withApp(options, async (app, output) => {
        const listed = (await listServices(app)).map((one) => ({
          string_id: one.stringId,
          carrier: one.carrier,
          service: one.label,
          mode: one.mode,
          cards: one.cards.map(({ code }) => code),
          sample: one.isSample,
          origin: one.origin,
          stale: one.isStale,
          status: one.isOn ? 'on' : 'off',
          ended: one.endedOn ?? null,
        }));
        output.result(
          listed,
          `${table(
            ['string_id', 'carrier', 'mode', 'card', 'status', ''],
            listed.map((one) => [
              one.string_id,
              one.carrier,
              one.mode,
              one.cards.join(', '),
              one.status,
              [
                one.sample ? 'invented prices, replace them' : '',
                one.stale ? 'newer files were refused' : '',
                one.ended === null ? '' : `ended ${one.ended}`,
                one.cards.length === 0 && one.origin === 'operator' ? 'no card prices it' : '',
              ]
                .filter((note) => note !== '')
                .join('; '),
            ]),
          )}\n\n${listed.length} services of ${new Set(listed.map((one) => one.carrier)).size} carriers.`,
        );
      }),
  );

  addCommand(
    carriers,
    'check',
    'check carriers and rate cards: file, line, column and value of every mistake',
  )
    .argument(
      '[folder]',
      'a folder of carriers; CARRIERS_DIR, else the shipped ones, when left out',
    )
    .action(async (folder: string | undefined, options: AsJson) => {
      const { problems, warnings, carriers: count, folder: checked } = await check(folder);
      const summary = [
        problems.length === 0 ? 'no mistakes' : counted(problems.length, 'mistake'),
        ...(warnings.length === 0 ? [] : [counted(warnings.length, 'warning')]),
      ].join(', ');
      outputTo(options).result(
        { ok: problems.length === 0, carriers: count, problems, warnings },
        [
          ...[...problems, ...warnings].map(describeProblem),
          `${counted(count, 'carrier')} in ${checked}: ${summary}.`,
        ].join('\n'),
      );
      if (problems.length > 0) process.exitCode = 1;
    });

  for (const [name, isOff] of [
    ['on', false],
    ['off', true],
  ] as const) {
    addCommand(
      carriers,
      name,
      isOff ? 'stop asking a carrier for quotes' : 'ask a carrier for quotes again',
    )
      .argument('<string_id>', 'as "carriers list" shows it')
      .option('--all-services', 'every service of the carrier with this id, such as "auspost"')
      .action((id: string, options: AsJson & { allServices?: true }) =>
        context.withApp(options, async (app, output) => {
          const switched = { thing: id, detail: { is_on: !isOff } };
          if (options.allServices) {
            const stringIds = await recorded(app, 'switch_carrier', switched, () =>
              switchAllServices(app, id, isOff),
            );
            output.result(
              stringIds.map((stringId) => ({ string_id: stringId, status: name })),
              stringIds.map((stringId) => `${stringId} is ${name}.`).join('\n'),
            );
            return;
          }
          await recorded(app, 'switch_carrier', switched, () => switchCarrier(app, id, isOff));
          output.result({ string_id: id, status: name }, `${id} is ${name}.`);
        }),
      );
  }
  return carriers;
}

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;
