// linehaul backup FILE (the embedded database, while it is in use); `migrate` is beside `serve` in cli.ts.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Context, withJson } from '../command.ts';

export function addBackupCommand(program: Command, context: Context): void {
  withJson(program.command('backup'))
    .description('copy the embedded database, consistently, while the server runs')
    .argument('<file>', 'where to write the copy; must not exist yet')
    .action((file: string, options: { json?: true }) =>
      context.withAccounts(options.json === true, async (app, output) => {
        const target = resolve(file);
        if (existsSync(target)) {
          throw new Error(
            `${target} exists already. Name a new file; backups are never overwritten.`,
          );
        }
        await app.store.backup(target, output.progress('Copying'));
        output.result({ file: target }, `The database is copied to ${target}.`);
        output.note(
          'Keep DATA_DIR/secret.key with it: without that file, sessions and public links end.',
        );
      }),
    );
}
