// Everything that a carrier's protocol works with: shipments, tokens, prices, the clock and a random generator. Each
// carrier has its own desk and cannot see another carrier's shipments.
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

export type Desk = DeskParts & {
  /** The price of a service by its string_id; a `wrong-price` fault changes it. */
  rate(call: Call, stringId: string, consignment: Consignment): Priced;
  passed(shipment: Shipment): readonly Passed[];
  stageOf(shipment: Shipment): Passed['stage'];
  hasLeft(shipment: Shipment): boolean;
};

export function openDesk(parts: DeskParts): Desk {
  const { prices, nowMs, journeyMs } = parts;
  const stages = (shipment: Shipment): readonly Passed[] => passed(shipment, journeyMs(), nowMs());
  return {
    ...parts,
    rate: (call, stringId, consignment) =>
      prices.rate(stringId, consignment, { nowMs: nowMs(), percent: call.pricePercent }),
    passed: stages,
    stageOf: (shipment) => latest(stages(shipment))?.stage ?? 'pending',
    hasLeft: (shipment) => hasLeft(stages(shipment)),
  };
}

/** A simulated carrier and its protocol. */
export type Simulated = {
  /** The name of its folder in `carriers/`, and in faults. */
  readonly carrier: string;
  readonly name: string;
  open(desk: Desk): Protocol;
};
