// Print jobs as the use cases create them.
import type { Consignment } from '../../../src/domain/documents/consignment.ts';
import type {
  DocumentFormat,
  DocumentJob,
  LabelSize,
} from '../../../src/domain/documents/document-job.ts';
import {
  type LabelContent,
  type LabelNumbers,
  labelContents,
} from '../../../src/domain/documents/label-content.ts';

export type LabelJob = DocumentJob & { kind: 'labels' };

export const issuer = 'Acme Freight';

function numbersOf({ authorityToLeave }: Consignment): LabelNumbers {
  return { sscc: undefined, authorityNumber: authorityToLeave ? 'C000000001' : undefined };
}

export function labelsOf(consignment: Consignment): LabelContent[] {
  return labelContents(consignment, numbersOf(consignment), issuer);
}

export function labelJob(
  consignment: Consignment,
  change: { format?: DocumentFormat; size?: LabelSize; piece?: number } = {},
): LabelJob {
  const { format = 'pdf', size = 'a6', piece } = change;
  const numbers = numbersOf(consignment);
  return {
    title: `Label ${consignment.connote}`,
    kind: 'labels',
    issuer,
    format,
    size,
    sets: [
      {
        consignment,
        numbers,
        ...(piece === undefined ? {} : { pieces: { first: piece, last: piece } }),
      },
    ],
  };
}
