// Prints results: for programs one JSON value on standard output, for people words and tables. Colours only on a
// terminal. Control characters in members' texts are shown instead of sent. Errors go to standard error (`cli.ts`).
import Table from 'cli-table3';
import pc from 'picocolors';
import { Refusal, type RefusalCode, type RefusalData } from '../domain/refusal.ts';

/** Set for a command whose result is for a program. */
export type AsJson = { json?: true };

export type Output = {
  /** The result; `forPeople` is printed unless `--json` requests the value itself. */
  result(value: unknown, forPeople: string): void;
  /** A progress message, for people only. */
  note(text: string): void;
  /** A warning, printed even if a program reads the result. */
  warn(text: string): void;
  /** A bar that moves from 0 to 1, only on a terminal. */
  progress(label: string): (share: number) => void;
};

/** Not the library's own detection: it also colours for CI servers, whose logs are not terminals. */
export const colours = pc.createColors(process.stdout.isTTY === true && pc.isColorSupported);

const barWidth = 30;

/** The only sequences sent to a terminal; none without colours. */
const colourCodes: ReadonlySet<string> = new Set(
  [colours.bold, colours.dim, colours.red, colours.green, colours.yellow, colours.cyan].flatMap(
    (paint) => paint('|').split('|'),
  ),
);
const controlMark = '\u{fffd}';

/**
 * Replaces control characters with a visible mark: in a name they could move the cursor, hide lines or change the
 * window's title.
 */
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

/**
 * A reader that has enough (`| head`) may close the pipe, and the command ends normally. A full disk is an error.
 */
export function heedReaders(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`Could not write the result: ${error.message}.\n`);
    process.exitCode = 1;
  });
  process.stderr.on('error', () => {});
}

export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const lines = new Table({
    // Coloured here, because the library ignores NO_COLOR.
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
  // A line break inside a cell would look like another row.
  lines.push(...rows.map((row) => row.map((cell) => shown(String(cell), ''))));
  return lines.toString();
}

/** A table with a column for each name, or this sentence when there are no rows. */
export function tableOr<Row>(
  rows: readonly Row[],
  none: string,
  columns: Readonly<Record<string, (row: Row) => string | number>>,
): string {
  if (rows.length === 0) return none;
  const cells = Object.values(columns);
  return table(
    Object.keys(columns),
    rows.map((row) => cells.map((cell) => cell(row))),
  );
}

/** A name such as out_for_delivery, in words. */
export function inWords(name: string): string {
  return name.replaceAll('_', ' ');
}

/** The command that helps after a refusal; the refusal's own sentence is for every front door. */
const remedies: { [Code in RefusalCode]?: (data: Extract<RefusalData, { code: Code }>) => string } =
  {
    key_not_found: () => '"linehaul key list" shows all keys.',
    lodged_manifest_not_found: () => '"linehaul carrier manifests" shows the lodged ones.',
    user_not_found: () => '"linehaul user list" shows all users.',
    webhook_not_found: () => '"linehaul webhook list" shows the endpoints of a member.',
    member_not_found: () => '"linehaul member list" shows all members.',
    payment_method_not_found: () =>
      '"linehaul card list" and "linehaul wallet list" show the member\'s methods.',
    receipt_noted_before: ({ id, reference }) =>
      reference === undefined
        ? "If it is another payment, add --again, or --reference with the bank's reference."
        : `"linehaul credit receive --member … --undo ${id}" reverses it.`,
    rate_card_version_not_found: ({ carrier }) =>
      `"linehaul rate-cards list ${carrier}" shows its versions.`,
    carrier_not_connected: ({ carrier }) => `"linehaul carrier connect ${carrier}" connects it.`,
    unknown_carrier: ({ services = [], toConnect }) => {
      if (toConnect === true)
        return '"linehaul carrier list" shows the carriers that you can connect.';
      return services.length === 0
        ? '"linehaul carriers list" shows all services.'
        : 'Use --all-services for all services of the carrier.';
    },
  };

/** Undefined if the sentence is enough. */
export function remedyOf(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const remedy = remedies[error.data.code] as ((data: RefusalData) => string) | undefined;
  return remedy?.(error.data);
}
