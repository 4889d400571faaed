// linehaul label | manifest | invoice: documents of any member's booking, as files.
import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { PrintedDocument } from '../../application/documents/print-document.ts';
import { printInvoice } from '../../application/documents/print-invoice.ts';
import { printLabel } from '../../application/documents/print-label.ts';
import { withdrawLinks } from '../../application/documents/share-label.ts';
import { printManifest } from '../../application/manifests/print-manifest.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import type { DocumentFormat } from '../../domain/documents/document-job.ts';
import { addCommand, type Context, recorded, wholeNumber } from '../command.ts';
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
  withFile(addCommand(program, 'label', "save a booking's label, by default as PDF on A4"))
    .argument('<booking>', 'booking number', wholeNumber)
    .option('--a6', 'PDF on A6, one page per piece')
    .option('--zpl', 'ZPL for label printers, 4 by 6 inches at 203 dpi')
    .option('--png', 'PNG picture of A6 pages at 203 dpi')
    .option('--piece <number>', 'only this piece', wholeNumber)
    .option('--withdraw-links', 'withdraw all public links to the label; saves no file')
    .action((id: number, options: LabelOptions, command: Command) => {
      if ([options.a6, options.zpl, options.png].filter(Boolean).length > 1)
        command.error('error: use only one of --a6, --zpl and --png');
      const { json: _json, withdrawLinks: isWithdrawal, ...printing } = options;
      if (isWithdrawal === true && Object.keys(printing).length > 0)
        command.error('error: --withdraw-links cannot be combined with other options');
      const format: DocumentFormat = options.zpl ? 'zpl' : options.png ? 'png' : 'pdf';
      const size = options.a6 || options.png ? 'a6' : 'standard';
      return context.withApp(options, async (app, output) => {
        if (isWithdrawal === true) {
          await recorded(app, 'withdraw_label_links', { thing: id }, () =>
            withdrawLinks(app, 'operator', bookingId(id)),
          );
          output.result(
            { id, withdrawn: true },
            `Withdrew all links to the label of booking ${id}.`,
          );
          return;
        }
        const { piece } = options;
        const label = await printLabel(app, 'operator', bookingId(id), { size, format, piece });
        save(label, options, output);
      });
    });

  withFile(
    addCommand(program, 'manifest', 'save manifests, one per carrier, pickup address and day'),
  )
    .argument('<bookings...>', 'booking numbers', addNumber)
    .action((ids: number[], options: FileOptions) =>
      context.withApp(options, async (app, output) => {
        const [first, ...others] = ids.map(bookingId);
        if (first !== undefined)
          save(await printManifest(app, 'operator', first, ...others), options, output);
      }),
    );

  withFile(addCommand(program, 'invoice', "save a booking's invoice, with its adjustment notes"))
    .argument('<booking>', 'booking number', wholeNumber)
    .action((id: number, options: FileOptions) =>
      context.withApp(options, async (app, output) => {
        save(await printInvoice(app, 'operator', bookingId(id)), options, output);
      }),
    );
}

function withFile(command: Command): Command {
  return command
    .option(
      '-o, --output <file>',
      'output file; - is standard output (default: a new file in this folder)',
    )
    .hook('preAction', (called) => {
      const { json, output } = called.opts<FileOptions>();
      if (json === true && output === '-')
        called.error(
          'error: --json needs a file: standard output carries either the document or the JSON',
        );
    });
}

function addNumber(text: string, before: number[] = []): number[] {
  return [...before, wholeNumber(text)];
}

/** A reprint replaces the existing file. */
function save(
  { bytes, format, name }: PrintedDocument,
  { output: wanted }: FileOptions,
  output: Output,
): void {
  if (wanted === '-') {
    // Not by its number: a slow reader would get only a part.
    process.stdout.write(bytes);
    return;
  }
  const file = wanted ?? `${name}.${format}`;
  refuseUnlessFolder(file);
  writeFileSync(file, bytes);
  output.result({ file, format, bytes: bytes.length }, `Wrote ${file} (${bytes.length} bytes).`);
}
