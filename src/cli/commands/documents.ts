// linehaul label | manifest | invoice: any booking's documents, written to a file.
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { PrintedDocument } from '../../application/documents/print-document.ts';
import { printInvoice } from '../../application/documents/print-invoice.ts';
import { printLabel } from '../../application/documents/print-label.ts';
import { withdrawLinks } from '../../application/documents/share-label.ts';
import { printManifest } from '../../application/manifests/print-manifest.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import type { DocumentFormat } from '../../domain/documents/document-job.ts';
import { type Context, wholeNumber, withJson } from '../command.ts';
import { refuseUnlessFolder } from '../named-files.ts';
import type { AsJson, Output } from '../output.ts';

type FileOptions = AsJson & { output?: string };
type LabelOptions = FileOptions & {
  a6?: true;
  zpl?: true;
  png?: true;
  piece?: number;
  withdrawLinks?: true;
};

export function addDocumentCommands(program: Command, context: Context): void {
  withFile(program.command('label'))
    .description("write a booking's label as PDF, for office paper unless said otherwise")
    .argument('<booking>', 'its number', wholeNumber)
    .option('--a6', 'A6, one page for each piece')
    .option('--zpl', 'for label printers, 4 by 6 inches at 203 dpi')
    .option('--png', 'as a picture of A6 pages at 203 dpi')
    .option('--piece <number>', 'only this piece', wholeNumber)
    .option('--withdraw-links', 'end all public links to it that were given out; writes no file')
    .action((id: number, options: LabelOptions, command: Command) => {
      if ([options.a6, options.zpl, options.png].filter(Boolean).length > 1)
        command.error('error: say one of --a6, --zpl and --png');
      const { json: _json, withdrawLinks: isWithdrawal, ...printing } = options;
      if (isWithdrawal === true && Object.keys(printing).length > 0)
        command.error('error: --withdraw-links prints nothing; leave the other options out');
      const format: DocumentFormat = options.zpl ? 'zpl' : options.png ? 'png' : 'pdf';
      const size = options.a6 || options.png ? 'a6' : 'standard';
      return context.withApp(options, async (app, output) => {
        if (isWithdrawal === true) {
          await withdrawLinks(app, 'operator', bookingId(id));
          output.result({ id, withdrawn: true }, `Links to the label of booking ${id} have ended.`);
          return;
        }
        const { piece } = options;
        const label = await printLabel(app, 'operator', bookingId(id), { size, format, piece });
        save(label, options, output);
      });
    });

  withFile(program.command('manifest'))
    .description('write the manifests of bookings, one for each carrier, pickup address and day')
    .argument('<bookings...>', 'their numbers', addNumber)
    .action((ids: number[], options: FileOptions) =>
      context.withApp(options, async (app, output) => {
        const [first, ...others] = ids.map(bookingId);
        if (first !== undefined)
          save(await printManifest(app, 'operator', first, ...others), options, output);
      }),
    );

  withFile(program.command('invoice'))
    .description("write a booking's invoice, with the adjustment notes that followed it")
    .argument('<booking>', 'its number', wholeNumber)
    .action((id: number, options: FileOptions) =>
      context.withApp(options, async (app, output) => {
        save(await printInvoice(app, 'operator', bookingId(id)), options, output);
      }),
    );
}

function withFile(command: Command): Command {
  return withJson(command)
    .option(
      '-o, --output <file>',
      'where to write it; - is standard output (default: a name of its own in this folder)',
    )
    .hook('preAction', (called) => {
      const { json, output } = called.opts<FileOptions>();
      if (json === true && output === '-')
        called.error('error: standard output takes one of the two: the document, or --json');
    });
}

function addNumber(text: string, before: number[] = []): number[] {
  return [...before, wholeNumber(text)];
}

/** A reprint takes the place of the file that is there. */
function save(
  { bytes, format, name }: PrintedDocument,
  { output: wanted }: FileOptions,
  output: Output,
): void {
  if (wanted === '-') {
    // Not by its number: a reader who is slower than we are would get a part of it.
    process.stdout.write(bytes);
    return;
  }
  const file = wanted ?? `${name}.${format}`;
  refuseUnlessFolder(file);
  writeFileSync(file, bytes);
  output.result({ file, format, bytes: bytes.length }, `Wrote ${file} (${bytes.length} bytes).`);
}
