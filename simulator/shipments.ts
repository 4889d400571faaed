// A carrier's shipments, in memory. They are found by number, by article number, or by the customer's reference,
// which a client uses after a lost answer. Sending a reference twice creates two shipments, so that tests can see
// duplicates.
import type { TrackingStage } from '../src/domain/tracking/stage.ts';
import { type Consignment, countPieces, type Parcel } from './price-book.ts';

export type Shipment = {
  /** The carrier's connote, which tracking uses. */
  readonly number: string;
  /** The carrier's internal id; the same as the number if it has none. */
  readonly id: string;
  /** Article or piece numbers, one for each piece. */
  readonly articles: readonly string[];
  readonly reference: string;
  readonly service: string;
  readonly consignment: Consignment;
  /** Zero if the carrier states no price at booking. */
  readonly priceCents: number;
  readonly createdAtMs: number;
  /** What the customer sent, for answers that repeat it. */
  readonly sent: unknown;
  cancelledAtMs: number | undefined;
  /** The order or manifest it was lodged with. */
  orderId: string | undefined;
  /** Stages that were reported by hand, in addition to the schedule. */
  readonly reported: { readonly stage: TrackingStage; readonly atMs: number }[];
};

export type NewShipment = Omit<Shipment, 'cancelledAtMs' | 'orderId' | 'reported' | 'createdAtMs'>;

/** Numbers each piece with the connote and three digits. */
export function articleNumbers(number: string, parcels: readonly Parcel[]): string[] {
  return Array.from(
    { length: countPieces(parcels) },
    (_, n) => `${number}${String(n + 1).padStart(3, '0')}`,
  );
}

/** The oldest shipments are dropped, so that memory does not grow in a long run. */
const mostShipments = 20_000;

export class Shipments {
  readonly #nowMs: () => number;
  readonly #byId = new Map<string, Shipment>();
  /** Keyed by connote and by article number; the first shipment with a number keeps it. */
  readonly #byNumber = new Map<string, Shipment>();
  readonly #byReference = new Map<string, readonly Shipment[]>();
  #serial: number;

  constructor(nowMs: () => number, firstSerial: number) {
    this.#nowMs = nowMs;
    this.#serial = firstSerial;
  }

  /** Never the same twice. */
  nextSerial(): number {
    this.#serial += 1;
    return this.#serial;
  }

  add(shipment: NewShipment): Shipment {
    const kept: Shipment = {
      ...shipment,
      createdAtMs: this.#nowMs(),
      cancelledAtMs: undefined,
      orderId: undefined,
      reported: [],
    };
    this.#keep(kept);
    const [oldest] = this.#byId.keys();
    if (this.#byId.size > mostShipments && oldest !== undefined) this.remove(oldest);
    return kept;
  }

  /** Replaces the shipment with the same id, and keeps its creation time, cancellation, order and reports. */
  replace(old: Shipment, shipment: NewShipment): Shipment {
    const { createdAtMs, cancelledAtMs, orderId, reported } = old;
    const kept: Shipment = { ...shipment, createdAtMs, cancelledAtMs, orderId, reported };
    this.remove(old.id);
    this.#keep(kept);
    return kept;
  }

  #keep(shipment: Shipment): void {
    const { id, number, articles, reference } = shipment;
    this.#byId.set(id, shipment);
    for (const name of [number, ...articles]) {
      if (!this.#byNumber.has(name)) this.#byNumber.set(name, shipment);
    }
    this.#byReference.set(reference, [...this.withReference(reference), shipment]);
  }

  remove(id: string): void {
    const shipment = this.#byId.get(id);
    if (shipment === undefined) return;
    const { number, articles, reference } = shipment;
    this.#byId.delete(id);
    for (const name of [number, ...articles]) {
      if (this.#byNumber.get(name) === shipment) this.#byNumber.delete(name);
    }
    const others = this.withReference(reference).filter((one) => one !== shipment);
    if (others.length === 0) this.#byReference.delete(reference);
    else this.#byReference.set(reference, others);
  }

  all(): Shipment[] {
    return [...this.#byId.values()];
  }

  withReference(reference: string): readonly Shipment[] {
    return (reference === '' ? undefined : this.#byReference.get(reference)) ?? [];
  }

  /** Looks up id, number and article first, then the customer's reference. */
  find(name: string): Shipment | undefined {
    if (name === '') return undefined;
    return this.#byId.get(name) ?? this.#byNumber.get(name) ?? this.withReference(name)[0];
  }

  clear(): void {
    this.#byId.clear();
    this.#byNumber.clear();
    this.#byReference.clear();
  }
}
