// linehaul backup FILE (the embedded database, while it is in use); `migrate` is beside `serve` in cli.ts.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { refuseUnlessFolder } from '../named-files.ts';
import { type AsJson, outputTo } from '../output.ts';

export type BackUp = (
  target: string,
  options: { onProgress(share: number): void; signal: AbortSignal },
) => Promise<void>;

export function addBackupCommand(program: Command, backUp: BackUp): void {
  addCommand(program, 'backup', 'back up the embedded database while the server runs')
    .argument('<file>', 'the new file; it must not exist yet')
    .action(async (file: string, options: AsJson) => {
      const target = resolve(file);
      refuseUnlessFolder(target);
      const output = outputTo(options);
      await untilInterrupted((signal) =>
        backUp(target, { onProgress: output.progress('Copying'), signal }),
      );
      output.result({ file: target }, `Copied the database to ${target}.`);
      output.note(
        'Keep DATA_DIR/secret.key with it: without it, sessions and public links stop working.',
      );
    });
}

/** The first signal asks the copy to clean up; a second ends the process. */
async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.once(name, interrupt);
  try {
    await work(interruption.signal);
  } finally {
    for (const name of signals) process.off(name, interrupt);
  }
}
