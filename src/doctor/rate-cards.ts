// Findings of `linehaul doctor` about rate cards: errors, rows without effect, cards that end, invented prices, and
// connote ranges that run out.

import { countLeft, describeRange } from '../application/bookings/issue-connote.ts';
import { serviceTerms } from '../application/carriers/service-terms.ts';
import type { App } from '../application/ports.ts';
import { sampleCards } from '../application/rate-cards/sample-cards.ts';
import { homeCardDay } from '../domain/rate-cards/card-day.ts';
import { cardRemarks } from '../domain/rate-cards/card-outlook.ts';
import { cardRemarkWords } from '../wording/rate-cards.ts';
import type { Finding } from './finding.ts';

type StrangeSuburb = { file: string; line: number; message: string };

/** The state of the carriers' files in a running service. */
type Opened = {
  app: App;
  refusedFiles?(): readonly string[];
  strangeSuburbs?(): Promise<readonly StrangeSuburb[]>;
};

export async function rateCardFindings(opened: Opened): Promise<Finding[]> {
  const { app } = opened;
  return [
    ...refusedCards(opened.refusedFiles?.() ?? []),
    ...misspeltSuburbs((await opened.strangeSuburbs?.()) ?? []),
    await sampleFinding(app),
    ...(await cardOutlook(app)),
    ...(await scarceNumbers(app)),
  ];
}

/** A running service keeps the last good version; after a restart there is none. */
function refusedCards(files: readonly string[]): Finding[] {
  const [first] = files;
  if (first === undefined) return [];
  const others = files.length === 1 ? '' : ` and ${files.length - 1} more`;
  const detail = `${first}${others} refused: "linehaul carriers check" says why`;
  return [{ check: 'rate cards', status: 'problem', detail }];
}

function misspeltSuburbs(found: readonly StrangeSuburb[]): Finding[] {
  const [first] = found;
  if (first === undefined) return [];
  // Only the first of very many are listed, so there is no count.
  const others = found.length === 1 ? '' : ' and others';
  const detail = `${first.file}:${first.line}${others}: ${first.message} ("linehaul carriers check" lists them)`;
  return [{ check: 'rate cards', status: 'warning', detail }];
}

/** Services of the operator's own carriers that cannot be quoted now or soon, or that leave a charge out. */
async function cardOutlook(app: App): Promise<Finding[]> {
  const isPricedHere = await cardServices(app);
  const today = homeCardDay(app.clock.nowMs());
  return app.carriers
    .snapshot()
    .carriers.filter(({ origin }) => origin === 'operator')
    .flatMap((carrier) => cardRemarks(carrier, today))
    .flatMap((remark): Finding[] => {
      const meant = remark.stringIds.filter(isPricedHere);
      if (meant.length === 0) return [];
      return [
        {
          check: 'rate cards',
          status: 'warning',
          detail: `${meant.join(', ')}: ${cardRemarkWords(remark)}`,
        },
      ];
    });
}

/** With fewer numbers left it is time to ask the carrier for more. */
const fewNumbers = 100;

/** A booking without a number cannot be confirmed, and only the member who books would see the refusal. */
async function scarceNumbers(app: App): Promise<Finding[]> {
  const isPricedHere = await cardServices(app);
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const { terms: carrier } of app.carriers.snapshot().carriers) {
    for (const { stringId } of carrier.services.filter((one) => isPricedHere(one.stringId))) {
      const terms = serviceTerms(app, stringId, 'connote');
      if (terms === undefined) continue;
      const range = describeRange(terms);
      if (seen.has(range)) continue;
      seen.add(range);
      const left = await countLeft(app.store, terms);
      if (left >= fewNumbers) continue;
      const detail =
        left === 0
          ? `${stringId}: the consignment numbers ${range} are used up, so that no booking is confirmed: give "connote" another range`
          : `${stringId}: ${left} of the consignment numbers ${range} are left: give "connote" another range in time`;
      const status = left === 0 ? 'problem' : 'warning';
      findings.push({ check: 'consignment numbers', status, detail });
    }
  }
  return findings;
}

/** Whether a service is on and its carrier is not connected. */
async function cardServices(app: App): Promise<(stringId: string) => boolean> {
  const off = new Set(await app.store.carrierSwitches.listOff());
  const live = new Set(app.carriers.live.map(({ stringId }) => stringId));
  return (stringId) => !off.has(stringId) && !live.has(stringId);
}

/** The operator must know before a member is charged an invented price. */
async function sampleFinding(app: App): Promise<Finding> {
  const samples = (await sampleCards(app)).length;
  const check = 'rate cards';
  return samples === 0
    ? { check, status: 'ok', detail: 'none in use is a sample' }
    : {
        check,
        status: 'warning',
        detail: `${samples} are samples with invented prices: put your own into CARRIERS_DIR, or switch those carriers off`,
      };
}
