// What carriers send for labels is looked at before it is kept: an error page must not be printed. Where each piece has a
// file of its own they become one, because a booking's labels are printed together.
import type { CarrierLabel, LabelFormat } from '../../application/ports.ts';
import { badAnswer } from '../../domain/connectors/carrier-answer.ts';

/** PDFs behind each other, pages as they are. */
export type JoinPdfs = (files: readonly Uint8Array[]) => Promise<Uint8Array>;

const smallestPdf = 100;

/** One label of the format; throws a CarrierTrouble when any is not what it should be. */
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
    throw badAnswer(`the labels can not be joined: ${String(error)}`);
  }
}

/** A PDF begins and ends like one; ZPL has a format in it. */
function assertLabel({ format, bytes }: CarrierLabel, wanted: LabelFormat): void {
  if (format !== wanted) throw badAnswer(`a ${format} where a ${wanted} was asked for`);
  const text = Buffer.from(bytes).toString('latin1');
  const isRight =
    format === 'pdf'
      ? text.startsWith('%PDF-') && text.trimEnd().endsWith('%%EOF') && bytes.length >= smallestPdf
      : text.includes('^XA') && text.includes('^XZ');
  if (!isRight) throw badAnswer(`the label is no ${format.toUpperCase()}`);
}
