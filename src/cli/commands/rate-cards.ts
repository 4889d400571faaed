// linehaul carriers import: another system's rate file becomes a carrier's card. Handles options, questions on the terminal and
// output; the use-case reads, checks and writes.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { modes } from '../../application/carriers/carrier-json.ts';
import type { CardImport } from '../../application/carriers/make-carrier-files.ts';
import {
  type ImportApp,
  type ImportReport,
  importRateCards,
} from '../../application/rate-cards/import-rate-cards.ts';
import { decodeCsv } from '../../domain/csv/csv-file.ts';
import { parseDecimal4, parseFraction } from '../../domain/decimal.ts';
import { cardFormats } from '../../domain/rate-cards/import/formats.ts';
import type { ServiceChoice } from '../../domain/rate-cards/import/match-services.ts';
import type { Question } from '../../domain/rate-cards/import/mistake.ts';
import type { SourceFile } from '../../domain/rate-cards/import/source-table.ts';
import { describeFault } from '../../wording/csv.ts';
import { questionWords } from '../../wording/rate-cards.ts';
import { addCommand, collect, calendarDay as day } from '../command.ts';
import { getFile } from '../named-files.ts';
import { type AsJson, outputTo } from '../output.ts';
import { holdsFromOption, noteOption } from './rate-card-versions.ts';
import { describeImport, presentImport } from './rate-cards-report.ts';

/** Opens the folder cards are written to; undefined when there is none. */
export type OpenImport = (
  out: string | undefined,
) => Promise<{ app: ImportApp; folder: string | undefined }>;

type Options = AsJson & {
  from: CardImport['format'];
  carrier: string;
  name?: string;
  code?: string;
  zones: string[];
  service: ServiceChoice[];
  mode: CardImport['mode'];
  breaks?: 'whole' | 'accumulative';
  flat?: 'each' | 'total';
  cubic?: string;
  fuel?: number;
  prices: CardImport['prices'];
  validFrom?: string;
  validTo?: string;
  holdsFrom?: string;
  note?: string;
  onlyCarrier?: string;
  onlyCard?: string;
  like?: string;
  out?: string;
  dryRun?: true;
  skipRefused?: true;
  dropExamples?: true;
};

const maxFileBytes = 64 * 1024 * 1024;

export function addImportCommand(carriers: Command, open: OpenImport): void {
  const command = addCommand(
    carriers,
    'import',
    'make a rate card from the file of another system',
  );
  command
    .argument('<file...>', 'CSV, UTF-8; of FreightExchange the tabs Rates, Courier and Zones')
    .addOption(
      new Option('--from <format>', 'where the files come from')
        .choices(Object.keys(cardFormats))
        .makeOptionMandatory(),
    )
    .requiredOption(
      '--carrier <id>',
      'the carrier’s folder, known or new, such as my_carrier',
      folder,
    )
    .option('--name <name>', 'of the company; needed once for a new carrier')
    .option('--code <code>', 'of the card; default as in the file, else carrier and date', cardCode)
    .option(
      '--zones <file>',
      'zones and postcodes; default those in use; may be repeated',
      collect,
      [],
    )
    .option(
      '--service <name=string_id>',
      'what a service of the file is here; may be repeated',
      service,
      [],
    )
    .addOption(
      new Option('--mode <mode>', 'of services that are new').choices(modes).default('road'),
    )
    .addOption(new Option('--breaks <kind>', 'how breaks count').choices(['whole', 'accumulative']))
    .addOption(new Option('--flat <kind>', 'what a flat rate is for').choices(['each', 'total']))
    .option('--cubic <kg>', 'kilograms per cubic metre, such as 250 or 1000/3, or none', cubic)
    .option('--fuel <percent>', 'fuel levy', fuel)
    .addOption(
      new Option('--prices <kind>', 'how amounts are stated')
        .choices(['ex_gst', 'inc_gst'])
        .default('ex_gst'),
    )
    .option('--valid-from <date>', 'first day, such as 2027-01-04', day)
    .option('--valid-to <date>', 'last day', day)
    .option(...holdsFromOption)
    .option(...noteOption)
    .option('--only-carrier <name>', 'lines of this carrier, where a file holds several')
    .option('--only-card <name>', 'lines of this rate card, where a file holds several')
    .option(
      '--like <code>',
      'take surcharges, limits, fuel and terms from this card of the carrier',
    )
    .option('--out <folder>', 'folder of carriers to write to; default CARRIERS_DIR')
    .option('--skip-refused', 'write the card without the lanes that are refused')
    .option('--drop-examples', 'leave out examples.json if its prices do not match')
    .option('--dry-run', 'show the result without writing anything')
    .addHelpText('after', help)
    .action(async (names: string[], options: Options) => {
      const output = outputTo(options);
      const { app, folder: target } = await open(options.out);
      if (target === undefined && options.dryRun !== true)
        throw new Error(
          'There is no folder to write to. Set CARRIERS_DIR, name one with --out, or try with --dry-run.',
        );
      if (options.holdsFrom !== undefined && options.holdsFrom <= app.today)
        command.error(
          `--holds-from needs a day after today, ${app.today}. Leave it out to use the card at once.`,
        );
      const request = requestOf(names, options);
      const report = await importAsking(app, request, options, output.progress('Importing'));
      if (report.questions.length > 0) {
        const asked = report.questions
          .map(questionWords)
          .map(({ text, option }) => `${text} Say it with ${option}.`);
        command.error(asked.join('\n'));
      }
      output.result(
        presentImport(report, options.carrier, target),
        describeImport(report, options.carrier, target),
      );
      if (report.isRefused) process.exitCode = 1;
    });
}

function requestOf(names: readonly string[], options: Options): CardImport {
  const [said] = options.service;
  return {
    format: options.from,
    files: names.map(readSource),
    zoneFiles: options.zones.map(readSource),
    carrier: options.carrier,
    carrierName: options.name,
    code: options.code,
    services: options.service,
    mode: options.mode,
    choices: {
      breaks: options.breaks,
      flat: options.flat,
      onlyCarrier: options.onlyCarrier,
      onlyCard: options.onlyCard,
      cubic: options.cubic === 'none' ? '' : options.cubic,
      // A matrix does not name its service, so it has the new name.
      service: said?.stringId,
    },
    fuelPercent: options.fuel,
    prices: options.prices,
    validFrom: options.validFrom,
    validTo: options.validTo,
    holdsFrom: options.holdsFrom,
    note: options.note,
    like: options.like,
    skipsRefused: options.skipRefused === true,
    dropsExamples: options.dropExamples === true,
    isDryRun: options.dryRun === true,
  };
}

/** Asks questions that the file leaves open on a terminal; elsewhere they are in the report. */
async function importAsking(
  app: ImportApp,
  request: CardImport,
  options: Options,
  progress: (share: number) => void,
): Promise<ImportReport> {
  const report = await importRateCards(app, request, progress);
  const canAsk = process.stdin.isTTY && process.stderr.isTTY && options.json !== true;
  if (report.questions.length === 0 || !canAsk) return report;
  process.stderr.write('\n');
  let answered = request;
  for (const question of report.questions)
    answered = answer(answered, question, await ask(question));
  return await importRateCards(app, answered, progress);
}

async function ask(question: Question): Promise<string> {
  const { text, answers } = questionWords(question);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    for (;;) {
      const choice = answers.length === 0 ? '' : ` [${answers.join('/')}]`;
      const given = (await lines.question(`${text}${choice} `)).trim();
      if (given !== '' && (answers.length === 0 || answers.includes(given))) return given;
    }
  } finally {
    lines.close();
  }
}

function answer(request: CardImport, { question }: Question, given: string): CardImport {
  const { choices } = request;
  if (question === 'breaks')
    return {
      ...request,
      choices: { ...choices, breaks: given === 'whole' ? 'whole' : 'accumulative' },
    };
  if (question === 'flat')
    return { ...request, choices: { ...choices, flat: given === 'each' ? 'each' : 'total' } };
  if (question === 'cubic')
    return { ...request, choices: { ...choices, cubic: given === 'none' ? '' : cubic(given) } };
  const services = service(given);
  return { ...request, services, choices: { ...choices, service: services[0]?.stringId } };
}

function readSource(path: string): SourceFile {
  if (getFile(path).size > maxFileBytes)
    throw new Error(
      `${path} is larger than ${maxFileBytes / 1024 / 1024} MiB. Split it by service.`,
    );
  const text = decodeCsv(readFileSync(path));
  // The report explains a workbook, beside the other files.
  if (typeof text !== 'string' && text.code === 'csv_not_utf8')
    throw new Error(`${path}: ${describeFault(text)}`);
  return { name: basename(path), text };
}

function folder(text: string): string {
  if (/^[a-z][a-z0-9_]{0,63}$/.test(text)) return text;
  throw new InvalidArgumentError(
    'A carrier’s id is small letters, digits and _, such as my_carrier.',
  );
}

function cardCode(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(text)) return text;
  throw new InvalidArgumentError('A card’s code is letters, digits and . _ -, such as ROAD-2027.');
}

function service(text: string, before: ServiceChoice[] = []): ServiceChoice[] {
  const [, source = '', stringId = ''] = /^(?:(.*)=)?\s*([a-z][a-z0-9_]{0,63})$/s.exec(text) ?? [];
  if (stringId === '')
    throw new InvalidArgumentError(
      'Write it like "GEN=my_carrier_road", or "my_carrier_road" alone.',
    );
  return [...before, { source: source.trim(), stringId }];
}

function cubic(text: string): string {
  if (text === 'none') return text;
  const factor = parseFraction(text);
  const kg = factor === undefined ? 0 : factor.numerator / factor.denominator;
  if (kg >= 100 && kg <= 1000) return text;
  throw new InvalidArgumentError('Give 100 to 1000 kilograms, such as 250 or 1000/3, or none.');
}

function fuel(text: string): number {
  const percent = parseDecimal4(text);
  if (percent !== undefined && percent >= 0 && percent <= 600_000) return percent;
  throw new InvalidArgumentError('Give a percentage from 0 to 60.');
}

const help = `
Formats:
  machship         MachShip's rate-card CSV; it does not say how breaks count, so say --breaks or be asked
  direct-freight   Direct Freight Express' file (FromZone, ToZone, Service, CityTo, …)
  freightexchange  the tabs Rates, Courier and Zones of the rate sheet, each as CSV
  matrix           origins across, zones down, three columns for each origin: basic, per kg, minimum

Nothing is written when a line is refused, unless --skip-refused; what is written passes "linehaul carriers check".

Examples:
  linehaul carriers import --from machship rates.csv --carrier my_carrier --name "My Carrier" --zones zones.csv --breaks whole --dry-run
  linehaul carriers import --from direct-freight df.csv --carrier direct_freight --zones df-zones.csv --fuel 17.5 --valid-from 2027-01-04
  linehaul carriers import --from freightexchange Rates.csv Courier.csv Zones.csv --carrier my_courier --name "My Courier"
  linehaul carriers import --from matrix matrix.csv --carrier allied --service allied --cubic 250 --zones allied-zones.csv
`;
