// Prices consignments from the shipped sample cards with the same engine that rates quotes, so that tests can compare
// a live price with a card's price to the cent. It knows no carrier's own names of services or fields.
import { shippedCarriersDir } from '../src/adapters/carriers/open-carriers.ts';
import { CarrierRegistry } from '../src/adapters/carriers/registry.ts';
import { loadLocalities } from '../src/adapters/places/load-localities.ts';
import { findPackagingType } from '../src/domain/bookings/item.ts';
import { roadMetres } from '../src/domain/places/distance.ts';
import type { Localities } from '../src/domain/places/localities.ts';
import { createShipment, type ShipmentEndInput } from '../src/domain/quotes/shipment.ts';
import { findChargeCode } from '../src/domain/rate-cards/breakdown.ts';
import { chooseCard } from '../src/domain/rate-cards/card-choice.ts';
import { homeCardDay } from '../src/domain/rate-cards/card-day.ts';
import type { CarrierSnapshot } from '../src/domain/rate-cards/carrier-snapshot.ts';
import { type Rating, rateShipment } from '../src/domain/rate-cards/rating.ts';
import { describeFailure, serviceabilityOf } from '../src/domain/rate-cards/rating-failure.ts';
import { findTransit } from '../src/domain/rate-cards/transit-table.ts';

export type End = {
  readonly suburb: string;
  readonly postcode: string;
  readonly state: string;
  /** Two letters; Australia when empty. */
  readonly country: string;
  readonly isResidential: boolean;
};

export type Parcel = {
  readonly quantity: number;
  readonly kg: number;
  readonly lengthCm: number;
  readonly widthCm: number;
  readonly heightCm: number;
  readonly packaging: string;
};

export type Consignment = {
  readonly from: End;
  readonly to: End;
  readonly parcels: readonly Parcel[];
  readonly isDangerous?: boolean;
  readonly authorityToLeave?: boolean;
  readonly declaredCents?: number;
};

export const countPieces = (parcels: readonly Parcel[]): number =>
  parcels.reduce((sum, { quantity }) => sum + quantity, 0);

export type Price = {
  readonly isPriced: true;
  readonly freightCents: number;
  readonly charges: readonly { readonly code: string; readonly cents: number }[];
  readonly surchargeCents: number;
  readonly fuelCents: number;
  /** `7.33` for 7.33 %. */
  readonly fuelPercent: number;
  readonly exCents: number;
  readonly gstCents: number;
  readonly priceCents: number;
  readonly chargeKg: number;
  readonly minDays: number;
  readonly maxDays: number;
};

type NoPrice = {
  readonly isPriced: false;
  readonly about: 'route' | 'items' | 'service';
  readonly sentence: string;
};

export type Priced = Price | NoPrice;

const one4 = 10_000;

export class PriceBook {
  readonly localities: Localities;
  readonly #snapshot: CarrierSnapshot;

  private constructor(snapshot: CarrierSnapshot, localities: Localities) {
    this.#snapshot = snapshot;
    this.localities = localities;
  }

  static async open(carriersDir: string = shippedCarriersDir): Promise<PriceBook> {
    const [registry, localities] = await Promise.all([
      CarrierRegistry.open({ shippedDir: carriersDir }),
      loadLocalities(),
    ]);
    return new PriceBook(registry.snapshot, localities);
  }

  /** `percent` scales the price: 100 unless a `wrong-price` fault is set. */
  rate(
    stringId: string,
    consignment: Consignment,
    when: { readonly nowMs: number; readonly percent: number },
  ): Priced {
    const found = this.#snapshot.find(stringId);
    const day = homeCardDay(when.nowMs);
    const chosen = found && chooseCard(found.carrier.cards, found.service.id, day);
    if (chosen === undefined) {
      return { isPriced: false, about: 'service', sentence: 'no rate card is in force' };
    }
    const rating = rateShipment(chosen.card, chosen.service, this.#shipmentOf(consignment), day);
    if (rating.isPriced) return presentRating(rating, when.percent);
    const about = serviceabilityOf(rating.code);
    return {
      isPriced: false,
      about: about === 'no_route' ? 'route' : about === 'no_items' ? 'items' : 'service',
      sentence: describeFailure(rating),
    };
  }

  #shipmentOf({ from, to, parcels, ...rest }: Consignment) {
    const [sender, receiver] = [this.#endOf(from), this.#endOf(to)];
    const distanceMetres = roadMetres(sender, receiver);
    return createShipment({
      sender: sender.input,
      receiver: receiver.input,
      items: parcels.map(({ quantity, kg, lengthCm, widthCm, heightCm, packaging }) => ({
        packaging: findPackagingType(packaging) ?? 0,
        quantity,
        weightGrams: Math.round(kg * 1000),
        lengthMm: Math.round(lengthCm * 10),
        widthMm: Math.round(widthCm * 10),
        heightMm: Math.round(heightCm * 10),
      })),
      isDangerous: rest.isDangerous ?? false,
      authorityToLeave: rest.authorityToLeave ?? false,
      declaredValueCents: rest.declaredCents ?? 0,
      ...(distanceMetres === undefined ? {} : { distanceMetres }),
    });
  }

  #endOf({ suburb, postcode, state, country, isResidential }: End) {
    const input: ShipmentEndInput = {
      country: country === '' ? 'AU' : country,
      postcode,
      suburb,
      state,
      type: isResidential ? 'residential' : 'business',
    };
    if (input.country !== 'AU') return { input, postcode, coordinates: undefined };
    const match = this.localities.match({ suburb, postcode, ...(state === '' ? {} : { state }) });
    if (match.kind !== 'matched') return { input, postcode, coordinates: undefined };
    const { locality } = match;
    const known = { ...input, suburb: locality.name, state: locality.state };
    return { input: known, postcode, coordinates: locality.coordinates };
  }

  /** Whether the suburb belongs to the postcode; addresses abroad always pass. */
  isPlace({ suburb, postcode, state, country }: End): boolean {
    if (country !== '' && country !== 'AU') return true;
    const match = this.localities.match({ suburb, postcode, ...(state === '' ? {} : { state }) });
    return match.kind === 'matched';
  }
}

function presentRating(rating: Rating, percent: number): Price {
  const share = (cents: number): number => Math.round((cents * percent) / 100);
  const { card, service, fromZone, toZone } = rating;
  const transit = findTransit(card.transit, service.index, fromZone, toZone);
  const [exCents, gstCents] = [share(rating.exCents), share(rating.gstCents)];
  return {
    isPriced: true,
    freightCents: share(rating.freightCents),
    charges: rating.charges.map((charge) => ({
      code: findChargeCode(card, charge),
      cents: share(charge.cents),
    })),
    surchargeCents: share(rating.surchargeCents),
    fuelCents: share(rating.fuelCents),
    fuelPercent: rating.fuelPercent / one4,
    exCents,
    gstCents,
    priceCents: exCents + gstCents,
    chargeKg: rating.chargeKg / one4,
    minDays: transit?.minDays ?? 1,
    maxDays: transit?.maxDays ?? 5,
  };
}
