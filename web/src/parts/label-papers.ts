// Which labels of a booking can be printed. A carrier's own has one size, and not every carrier prints every format.
import type { DocumentKind } from '../api/documents.ts';

export type LabelPaper = { kind: DocumentKind; name: string; format: 'pdf' | 'zpl' };

const zpl: LabelPaper = { kind: 'a6label', name: 'Label, ZPL', format: 'zpl' };
const ours: readonly LabelPaper[] = [
  { kind: 'label', name: 'Label, A4', format: 'pdf' },
  { kind: 'a6label', name: 'Label, A6', format: 'pdf' },
  zpl,
];
const theirs: readonly LabelPaper[] = [{ kind: 'label', name: 'Label', format: 'pdf' }, zpl];

export function labelPapers({
  carrier_label_formats: formats,
}: {
  carrier_label_formats?: readonly LabelPaper['format'][];
}): readonly LabelPaper[] {
  return formats === undefined ? ours : theirs.filter(({ format }) => formats.includes(format));
}
