// Checks a carrier's labels before they are stored, so that an error page is never printed, and joins one file for each piece
// into one label for the booking.
import type { CarrierLabel, LabelFormat } from '../../application/ports.ts';
import { badAnswer } from '../../domain/connectors/carrier-answer.ts';
import { labelProblem } from '../../domain/connectors/label-problem.ts';

/** Concatenates PDFs; pages stay unchanged. */
export type JoinPdfs = (files: readonly Uint8Array[]) => Promise<Uint8Array>;

/** Throws a CarrierTrouble when a label is not valid. */
export async function oneLabel(
  labels: readonly CarrierLabel[],
  format: LabelFormat,
  join: JoinPdfs,
): Promise<CarrierLabel> {
  for (const label of labels) {
    const problem = labelProblem(label, format);
    if (problem !== undefined) throw badAnswer(problem);
  }
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
