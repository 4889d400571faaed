// Checks a carrier's new files before they go live, and compares their prices for recently quoted shipments with the
// prices of the cards in use. Publishing checks again, and adds a version that holds at once or from a later day.
import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import type { Cents } from '../../domain/money.ts';
import { chooseCard } from '../../domain/rate-cards/card-choice.ts';
import { type Day, dayOfDate, findDay, homeCardDay } from '../../domain/rate-cards/card-day.ts';
import type { Carrier } from '../../domain/rate-cards/carrier-snapshot.ts';
import { rateShipment } from '../../domain/rate-cards/rating.ts';
import { type Issue, refuseInvalid } from '../../domain/refusal.ts';
import { homeDay } from '../../domain/time/home-clock.ts';
import { clashesOf } from '../carriers/carrier-clashes.ts';
import type { App, CarrierDraft, DraftCheck, Publication } from '../ports.ts';
import { shipmentOfBooking } from '../quotes/shipment-of-booking.ts';

const mostSampled = 200;
const mostExamples = 20;
const mostFiles = 200;
const mostNote = 500;
const plainPath = /^(?:[\w.-]+\/){0,3}[\w.-]+\.(?:json|csv)$/;

type PriceChange = {
  bookingId: BookingId;
  from: string;
  to: string;
  weightGrams: number;
  /** Undefined: no price. */
  beforeCents: Cents | undefined;
  afterCents: Cents | undefined;
};

type ServiceDifference = {
  stringId: string;
  sampled: number;
  same: number;
  dearer: number;
  cheaper: number;
  /** Priced only with the new files, or only with the old. */
  gained: number;
  lost: number;
  /** Over the shipments that both price. */
  beforeCents: Cents;
  afterCents: Cents;
  /** The greatest changes first. */
  examples: readonly PriceChange[];
};

export type DraftReport = DraftCheck & {
  canPublish: boolean;
  differences: readonly ServiceDifference[];
};

export type PublishedDraft = DraftReport & {
  /** The number of the new version. */
  version: number;
};

export async function tryDraft(app: App, draft: CarrierDraft): Promise<DraftReport> {
  refuseInvalid(draftIssues(app, draft));
  return await examineDraft(app, draft);
}

export async function publishDraft(
  app: App,
  draft: CarrierDraft,
  publication: Publication,
): Promise<PublishedDraft> {
  const { length } = publication.note ?? '';
  const issues = draftIssues(app, draft);
  if (length > mostNote)
    issues.push({ path: ['note'], problem: 'text_too_long', length, most: mostNote });
  refuseInvalid(issues);
  return await publishExamined(app, draft, publication);
}

/** For files whose names are known to be in order. */
export async function examineDraft(app: App, draft: CarrierDraft): Promise<DraftReport> {
  const check = await app.carrierDrafts.check(draft);
  const clashes =
    check.carrier === undefined
      ? []
      : clashesOf(app.carriers.snapshot(), draft.folder, check.carrier);
  const differences =
    check.carrier === undefined || check.isRefused
      ? []
      : await compare(app, check.carrier, draft.holdsFrom);
  return {
    ...check,
    problems: [...check.problems, ...clashes],
    isRefused: check.isRefused || clashes.length > 0,
    canPublish: app.carrierDrafts.canPublish,
    differences,
  };
}

export async function publishExamined(
  app: App,
  draft: CarrierDraft,
  publication: Publication,
): Promise<PublishedDraft> {
  const report = await examineDraft(app, draft);
  if (!report.canPublish) refuseInvalid([{ path: ['folder'], problem: 'no_carriers_folder' }]);
  if (report.isRefused) refuseInvalid([{ path: ['files'], problem: 'files_have_mistakes' }]);
  const { folder, holdsFrom } = draft;
  const version = await app.carrierDrafts.publish({ ...draft, over: report.over }, publication);
  app.log.info({ carrier: folder, version, holdsFrom }, 'a carrier was published');
  return { ...report, version };
}

export function isFolderName(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(text);
}

function draftIssues(app: App, { folder, files, holdsFrom }: CarrierDraft): Issue[] {
  const issues: Issue[] = [];
  if (!isFolderName(folder)) issues.push({ path: ['folder'], problem: 'folder_name' });
  if (files.size === 0 || files.size > mostFiles)
    issues.push({ path: ['files'], problem: 'number_of_files', most: mostFiles });
  const wrong = [...files.keys()].find((path) => !plainPath.test(path) || /(^|\/)[._]/.test(path));
  if (wrong !== undefined) issues.push({ path: ['files'], problem: 'file_path', value: wrong });
  const nowMs = app.clock.nowMs();
  const path = ['holds_from'];
  if (holdsFrom !== undefined && findDay(holdsFrom) === undefined)
    issues.push({ path, problem: 'no_date', value: holdsFrom });
  else if (holdsFrom !== undefined && dayOfDate(holdsFrom) <= homeCardDay(nowMs))
    issues.push({ path, problem: 'date_passed', value: holdsFrom, next: homeDay(nowMs, 1) });
  return issues;
}

async function compare(
  app: App,
  after: Carrier,
  holdsFrom: string | undefined,
): Promise<ServiceDifference[]> {
  const day = homeCardDay(app.clock.nowMs());
  // Its cards may hold from then on, too.
  const firstDay = holdsFrom === undefined ? day : dayOfDate(holdsFrom);
  const before = app.carriers.snapshot().carriers.find(({ terms }) => terms.id === after.terms.id);
  const bookings = (await app.store.bookings.listNewest(mostSampled)).map((booking) => ({
    booking,
    shipment: shipmentOfBooking(booking),
  }));
  const priceOf = (
    carrier: Carrier | undefined,
    serviceId: string,
    shipment: (typeof bookings)[number]['shipment'],
    on: Day,
  ): Cents | undefined => {
    const chosen = chooseCard(carrier?.cards ?? [], serviceId, on);
    if (chosen === undefined) return undefined;
    const outcome = rateShipment(chosen.card, chosen.service, shipment, on);
    return outcome.isPriced ? outcome.priceCents : undefined;
  };
  return after.terms.services.map(({ stringId, id }) => {
    const changes = bookings.map(({ booking, shipment }) => ({
      bookingId: bookingId(booking.id),
      from: `${booking.sender.suburb} ${booking.sender.postcode}`,
      to: `${booking.receiver.suburb} ${booking.receiver.postcode}`,
      weightGrams: shipment.weightGrams,
      beforeCents: priceOf(before, id, shipment, day),
      afterCents: priceOf(after, id, shipment, firstDay),
    }));
    return summarise(stringId, changes);
  });
}

function summarise(stringId: string, changes: readonly PriceChange[]): ServiceDifference {
  const both = changes.flatMap(({ beforeCents, afterCents }) =>
    beforeCents === undefined || afterCents === undefined ? [] : [{ beforeCents, afterCents }],
  );
  const by = ({ beforeCents = 0, afterCents = 0 }: PriceChange): number =>
    Math.abs(afterCents - beforeCents);
  const changed = changes.filter(({ beforeCents, afterCents }) => beforeCents !== afterCents);
  return {
    stringId,
    sampled: changes.length,
    same: changes.length - changed.length,
    dearer: both.filter((one) => one.afterCents > one.beforeCents).length,
    cheaper: both.filter((one) => one.afterCents < one.beforeCents).length,
    gained: changed.filter(({ beforeCents }) => beforeCents === undefined).length,
    lost: changed.filter(({ afterCents }) => afterCents === undefined).length,
    beforeCents: both.reduce((sum, one) => sum + one.beforeCents, 0),
    afterCents: both.reduce((sum, one) => sum + one.afterCents, 0),
    examples: changed.toSorted((left, right) => by(right) - by(left)).slice(0, mostExamples),
  };
}
