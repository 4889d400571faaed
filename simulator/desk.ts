// What a carrier's protocol works with: its shipments, tokens and prices, the clock and its own randomness. One desk for
// each carrier; none sees another's shipments.
import type { Tokens } from './credentials.ts';
import type { Call } from './exchange.ts';
import { hasLeft, latest, type Passed, passed } from './journey.ts';
import type { Consignment, PriceBook, Priced } from './price-book.ts';
import type { Protocol } from './protocol.ts';
import type { Random } from './random.ts';
import type { Shipment, Shipments } from './shipments.ts';

export type DeskParts = {
  readonly carrier: string;
  readonly shipments: Shipments;
  readonly tokens: Tokens;
  readonly prices: PriceBook;
  readonly random: Random;
  readonly nowMs: () => number;
  /** From booking to delivery. */
  readonly journeyMs: () => number;
};

export class Desk {
  readonly carrier: string;
  readonly shipments: Shipments;
  readonly tokens: Tokens;
  readonly prices: PriceBook;
  readonly random: Random;
  readonly nowMs: () => number;
  readonly #journeyMs: () => number;

  constructor(parts: DeskParts) {
    this.carrier = parts.carrier;
    this.shipments = parts.shipments;
    this.tokens = parts.tokens;
    this.prices = parts.prices;
    this.random = parts.random;
    this.nowMs = parts.nowMs;
    this.#journeyMs = parts.journeyMs;
  }

  /** The price of a service by its string_id, wrong if a fault wants it so. */
  rate(call: Call, stringId: string, consignment: Consignment): Priced {
    return this.prices.rate(stringId, consignment, {
      nowMs: this.nowMs(),
      percent: call.pricePercent,
    });
  }

  passed(shipment: Shipment): readonly Passed[] {
    return passed(shipment, this.#journeyMs(), this.nowMs());
  }

  stageOf(shipment: Shipment): Passed['stage'] {
    return latest(this.passed(shipment))?.stage ?? 'pending';
  }

  hasLeft(shipment: Shipment): boolean {
    return hasLeft(this.passed(shipment));
  }
}

/** A carrier of the simulator: how it is called in `carriers/`, and what it speaks. */
export type Simulated = {
  /** The name of its folder in `carriers/`, and in faults. */
  readonly carrier: string;
  readonly name: string;
  open(desk: Desk): Protocol;
};
