// Compares the main documents with approved pictures. Look at a changed picture before you approve it with
// UPDATE_GOLDEN=1.
import { test } from 'node:test';
import {
  aConsignment,
  aLine,
  auspostCarrier,
  extremeConsignments,
  starTrackCarrier,
} from '../../../test/support/documents/consignments.ts';
import { assertGoldenPicture } from '../../../test/support/documents/golden-picture.ts';
import { aMonthlyInvoice, anInvoice } from '../../../test/support/documents/invoices.ts';
import { issuer, labelJob } from '../../../test/support/documents/label-jobs.ts';
import type { DocumentJob } from '../../domain/documents/document-job.ts';
import { renderDocument } from './render-document.ts';

const ugly = (name: string) => extremeConsignments[name] ?? aConsignment();

const labels = {
  neutral: aConsignment(),
  demo: aConsignment({ isDemo: true, connote: 'DEMO-7KQ2MXYA' }),
  long: ugly('names and instructions without end'),
  bare: ugly('nothing that is optional'),
  japanese: ugly('an address in Japanese'),
  arabic: ugly('an address in Arabic'),
  auspost: aConsignment({ carrier: auspostCarrier(), connote: '2JD5418133', items: [aLine()] }),
  startrack: aConsignment({
    carrier: starTrackCarrier(),
    connote: 'ABCD00000001',
    items: [aLine()],
  }),
};

const jobs: Record<string, DocumentJob> = {
  ...Object.fromEntries(
    Object.entries(labels).map(([name, consignment]) => [
      `label-${name}`,
      labelJob(consignment, { format: 'png', piece: 1 }),
    ]),
  ),
  'label-standard': labelJob(labels.long, {
    format: 'png',
    size: 'standard',
    piece: 1,
  }),
  manifest: {
    kind: 'manifest',
    format: 'png',
    title: 'Manifest',
    issuer,
    consignments: [1, 2, 3].map((n) => aConsignment({ connote: `NL0000123${n}`, bookingId: n })),
  },
  'monthly-invoice': {
    kind: 'monthly_invoice',
    format: 'png',
    title: 'MI-000123',
    issuer,
    facts: aMonthlyInvoice(),
  },
  invoice: { kind: 'invoice', format: 'png', title: 'Tax invoice', issuer, facts: anInvoice() },
};

for (const [name, job] of Object.entries(jobs)) {
  test(`${name} looks as it was last approved`, async () => {
    assertGoldenPicture(name, await renderDocument(job));
  });
}
