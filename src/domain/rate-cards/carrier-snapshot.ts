// All carriers at one moment; never changes. A quote prices every carrier with one snapshot, so a reload meanwhile does not
// affect it.

import { type ChosenCard, chooseCard } from './card-choice.ts';
import type { Day } from './card-day.ts';
import type { CarrierService, CarrierTerms } from './carrier-terms.ts';
import type { Card } from './rate-card.ts';

export type Carrier = {
  readonly terms: CarrierTerms;
  readonly cards: readonly Card[];
  readonly origin: 'shipped' | 'operator';
  /** Newer files of this carrier have errors; this is the last good version. */
  readonly isStale: boolean;
};

export type DayService = {
  readonly carrier: CarrierTerms;
  readonly service: CarrierService;
  /** Undefined when no card is in force: the service answers `no_rate_card`. */
  readonly chosen: ChosenCard | undefined;
};

/** Quotes ask for today and a few days around it; other days are calculated again. */
const mostDaysKept = 16;

export class CarrierSnapshot {
  /** Differs whenever any price or rule differs. */
  readonly version: string;
  readonly carriers: readonly Carrier[];
  readonly #byDay = new Map<Day, readonly DayService[]>();
  readonly #byStringId: ReadonlyMap<string, { carrier: Carrier; service: CarrierService }>;

  constructor(version: string, carriers: readonly Carrier[]) {
    this.version = version;
    this.carriers = Object.freeze([...carriers]);
    this.#byStringId = new Map(
      carriers.flatMap((carrier) =>
        carrier.terms.services.map((service) => [service.stringId, { carrier, service }] as const),
      ),
    );
    Object.freeze(this);
  }

  /** Every service with the card that prices it on the day, in a fixed order. */
  on(day: Day): readonly DayService[] {
    const known = this.#byDay.get(day);
    if (known !== undefined) return known;
    const services = this.carriers.flatMap(({ terms, cards }) =>
      terms.services.map((service) => ({
        carrier: terms,
        service,
        chosen: chooseCard(cards, service.id, day),
      })),
    );
    const [oldest] = this.#byDay.keys();
    if (this.#byDay.size >= mostDaysKept && oldest !== undefined) this.#byDay.delete(oldest);
    this.#byDay.set(day, Object.freeze(services));
    return services;
  }

  find(stringId: string): { carrier: Carrier; service: CarrierService } | undefined {
    return this.#byStringId.get(stringId);
  }
}
