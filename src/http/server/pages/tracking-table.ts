// A member's shipment as one table of its events, newest first. Programs in the field read the rows by position:
// status, date, time, depot, description. The page must not contain other state words, because some programs search
// for them.
import type { TrackedBooking } from '../../../application/tracking/track-shipment.ts';
import { html, type Markup } from '../../../domain/markup.ts';
import { notFoundWords } from '../../../wording/tracking.ts';
import { presentOlderTracking } from '../../tracking/tracking.ts';
import { page } from '../../tracking/tracking-page.ts';

export function renderTrackingTable(
  tracked: TrackedBooking | undefined,
  { nowMs, operator }: { nowMs: number; operator: string },
): Markup {
  if (tracked === undefined) {
    const { phrase, headline, summary } = notFoundWords;
    const card = html`<section class="card"><h1>${headline}</h1><p>${summary}</p></section>`;
    return page(operator, phrase, card, nowMs);
  }
  const { connote, status_phrase, headline, tracking_events } = presentOlderTracking(tracked);
  const rows = tracking_events.map(
    (event) =>
      html`<tr><td>${event.status_phrase}</td><td>${event.date}</td><td>${event.time}</td><td>${event.depot}</td><td>${event.description}</td></tr>`,
  );
  const card = html`<section class="card">
<div class="top"><span class="soft">Consignment note <span class="code">${connote ?? ''}</span></span><span class="badge">${status_phrase}</span></div>
<h1>${headline}</h1>
<table><tr><th>Status</th><th>Date</th><th>Time</th><th>Depot</th><th>Description</th></tr>${rows}</table></section>`;
  return page(operator, `${status_phrase} · ${connote ?? tracked.bookingId}`, card, nowMs);
}
