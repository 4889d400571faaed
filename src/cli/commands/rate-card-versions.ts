// linehaul rate-cards list CARRIER | publish FOLDER | download CARRIER NUMBER | roll-back CARRIER NUMBER | withdraw
// CARRIER NUMBER
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import type { DraftProblem } from '../../application/ports.ts';
import {
  type ListedVersion,
  listVersions,
  readVersion,
  rollBack,
  withdrawVersion,
} from '../../application/rate-cards/card-versions.ts';
import {
  type PublishedDraft,
  publishDraft,
  tryDraft,
} from '../../application/rate-cards/try-draft.ts';
import { decodeCsv } from '../../domain/csv/csv-file.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { describeFault } from '../../wording/csv.ts';
import {
  addCommand,
  type Context,
  calendarDay,
  commandLineUser,
  recorded,
  wholeNumber,
} from '../command.ts';
import { type AsJson, inWords, table } from '../output.ts';
import { describeProblem } from './carrier-problem.ts';

export const holdsFromOption = [
  '--holds-from <date>',
  'schedule it: the first day, from midnight in Sydney; at once by default',
  calendarDay,
] as const;
export const noteOption = ['--note <text>', 'for the list of versions'] as const;

export function addRateCardCommands(program: Command, context: Context): void {
  const cards = program.command('rate-cards').description('versions of carriers’ rate cards');

  addCommand(cards, 'list', 'list every version of a carrier’s rate cards')
    .argument('<carrier>', 'the carrier’s folder, such as tnt')
    .action((carrier: string, options: AsJson) =>
      context.withApp(options, async (app, output) => {
        const versions = (await listVersions(app, carrier)).map(presentVersion);
        output.result(versions, describeVersions(versions, carrier));
      }),
    );

  addCommand(cards, 'publish', 'publish a carrier’s folder, now or from a later day')
    .argument('<folder>', 'all files of the carrier; the folder has its name, such as tnt')
    .option(...holdsFromOption)
    .option(...noteOption)
    .option('--dry-run', 'check the files without publishing them')
    .action((folder: string, options: PublishOptions) =>
      context.withApp(options, async (app, output) => {
        const { holdsFrom, note } = options;
        const name = basename(resolve(folder));
        const draft = {
          folder: name,
          files: readFolder(folder),
          isWhole: true as const,
          holdsFrom,
        };
        const detail = {
          folder: name,
          holds_from: holdsFrom,
        };
        const checked = await tryDraft(app, draft);
        const isPublished = options.dryRun !== true && !checked.isRefused;
        const report: Partial<PublishedDraft> = isPublished
          ? await recorded(app, 'publish_rate_cards', { detail }, () =>
              publishDraft(app, draft, { by: commandLineUser(), note }),
            )
          : checked;
        output.result(
          {
            carrier: name,
            version: report.version ?? null,
            refused: checked.isRefused,
            problems: checked.problems,
          },
          [
            ...checked.problems.map(describeProblem),
            publishedWords(name, report.version, holdsFrom, checked.problems),
          ].join('\n'),
        );
        if (checked.isRefused) process.exitCode = 1;
      }),
    );

  addVersionCommand(cards, 'download', 'write the files of a version to a folder')
    .option('--out <folder>', 'the carrier’s folder is created in it', '.')
    .action((carrier: string, number: number, options: AsJson & { out: string }) =>
      context.withApp(options, async (app, output) => {
        const files = await readVersion(app, carrier, number);
        const folder = join(options.out, carrier);
        if (existsSync(folder))
          throw new Error(`${folder} exists. Choose another folder with --out.`);
        for (const [path, text] of files) {
          mkdirSync(dirname(join(folder, path)), { recursive: true });
          writeFileSync(join(folder, path), text);
        }
        output.result(
          { carrier, version: number, folder, files: [...files.keys()] },
          `Version ${number} of ${carrier}: ${files.size} files in ${folder}.`,
        );
      }),
    );

  addVersionCommand(
    cards,
    'roll-back',
    'use the files of a version again, at once, as a new version',
  ).action((carrier: string, number: number, options: AsJson) =>
    context.withApp(options, async (app, output) => {
      const about = { thing: carrier, detail: { version: number } };
      const version = await recorded(app, 'roll_back_rate_cards', about, () =>
        rollBack(app, carrier, number, commandLineUser()),
      );
      output.result(
        { carrier, version, same_as: number },
        `Version ${version} of ${carrier} is in force, as version ${number}.`,
      );
    }),
  );

  addVersionCommand(cards, 'withdraw', 'withdraw a scheduled version before it holds').action(
    (carrier: string, number: number, options: AsJson) =>
      context.withApp(options, async (app, output) => {
        const about = { thing: carrier, detail: { version: number } };
        await recorded(app, 'withdraw_rate_cards', about, () =>
          withdrawVersion(app, carrier, number, commandLineUser()),
        );
        output.result(
          { carrier, version: number, status: 'withdrawn' },
          `Version ${number} of ${carrier} is withdrawn.`,
        );
      }),
  );
}

type PublishOptions = AsJson & { holdsFrom?: string; note?: string; dryRun?: true };

function addVersionCommand(parent: Command, name: string, about: string): Command {
  return addCommand(parent, name, about)
    .argument('<carrier>', 'the carrier’s folder, such as tnt')
    .argument('<version>', 'its number, as "rate-cards list" shows it', wholeNumber);
}

function presentVersion(version: ListedVersion) {
  const { number, status, holdsFrom, published, note, sameAs } = version;
  return {
    version: number,
    status,
    holds_from: holdsFrom ?? null,
    published_at: published === undefined ? null : timestampWithColon(published.atMs, homeZone),
    published_by: published?.by ?? null,
    note: note ?? null,
    same_as: sameAs ?? null,
  };
}

function describeVersions(
  versions: readonly ReturnType<typeof presentVersion>[],
  carrier: string,
): string {
  if (versions.length === 0)
    return `${carrier} has no rate cards of yours: it is priced by the shipped samples.`;
  return table(
    ['version', 'status', 'holds from', 'published', 'by', 'note'],
    versions.map((one) => [
      one.version,
      inWords(one.status),
      one.holds_from ?? '',
      one.published_at ?? '',
      one.published_by ?? 'found in the folder',
      [one.same_as === null ? '' : `as version ${one.same_as}`, one.note ?? '']
        .filter((part) => part !== '')
        .join('; '),
    ]),
  );
}

function publishedWords(
  carrier: string,
  version: number | undefined,
  holdsFrom: string | undefined,
  problems: readonly DraftProblem[],
): string {
  if (version !== undefined)
    return holdsFrom === undefined
      ? `Version ${version} of ${carrier} is in force. A running server loads it automatically.`
      : `Version ${version} of ${carrier} is scheduled: it holds from ${holdsFrom}.`;
  return problems.some(({ severity }) => severity === 'error')
    ? 'Nothing is published. Correct the mistakes above.'
    : 'Nothing is published: this was a dry run.';
}

function readFolder(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(join(folder, 'carrier.json')))
    throw new Error(`${folder} is not a carrier’s folder: it has no carrier.json.`);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[^.].*\.(json|csv)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    files.map((file) => {
      const text = decodeCsv(readFileSync(file));
      if (typeof text !== 'string') throw new Error(`${file}: ${describeFault(text)}`);
      return [relative(folder, file).split(sep).join('/'), text];
    }),
  );
}
