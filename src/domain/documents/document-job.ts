// What is to be printed, and the pages it makes. Plain data: it can be handed to another thread and hashed. The same job
// always makes the same pages.

import { auspostLabel } from './auspost-label.ts';
import type { ConsignmentSummary } from './consignment-summary.ts';
import type { InvoiceContent } from './invoice.ts';
import { invoicePages } from './invoice-pages.ts';
import type { LabelContent } from './label-content.ts';
import type { FontMetrics, Page } from './layout.ts';
import type { ManifestContent } from './manifest.ts';
import { manifestPages } from './manifest-pages.ts';
import { neutralLabel } from './neutral-label.ts';
import { standardLabel } from './standard-label.ts';
import { starTrackLabel } from './startrack-label.ts';

export type LabelSize = 'standard' | 'a6';
export type DocumentFormat = 'pdf' | 'png' | 'zpl';

/** The labels of one consignment, and what stands beside them on A4. */
export type LabelSet = { labels: readonly LabelContent[]; summary: ConsignmentSummary };

export type DocumentJob = { title: string; format: DocumentFormat } & (
  | { kind: 'labels'; size: LabelSize; sets: readonly LabelSet[] }
  | { kind: 'manifest'; manifests: readonly ManifestContent[] }
  | { kind: 'invoice'; invoice: InvoiceContent }
);

/** A page, and the country whose forms of Chinese characters it is written in. */
export type JobPage = { page: Page; country: string };

/** Where a job's text may go, so that fonts can be read beforehand. */
export function jobCountries(job: DocumentJob): string[] {
  if (job.kind !== 'labels') return ['AU'];
  const countries = job.sets.flatMap(({ labels }) => labels.map(({ to }) => to.countryCode));
  return [...new Set(countries)];
}

export function jobPages(job: DocumentJob, metricsOf: (country: string) => FontMetrics): JobPage[] {
  switch (job.kind) {
    case 'labels':
      return job.sets.flatMap(({ labels, summary }) =>
        labels.map((content) => {
          const country = content.to.countryCode;
          const metrics = metricsOf(country);
          const label = labelPage(content, metrics);
          // A label printer has no A4: whatever size was asked for, it gets the label itself.
          const isStandard = job.size === 'standard' && job.format !== 'zpl';
          const page = isStandard ? standardLabel(label, content, summary, metrics) : label;
          return { page, country };
        }),
      );
    case 'manifest':
      return job.manifests
        .flatMap((manifest) => manifestPages(manifest, metricsOf('AU')))
        .map((page) => ({ page, country: 'AU' }));
    case 'invoice':
      return invoicePages(job.invoice, metricsOf('AU')).map((page) => ({ page, country: 'AU' }));
  }
}

export function labelPage(content: LabelContent, metrics: FontMetrics): Page {
  switch (content.style) {
    case 'neutral':
      return neutralLabel(content, metrics);
    case 'auspost':
      return auspostLabel(content, metrics);
    case 'startrack':
      return starTrackLabel(content, metrics);
  }
}
