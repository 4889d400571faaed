// Renders the public tracking page without scripts, so that it is quick on a slow connection and works in every mail
// program's browser. The use-case decides what may be shown.
import { createHash } from 'node:crypto';
import type { KnownBranding } from '../../application/ports.ts';
import type {
  PostcodeProblem,
  PublicStage,
  PublicTracking,
  ShipmentDetails,
  Signature,
} from '../../application/tracking/track-publicly.ts';
import { html, Markup } from '../../domain/markup.ts';
import { titleCase } from '../../domain/places/street-address.ts';
import { dateWords, momentWords } from '../../domain/time/day-words.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { descriptionOfEvent, placeOfEvent } from '../../domain/tracking/carrier-event.ts';
import type { StagedEvent } from '../../domain/tracking/progress.ts';
import { zoneOfEvent } from '../../domain/tracking/scan-place.ts';
import { journeySteps, type ShipmentReport } from '../../domain/tracking/shipment-report.ts';
import { isException } from '../../domain/tracking/stage.ts';
import {
  pieceLabel,
  reportSummary,
  situationHeadline,
  situationPhrase,
  stagePhrase,
} from '../../wording/tracking.ts';
import { icon, mark } from '../server/pages/brand.ts';
import { trackingStyle } from './tracking-style.ts';

/** Raw, because escaped quotation marks would break the style. */
const styleMarkup = new Markup(trackingStyle);
const digestOf = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

const policyWith = (styles: string): string =>
  `default-src 'none'; style-src ${styles}; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const styleDigest = digestOf(trackingStyle);

export const trackingPolicy = policyWith(styleDigest);

/** Also allows the style with the sender's colour. */
export function policyOf(tracking: PublicTracking): string {
  const colour = tracking.kind === 'details' ? tracking.branding?.colour : undefined;
  return colour ? policyWith(`${styleDigest} ${digestOf(colourStyle(colour))}`) : trackingPolicy;
}

const colourStyle = (colour: string): string => `:root{--brand:${colour}}`;

export type TrackingForm = { reference: string; postcode: string };

export function renderTracking(
  tracking: PublicTracking,
  form: TrackingForm,
  { nowMs, operator }: { nowMs: number; operator: string },
): Markup {
  switch (tracking.kind) {
    case 'not_found':
      return askAgain(operator, form, {
        title: 'Not found',
        headline: 'We could not find this shipment',
        sentence:
          'Check the consignment note against your label or e-mail. A new one can take a few minutes to appear.',
      });
    case 'ambiguous':
      return askAgain(operator, form, {
        title: 'Postcode needed',
        headline: 'Which shipment is yours?',
        sentence:
          problemSentence(tracking.problem) ??
          'More than one carrier uses this number. Add the postcode it is going to.',
      });
    case 'stage':
      return page(
        operator,
        `${situationPhrase(tracking.stage)} · ${tracking.connote}`,
        html`${statusCard(tracking.connote, tracking.stage)}${postcodeCard(tracking.connote, tracking.problem)}`,
        nowMs,
      );
    case 'details':
      return page(
        operator,
        `${situationPhrase(tracking.report)} · ${tracking.connote}`,
        html`${messageCard(tracking.branding?.message)}${statusCard(tracking.connote, tracking.report, tracking.report)}${detailsCard(tracking.details, tracking.signature)}${eventsCard(tracking.connote, tracking.report)}${contactCard(tracking.branding?.contact)}`,
        nowMs,
        tracking.branding,
      );
  }
}

export function renderForm(operator: string): Markup {
  return askAgain(
    operator,
    { reference: '', postcode: '' },
    {
      title: 'Track a shipment',
      headline: 'Track a shipment',
      sentence:
        'The consignment note number is on your label and in the e-mail about your shipment.',
    },
  );
}

export function renderTooMany(operator: string, retryAfterSeconds: number): Markup {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes <= 1 ? 'a minute' : `${minutes} minutes`;
  return page(
    operator,
    'Too many requests',
    html`<section class="card"><h1>Too many requests</h1>
<p>This page was asked for too often from your connection. Please try again in ${wait}.</p></section>`,
  );
}

export function renderBusy(operator: string): Markup {
  return page(
    operator,
    'Too many requests',
    html`<section class="card"><h1>Too many are asking right now</h1>
<p>Please try again in a moment.</p></section>`,
  );
}

export function renderAway(operator: string): Markup {
  return page(
    operator,
    'Not now',
    html`<section class="card"><h1>Shipments cannot be looked up right now</h1>
<p>Please try again in a moment.</p></section>`,
  );
}

export function renderTrouble(operator: string, requestId: string): Markup {
  return page(
    operator,
    'Something went wrong',
    html`<section class="card"><h1>Something went wrong on our side</h1>
<p>Please try again in a moment. If you ask for help, give this number: <span class="code">${requestId}</span></p></section>`,
  );
}

function askAgain(
  operator: string,
  { reference, postcode }: TrackingForm,
  words: { title: string; headline: string; sentence: string },
): Markup {
  return page(
    operator,
    words.title,
    html`<section class="card"><h1>${words.headline}</h1>
<p class="soft">${words.sentence}</p>
<form action="/track" method="get">
<label>Consignment note<input name="reference" value="${reference}" required maxlength="64" autocapitalize="characters" autocomplete="off" spellcheck="false"></label>
<label class="short">Delivery postcode<input name="postcode" value="${postcode}" maxlength="32" autocomplete="postal-code"></label>
<button>Track</button></form>
<p class="soft">Without the postcode only the stage is shown.</p></section>`,
  );
}

/** `more` is for visitors who gave the right postcode. */
function statusCard(connote: string, stage: PublicStage, more?: ShipmentReport): Markup {
  const mood = moodOf(stage);
  return html`<section class="card ${mood}">
<div class="top"><span class="soft">Consignment note <span class="code">${connote}</span></span><span class="badge ${mood}">${situationPhrase(stage)}</span></div>
<h1>${situationHeadline(stage)}</h1>
${more === undefined ? undefined : html`<p>${reportSummary(more, 'anyone')}</p>`}${steps(stage)}${more === undefined ? undefined : expected(more)}</section>`;
}

function steps({ stepReached, state }: PublicStage): Markup {
  const items = journeySteps.map((step, n) => {
    const done = n <= stepReached ? html` class="done"` : undefined;
    const current = n === stepReached ? html` aria-current="step"` : undefined;
    const name = step === 'pending' ? 'Booked' : stagePhrase(step);
    return html`<li${done}${current}>${name}</li>`;
  });
  const label = state === 'attention' ? 'Journey, held up' : 'Journey';
  return html`<ol class="steps" aria-label="${label}">${items}</ol>`;
}

function expected({ expectedDate }: ShipmentReport): Markup | undefined {
  return expectedDate === undefined
    ? undefined
    : html`<p class="eta">Expected by <strong>${dateWords(expectedDate)}</strong></p>`;
}

function postcodeCard(connote: string, problem: PostcodeProblem | undefined): Markup {
  const sentence = problemSentence(problem);
  return html`<section class="card"><h2>See where it is</h2>
<p class="soft">Enter the postcode it is being delivered to.</p>
${sentence === undefined ? undefined : html`<p class="note" role="alert">${sentence}</p>`}
<form action="/track/${encodeURIComponent(connote)}" method="get">
<label class="short">Delivery postcode<input name="postcode" required maxlength="32" autocomplete="postal-code"></label>
<button>Show details</button></form></section>`;
}

function problemSentence(problem: PostcodeProblem | undefined): string | undefined {
  switch (problem) {
    case undefined:
      return undefined;
    case 'wrong':
      return 'This shipment is not going to that postcode.';
    case 'too_many_attempts':
      return 'Too many wrong postcodes. Please try again in an hour.';
  }
}

const signedWords = ({ by, atMs, zone }: Signature): string =>
  atMs === undefined ? by : `${by}, ${momentWords(atMs, zone)}`;

function detailsCard(details: ShipmentDetails, signature: Signature | undefined): Markup {
  const { carrierName, pieces, senderName, from, to, isDemo } = details;
  return html`<section class="card"><h2>Shipment</h2>
<dl><dt>Carrier</dt><dd>${carrierName}</dd>
<dt>From</dt><dd>${senderName === '' ? from : `${senderName}, ${from}`}</dd>
<dt>To</dt><dd>${to}</dd>
<dt>Pieces</dt><dd>${pieces}</dd>${signature === undefined ? undefined : html`<dt>Signed by</dt><dd>${signedWords(signature)}</dd>`}</dl>
${isDemo ? html`<p class="note">This is a demo booking. No goods are sent.</p>` : undefined}</section>`;
}

function messageCard(message = ''): Markup | undefined {
  return message === '' ? undefined : html`<section class="card"><p>${message}</p></section>`;
}

function contactCard(contact = ''): Markup | undefined {
  return contact === ''
    ? undefined
    : html`<section class="card"><h2>Questions about the goods?</h2><p>${contact}</p></section>`;
}

function eventsCard(connote: string, { items, pieces }: ShipmentReport): Markup {
  const lists = items
    .filter(({ events }) => events.length > 0)
    .map(
      ({ piece, events }) =>
        html`${items.length > 1 ? html`<h3 class="piece">${pieceLabel(connote, { piece }, pieces)}</h3>` : undefined}<ol class="events">${events.map(eventLine)}</ol>`,
    );
  return html`<section class="card"><h2>What happened</h2>
${lists.length === 0 ? html`<p class="soft">The carrier has not reported anything yet.</p>` : lists}</section>`;
}

function eventLine({ event, stage }: StagedEvent): Markup {
  const at = event.occurredAtMs;
  const when = at === undefined ? '' : momentWords(at, zoneOfEvent(event));
  const facts = [when, readable(placeOfEvent(event))].filter((text) => text !== '');
  const mood = stage === 'delivered' ? 'good' : isException(stage) ? 'warn' : undefined;
  const what = descriptionOfEvent(event) || stagePhrase(stage);
  return html`<li${mood === undefined ? undefined : html` class="${mood}"`}><div class="what">${what}</div>
<div class="when">${facts.map((text) => html`<span>${text}</span>`)}</div></li>`;
}

/** Carriers write places in capitals: shows "MELBOURNE VIC" as Melbourne VIC. Mixed case stays unchanged. */
function readable(place: string): string {
  if (place !== place.toUpperCase()) return place;
  return titleCase(place).replaceAll(/\b(Act|Nsw|Nt|Qld|Sa|Tas|Vic|Wa)\b/g, (state) =>
    state.toUpperCase(),
  );
}

function moodOf({ state }: PublicStage): string {
  return state === 'delivered' ? 'good' : state === 'attention' ? 'warn' : '';
}

/** `operator`: the business that the receiver deals with. */
export function page(
  operator: string,
  title: string,
  content: Markup,
  checkedAtMs?: number,
  branding?: KnownBranding,
): Markup {
  const checked =
    checkedAtMs === undefined
      ? undefined
      : html`Checked ${momentWords(checkedAtMs, homeZone)}, Sydney time.`;
  return html`<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · ${operator} tracking</title><link rel="icon" href="${icon}"><style>${styleMarkup}</style>${branding?.colour ? html`<style>${new Markup(colourStyle(branding.colour))}</style>` : undefined}</head>
<body>${heading(operator, branding)}
<main>${content}</main><footer>${checked}</footer></body></html>`;
}

/** The sender's logo or name on the sender's colour; otherwise the operator's name. */
function heading(operator: string, branding: KnownBranding | undefined): Markup {
  const { name = '', colour = '', logoDigest = '' } = branding ?? {};
  if (name === '' && logoDigest === '')
    return html`<header${band(colour)}><a class="brand" href="/track">${mark}${operator} <span>tracking</span></a></header>`;
  const logo =
    logoDigest === ''
      ? html`${name} <span>tracking</span>`
      : html`<img src="/track/logos/${logoDigest}" alt="${name === '' ? 'The sender' : name}">`;
  return html`<header${band(colour)}><a class="brand" href="/track">${logo}</a></header>`;
}

const band = (colour: string): Markup | undefined =>
  colour === '' ? undefined : html` class="band"`;
