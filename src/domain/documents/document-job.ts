// What is to be printed, and the pages it makes. A job is plain data and small: it can be handed to another thread and
// hashed, and everything that takes time happens there. The same job always makes the same pages.

import { manifestContents } from '../manifests/manifest.ts';
import { manifestPages } from '../manifests/manifest-pages.ts';
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
import { neutralLabel } from './neutral-label.ts';
import { standardLabel } from './standard-label.ts';
import { starTrackLabel } from './startrack-label.ts';

export type LabelSize = 'standard' | 'a6';
export type DocumentFormat = 'pdf' | 'png' | 'zpl';

/** Raised when anything about pages or drawing changes, so that documents that were kept are drawn anew. */
export const drawingVersion = 4;

/** The labels of one consignment: of all its pieces, or of some. */
export type LabelSet = { consignment: Consignment; numbers: LabelNumbers; pieces?: PieceRange };

/** `issuer` is the operator's name. */
export type DocumentJob = { title: string; format: DocumentFormat; issuer: string } & (
  | { kind: 'labels'; size: LabelSize; sets: readonly LabelSet[] }
  | { kind: 'manifest'; consignments: readonly Consignment[] }
  | { kind: 'invoice'; facts: InvoiceFacts }
);

/** A page, and the country whose forms of Chinese characters it is written in. */
export type JobPage = { page: Page; country: string };

const home = 'AU';

/** Where a job's text may go, so that fonts can be read beforehand. */
export function jobCountries(job: DocumentJob): string[] {
  if (job.kind !== 'labels') return [home];
  return [...new Set(job.sets.map(({ consignment }) => consignment.receiver.countryCode))];
}

export function jobPages(job: DocumentJob, metricsOf: (country: string) => FontMetrics): JobPage[] {
  const atHome = (page: Page): JobPage => ({ page, country: home });
  switch (job.kind) {
    case 'labels':
      // A label printer has no A4: whatever size was asked for, it gets the label itself.
      return job.sets.flatMap((set) =>
        labelPages(set, job.issuer, job.format === 'zpl' ? 'a6' : job.size, metricsOf),
      );
    case 'manifest':
      return manifestContents(job.consignments, job.issuer)
        .flatMap((manifest) => manifestPages(manifest, metricsOf(home)))
        .map(atHome);
    case 'invoice':
      return invoicePages(invoiceContent(job.facts), metricsOf(home)).map(atHome);
  }
}

/** A demo costs nothing. One consignment that was paid for makes a document an ordinary one. */
export function isDemoJob(job: DocumentJob): boolean {
  switch (job.kind) {
    case 'labels':
      return job.sets.every(({ consignment }) => consignment.isDemo);
    case 'manifest':
      return job.consignments.every(({ isDemo }) => isDemo);
    case 'invoice':
      return job.facts.isDemo;
  }
}

/** As far as it is known before they are laid out: one for each label, and one of anything else. */
export function pageCount(job: DocumentJob): number {
  if (job.kind !== 'labels') return 1;
  return job.sets.reduce((sum, set) => sum + labelCount(rangeOf(set)), 0);
}

const labelCount = ({ first, last }: PieceRange): number => last - first + 1;

function rangeOf({ consignment, pieces }: LabelSet): PieceRange {
  return pieces ?? { first: 1, last: countPieces(consignment.items) };
}

/** Few enough that whoever prints a single label hardly notices the wait. */
export const slicePages = 25;

/**
 * A document as jobs of a few pages each, whose pages one after the other are its own. Only labels can be many; a picture is
 * one piece, and short.
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
