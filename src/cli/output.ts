// What a command prints: for a program one JSON value on standard output, for a person words and tables.
// Colours only on a terminal, which is told nothing else: whatever members have typed is shown, not obeyed. Errors go to
// standard error and are the caller's business (`cli.ts`).
import Table from 'cli-table3';
import pc from 'picocolors';
import { Refusal, type RefusalCode, type RefusalData } from '../domain/refusal.ts';

/** Said to a command whose result is for a program. */
export type AsJson = { json?: true };

export type Output = {
  /** The result; `forPeople` is printed unless `--json` asked for the value itself. */
  result(value: unknown, forPeople: string): void;
  /** A word on the way, for people only. */
  note(text: string): void;
  /** What a person ought to know, also where a program reads the result. */
  warn(text: string): void;
  /** A bar that moves from 0 to 1, only on a terminal. */
  progress(label: string): (share: number) => void;
};

/** Not the library's own guess: it also colours for CI servers, whose logs are no terminals. */
export const colours = pc.createColors(process.stdout.isTTY === true && pc.isColorSupported);

const barWidth = 30;

/** The only sequences that a terminal is sent; none where there are no colours. */
const colourCodes: ReadonlySet<string> = new Set(
  [colours.bold, colours.dim, colours.red, colours.green, colours.yellow, colours.cyan].flatMap(
    (paint) => paint('|').split('|'),
  ),
);
const controlMark = '\u{fffd}';

/** Control characters as a visible mark: with them a name could move the cursor, hide lines or retitle the window. */
export function shown(text: string, layout: '\n' | '' = '\n'): string {
  return text.replaceAll(/(\p{Cc})(\[\d+m)?/gu, (found: string, sign: string) =>
    sign === layout || colourCodes.has(found) ? found : `${controlMark}${found.slice(sign.length)}`,
  );
}

export function outputTo({ json }: AsJson): Output {
  const asJson = json === true;
  return {
    result: (value, forPeople) => {
      process.stdout.write(asJson ? `${JSON.stringify(value)}\n` : `${shown(forPeople)}\n`);
    },
    note: (text) => {
      if (!asJson) process.stderr.write(`${shown(text)}\n`);
    },
    warn: (text) => {
      process.stderr.write(`${shown(text)}\n`);
    },
    progress: (label) => (share) => {
      if (!process.stderr.isTTY) return;
      const done = Math.round(share * barWidth);
      const bar = `${'█'.repeat(done)}${'░'.repeat(barWidth - done)}`;
      process.stderr.write(
        `\r${label} ${bar} ${Math.round(share * 100)} %${share >= 1 ? '\n' : ''}`,
      );
    },
  };
}

/** Who has read enough (`| head`) may go, and the command ends as it would have. A disk that is full is another matter. */
export function heedReaders(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`The result could not be written: ${error.message}.\n`);
    process.exitCode = 1;
  });
  process.stderr.on('error', () => {});
}

export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const lines = new Table({
    // Coloured here: the library does not ask whether colours are wanted (NO_COLOR).
    head: head.map((one) => colours.cyan(one)),
    style: { head: [], border: [], compact: true },
    chars: {
      top: '',
      'top-mid': '',
      'top-left': '',
      'top-right': '',
      bottom: '',
      'bottom-mid': '',
      'bottom-left': '',
      'bottom-right': '',
      left: '',
      'left-mid': '',
      mid: '',
      'mid-mid': '',
      right: '',
      'right-mid': '',
      middle: '  ',
    },
  });
  // A line that a cell began would look like another row.
  lines.push(...rows.map((row) => row.map((cell) => shown(String(cell), ''))));
  return lines.toString();
}

/** A name such as out_for_delivery, as people say it. */
export function inWords(name: string): string {
  return name.replaceAll('_', ' ');
}

/** What a command can do about a refusal; the refusal's own sentence is for every front door. */
const remedies: { [Code in RefusalCode]?: (data: Extract<RefusalData, { code: Code }>) => string } =
  {
    key_not_found: () => '"linehaul key list" shows them all.',
    lodged_manifest_not_found: () => '"linehaul carrier manifests" shows those that were.',
    member_not_found: () => '"linehaul member list" shows them all.',
    receipt_noted_before: ({ id, reference }) =>
      reference === undefined
        ? '--again says that it is another payment, --reference what the bank calls it.'
        : `"linehaul credit receive --member … --undo ${id}" takes it back.`,
    unknown_carrier: ({ services = [], toConnect }) => {
      if (toConnect === true) return '"linehaul carrier list" shows those that can be.';
      return services.length === 0
        ? '"linehaul carriers list" shows them all.'
        : '--all-services means all of them.';
    },
  };

/** Undefined where the command line knows no more than the sentence says. */
export function remedyOf(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const remedy = remedies[error.data.code] as ((data: RefusalData) => string) | undefined;
  return remedy?.(error.data);
}
