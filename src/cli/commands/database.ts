// linehaul backup FILE (the embedded database, while it is in use); `migrate` is beside `serve` in cli.ts.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Context, withJson } from '../command.ts';
import { refuseUnlessFolder } from '../target-file.ts';

export function addBackupCommand(
  program: Command,
  context: Context,
  embeddedFile: () => string | undefined,
): void {
  withJson(program.command('backup'))
    .description('copy the embedded database, consistently, while the server runs')
    .argument('<file>', 'where to write the copy; must not exist yet')
    .action(async (file: string, options: { json?: true }) => {
      const target = resolve(file);
      refuseUnlessPossible(embeddedFile(), target);
      await context.withAccounts(options.json === true, async (app, output) => {
        await app.store.backup(target, output.progress('Copying'));
        output.result({ file: target }, `The database is copied to ${target}.`);
        output.note(
          'Keep DATA_DIR/secret.key with it: without that file, sessions and public links end.',
        );
      });
    });
}

/** Looked at before the database is opened, which would make an empty one where there is none. */
function refuseUnlessPossible(source: string | undefined, target: string): void {
  if (source !== undefined && !existsSync(source)) {
    throw new Error(`There is no database at ${source}, so nothing was copied. Check DATA_DIR.`);
  }
  if (existsSync(target)) {
    throw new Error(`${target} exists already. Name a new file; backups are never overwritten.`);
  }
  refuseUnlessFolder(target);
}
