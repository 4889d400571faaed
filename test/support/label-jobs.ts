// Jobs for the printer, as the use-cases make them.

import type { Consignment } from '../../src/domain/documents/consignment.ts';
import { summaryOf } from '../../src/domain/documents/consignment-summary.ts';
import type {
  DocumentFormat,
  DocumentJob,
  LabelSize,
} from '../../src/domain/documents/document-job.ts';
import { type LabelContent, labelContents } from '../../src/domain/documents/label-content.ts';

export type LabelJob = DocumentJob & { kind: 'labels' };

export function labelsOf(consignment: Consignment): LabelContent[] {
  const authorityNumber = consignment.authorityToLeave ? 'C000000001' : undefined;
  return labelContents(consignment, { ssccs: undefined, authorityNumber }, 'Acme Freight');
}

export function labelJob(
  consignment: Consignment,
  change: { format?: DocumentFormat; size?: LabelSize; labels?: readonly LabelContent[] } = {},
): LabelJob {
  const { format = 'pdf', size = 'a6', labels = labelsOf(consignment) } = change;
  return {
    title: `Label ${consignment.connote}`,
    kind: 'labels',
    format,
    size,
    sets: [{ labels, summary: summaryOf(consignment) }],
  };
}
