// linehaul doctor
import type { Command } from 'commander';
import type { Diagnosis } from '../../doctor.ts';
import { addCommand } from '../command.ts';
import { type AsJson, colours, outputTo, table } from '../output.ts';

const marks = {
  ok: colours.green('ok'),
  warning: colours.yellow('warning'),
  problem: colours.red('problem'),
};

export function addDoctorCommand(program: Command, diagnose: () => Promise<Diagnosis>): void {
  addCommand(
    program,
    'doctor',
    'check settings, database and shared state; secrets are masked',
  ).action(async (options: AsJson) => {
    const { findings, config } = await diagnose();
    const isWell = findings.every(({ status }) => status !== 'problem');
    outputTo(options).result(
      { ok: isWell, findings, config: presentConfig(config) },
      [
        table(
          ['check', 'status', 'detail'],
          findings.map(({ check, status, detail }) => [check, marks[status], detail]),
        ),
        '',
        table(
          ['variable', 'value', ''],
          Object.entries(config).map(([name, { value, isDefault }]) => [
            name,
            value === '' ? '(not set)' : value,
            isDefault ? colours.dim('default') : '',
          ]),
        ),
      ].join('\n'),
    );
    if (!isWell) process.exitCode = 1;
  });
}

function presentConfig(config: Diagnosis['config']) {
  return Object.fromEntries(
    Object.entries(config).map(([name, { value, isDefault }]) => [
      name,
      { value, is_default: isDefault },
    ]),
  );
}
