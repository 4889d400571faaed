// Checks a carrier's new files before they go live, and compares their prices for recently quoted shipments with the prices of the
// cards in use. Publishing checks again.
import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import type { Cents } from '../../domain/money.ts';
import { chooseCard } from '../../domain/rate-cards/card-choice.ts';
import { homeCardDay } from '../../domain/rate-cards/card-day.ts';
import type { Carrier } from '../../domain/rate-cards/carrier-snapshot.ts';
import { rateShipment } from '../../domain/rate-cards/rating.ts';
import { type Issue, refuseInvalid } from '../../domain/refusal.ts';
import { clashesOf } from '../carriers/carrier-clashes.ts';
import type { App, CarrierDraft, DraftCheck } from '../ports.ts';
import { shipmentOfBooking } from '../quotes/shipment-of-booking.ts';

const mostSampled = 200;
const mostExamples = 20;
const mostFiles = 200;
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

export async function tryDraft(app: App, draft: CarrierDraft): Promise<DraftReport> {
  refuseInvalid(draftIssues(draft));
  const check = await app.carrierDrafts.check(draft);
  const clashes =
    check.carrier === undefined
      ? []
      : clashesOf(app.carriers.snapshot(), draft.folder, check.carrier);
  const differences =
    check.carrier === undefined || check.isRefused ? [] : await compare(app, check.carrier);
  return {
    ...check,
    problems: [...check.problems, ...clashes],
    isRefused: check.isRefused || clashes.length > 0,
    canPublish: app.carrierDrafts.canPublish,
    differences,
  };
}

export async function publishDraft(app: App, draft: CarrierDraft): Promise<DraftReport> {
  const report = await tryDraft(app, draft);
  if (!report.canPublish) refuseInvalid([{ path: ['folder'], problem: 'no_carriers_folder' }]);
  if (report.isRefused) refuseInvalid([{ path: ['files'], problem: 'files_have_mistakes' }]);
  await app.carrierDrafts.publish({ ...draft, over: report.over });
  app.log.info({ carrier: draft.folder, files: draft.files.size }, 'a carrier was published');
  return report;
}

function draftIssues({ folder, files }: CarrierDraft): Issue[] {
  const issues: Issue[] = [];
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(folder))
    issues.push({ path: ['folder'], problem: 'folder_name' });
  if (files.size === 0 || files.size > mostFiles)
    issues.push({ path: ['files'], problem: 'number_of_files', most: mostFiles });
  const wrong = [...files.keys()].find(
    (path) => !plainPath.test(path) || path.split('/').some((part) => part.startsWith('.')),
  );
  if (wrong !== undefined) issues.push({ path: ['files'], problem: 'file_path', value: wrong });
  return issues;
}

async function compare(app: App, after: Carrier): Promise<ServiceDifference[]> {
  const day = homeCardDay(app.clock.nowMs());
  const before = app.carriers.snapshot().carriers.find(({ terms }) => terms.id === after.terms.id);
  const bookings = (await app.store.bookings.listNewest(mostSampled)).map((booking) => ({
    booking,
    shipment: shipmentOfBooking(booking),
  }));
  const priceOf = (
    carrier: Carrier | undefined,
    serviceId: string,
    shipment: (typeof bookings)[number]['shipment'],
  ): Cents | undefined => {
    const chosen = chooseCard(carrier?.cards ?? [], serviceId, day);
    if (chosen === undefined) return undefined;
    const outcome = rateShipment(chosen.card, chosen.service, shipment, day);
    return outcome.isPriced ? outcome.priceCents : undefined;
  };
  return after.terms.services.map(({ stringId, id }) => {
    const changes = bookings.map(({ booking, shipment }) => ({
      bookingId: bookingId(booking.id),
      from: `${booking.sender.suburb} ${booking.sender.postcode}`,
      to: `${booking.receiver.suburb} ${booking.receiver.postcode}`,
      weightGrams: shipment.weightGrams,
      beforeCents: priceOf(before, id, shipment),
      afterCents: priceOf(after, id, shipment),
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
