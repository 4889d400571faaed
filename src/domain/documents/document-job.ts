// A document to print, and its pages. A job is small, plain data, so that it can be hashed and sent to another
// thread, which does the slow work. The same job always makes the same pages.

import { manifestContents } from '../manifests/manifest.ts';
import { manifestPages } from '../manifests/manifest-pages.ts';
import type { MonthlyInvoiceFacts } from '../payments/monthly-invoice.ts';
import { auspostLabel } from './auspost-label.ts';
import { type Consignment, countPieces } from './consignment.ts';
import { summaryOf } from './consignment-summary.ts';
import { type InvoiceFacts, invoiceContent } from './invoice.ts';
import { invoicePages } from './invoice-pages.ts';
import {
  type LabelContent,
  type LabelNumbers,
  labelContents,
  type PieceRange,
} from './label-content.ts';
import type { FontMetrics, Page } from './layout.ts';
import { monthlyInvoicePages } from './monthly-invoice-pages.ts';
import { neutralLabel } from './neutral-label.ts';
import { standardLabel } from './standard-label.ts';
import { starTrackLabel } from './startrack-label.ts';
import { type TestLabel, testLabelPage } from './test-label.ts';

export type LabelSize = 'standard' | 'a6';
export type DocumentFormat = 'pdf' | 'png' | 'zpl';

/** Raise when pages or drawing change, so that stored documents are drawn again. */
export const drawingVersion = 4;

/** The labels of one consignment, for all its pieces or a range of them. */
export type LabelSet = { consignment: Consignment; numbers: LabelNumbers; pieces?: PieceRange };

/** `issuer` is the operator's name. */
export type DocumentJob = { title: string; format: DocumentFormat; issuer: string } & (
  | { kind: 'labels'; size: LabelSize; sets: readonly LabelSet[] }
  | { kind: 'manifest'; consignments: readonly Consignment[] }
  | { kind: 'invoice'; facts: InvoiceFacts }
  | { kind: 'monthly_invoice'; facts: MonthlyInvoiceFacts }
  | { kind: 'test'; label: TestLabel }
);

/** A page, and the country that decides which forms of Chinese characters it uses. */
export type JobPage = { page: Page; country: string };

const home = 'AU';

/** The countries of all texts in the job, so that their fonts can be loaded first. */
export function jobCountries(job: DocumentJob): string[] {
  if (job.kind !== 'labels') return [home];
  return [...new Set(job.sets.map(({ consignment }) => consignment.receiver.countryCode))];
}

export function jobPages(job: DocumentJob, metricsOf: (country: string) => FontMetrics): JobPage[] {
  const atHome = (page: Page): JobPage => ({ page, country: home });
  switch (job.kind) {
    case 'labels':
      // A label printer has no A4 paper, so it always gets the A6 label.
      return job.sets.flatMap((set) =>
        labelPages(set, job.issuer, job.format === 'zpl' ? 'a6' : job.size, metricsOf),
      );
    case 'manifest':
      return manifestContents(job.consignments, job.issuer)
        .flatMap((manifest) => manifestPages(manifest, metricsOf(home)))
        .map(atHome);
    case 'invoice':
      return invoicePages(invoiceContent(job.facts), metricsOf(home)).map(atHome);
    case 'monthly_invoice':
      return monthlyInvoicePages(job.facts, metricsOf(home)).map(atHome);
    case 'test':
      return [atHome(testLabelPage(job.label, metricsOf(home)))];
  }
}

/** A document counts as a demo only if all its consignments are demos. */
export function isDemoJob(job: DocumentJob): boolean {
  switch (job.kind) {
    case 'labels':
      return job.sets.every(({ consignment }) => consignment.isDemo);
    case 'manifest':
      return job.consignments.every(({ isDemo }) => isDemo);
    case 'invoice':
      return job.facts.isDemo;
    case 'monthly_invoice':
    case 'test':
      return false;
  }
}

/**
 * The page count before layout: one for each label, and one for any other document, which may turn out longer.
 */
export function pageCount(job: DocumentJob): number {
  if (job.kind !== 'labels') return 1;
  return job.sets.reduce((sum, set) => sum + labelCount(rangeOf(set)), 0);
}

const labelCount = ({ first, last }: PieceRange): number => last - first + 1;

function rangeOf({ consignment, pieces }: LabelSet): PieceRange {
  return pieces ?? { first: 1, last: countPieces(consignment.items) };
}

/** Few enough pages that a single label queued behind a slice is hardly delayed. */
export const slicePages = 25;

/**
 * Splits a document into jobs of a few pages each; joined in order, their pages make the document. Only labels are
 * split: other documents are short, and a PNG is one file.
 */
export function slicesOf(job: DocumentJob): DocumentJob[] {
  if (job.kind !== 'labels' || job.format === 'png' || pageCount(job) <= slicePages) return [job];
  const slices: LabelSet[][] = [];
  let room = 0;
  for (const set of job.sets) {
    let { first, last } = rangeOf(set);
    while (first <= last) {
      if (room === 0) {
        slices.push([]);
        room = slicePages;
      }
      const end = Math.min(last, first + room - 1);
      slices.at(-1)?.push({ ...set, pieces: { first, last: end } });
      room -= end - first + 1;
      first = end + 1;
    }
  }
  return slices.map((sets) => ({ ...job, sets }));
}

function labelPages(
  { consignment, numbers, pieces }: LabelSet,
  issuer: string,
  size: LabelSize,
  metricsOf: (country: string) => FontMetrics,
): JobPage[] {
  const country = consignment.receiver.countryCode;
  const metrics = metricsOf(country);
  const summary = summaryOf(consignment);
  return labelContents(consignment, numbers, issuer, pieces).map((content) => {
    const label = labelPage(content, metrics);
    const page = size === 'a6' ? label : standardLabel(label, content, summary, metrics);
    return { page, country };
  });
}

function labelPage(content: LabelContent, metrics: FontMetrics): Page {
  switch (content.style) {
    case 'neutral':
      return neutralLabel(content, metrics);
    case 'auspost':
      return auspostLabel(content, metrics);
    case 'startrack':
      return starTrackLabel(content, metrics);
  }
}
