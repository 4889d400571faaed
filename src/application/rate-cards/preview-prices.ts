// Prices of a new card for a fixed set of consignments, beside the current ones: carriers' prices with GST, without discounts and
// margins.
import type { Cents } from '../../domain/money.ts';
import type { Shipment } from '../../domain/quotes/shipment.ts';
import { chooseCard } from '../../domain/rate-cards/card-choice.ts';
import { type Day, dayOfDate } from '../../domain/rate-cards/card-day.ts';
import type { Carrier, CarrierSnapshot } from '../../domain/rate-cards/carrier-snapshot.ts';
import { sampleShipments } from '../../domain/rate-cards/import/sample-shipments.ts';
import { rateShipment } from '../../domain/rate-cards/rating.ts';

export type PreviewRow = {
  from: string;
  to: string;
  load: string;
  /** Undefined: no price. */
  beforeCents: Cents | undefined;
  afterCents: Cents | undefined;
};

export type PricePreview = {
  stringId: string;
  /** Card that prices it now; undefined when none does. */
  before: string | undefined;
  after: string | undefined;
  rows: readonly PreviewRow[];
};

export function previewPrices(
  { snapshot, today }: { snapshot: CarrierSnapshot; today: string },
  carrier: Carrier,
  serviceIds: readonly string[],
  validFrom: string | undefined,
): PricePreview[] {
  const day = dayOfDate(today);
  // A card for next month is compared on its first day.
  const later = validFrom === undefined ? day : Math.max(day, dayOfDate(validFrom));
  const now = snapshot.carriers.find(({ terms }) => terms.id === carrier.terms.id);
  return carrier.terms.services
    .filter(({ id }) => serviceIds.includes(id))
    .map(({ id, stringId }) => {
      const before = chooseCard(now?.cards ?? [], id, day);
      const after = chooseCard(carrier.cards, id, later);
      return {
        stringId,
        before: before?.card.definition.code,
        after: after?.card.definition.code,
        rows: sampleShipments.map(({ from, to, load, shipment }) => ({
          from,
          to,
          load,
          beforeCents: priceOf(before, shipment, day),
          afterCents: priceOf(after, shipment, later),
        })),
      };
    });
}

function priceOf(
  chosen: ReturnType<typeof chooseCard>,
  shipment: Shipment,
  day: Day,
): Cents | undefined {
  if (chosen === undefined) return undefined;
  const outcome = rateShipment(chosen.card, chosen.service, shipment, day);
  return outcome.isPriced ? outcome.priceCents : undefined;
}
