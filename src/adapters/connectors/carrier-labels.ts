// Checks a carrier's labels before they are stored, so that an error page is never printed, and joins one file for each piece
// into one label for the booking.
import type { CarrierLabel, LabelFormat } from '../../application/ports.ts';
import { badAnswer } from '../../domain/connectors/carrier-answer.ts';

/** Concatenates PDFs; pages stay unchanged. */
export type JoinPdfs = (files: readonly Uint8Array[]) => Promise<Uint8Array>;

const smallestPdf = 100;

/** Throws a CarrierTrouble when a label is not valid. */
export async function oneLabel(
  labels: readonly CarrierLabel[],
  format: LabelFormat,
  join: JoinPdfs,
): Promise<CarrierLabel> {
  for (const label of labels) assertLabel(label, format);
  const [first] = labels;
  if (first === undefined) throw badAnswer('no label');
  if (labels.length === 1) return first;
  const files = labels.map(({ bytes }) => bytes);
  if (format === 'zpl') return { format, bytes: Buffer.concat(files) };
  try {
    return { format, bytes: await join(files) };
  } catch (error) {
    throw badAnswer(`the labels cannot be joined: ${String(error)}`);
  }
}

/** A PDF has its first and last marks; ZPL has a format. */
function assertLabel({ format, bytes }: CarrierLabel, wanted: LabelFormat): void {
  if (format !== wanted) throw badAnswer(`the label is ${format} instead of ${wanted}`);
  const text = Buffer.from(bytes).toString('latin1');
  const isRight =
    format === 'pdf'
      ? text.startsWith('%PDF-') && text.trimEnd().endsWith('%%EOF') && bytes.length >= smallestPdf
      : text.includes('^XA') && text.includes('^XZ');
  if (!isRight) throw badAnswer(`the label is not a valid ${format.toUpperCase()}`);
}
