// The engine's median time to rate one shipment with all carriers, over varied shipments, and its growth when every
// card's tables are a hundred times as long. Run it: node bench/rating.ts

import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readCarrierFiles } from '../src/adapters/carriers/loading/carrier-files.ts';
import { loadCarriers } from '../src/adapters/carriers/loading/load-carriers.ts';
import { findPackagingType } from '../src/domain/bookings/item.ts';
import { createShipment, type Shipment } from '../src/domain/quotes/shipment.ts';
import { type ChosenCard, chooseCard } from '../src/domain/rate-cards/card-choice.ts';
import { compileCard } from '../src/domain/rate-cards/rate-card.ts';
import { rateShipment } from '../src/domain/rate-cards/rating.ts';
import { growCard } from './grow-card.ts';

export type RatingMeasurement = {
  /** Services rated for each shipment. */
  readonly carriers: number;
  /** How many times longer than shipped the tables are. */
  readonly growth: number;
  readonly laneRows: number;
  readonly medianMicroseconds: number;
  readonly p99Microseconds: number;
  /** Share of results that were prices. */
  readonly pricedShare: number;
};

const pickupDay = 20_260_302;
const carriersDir = join(import.meta.dirname, '../carriers');

/** One measurement for each growth; rounds alternate between them, so that a busy machine slows all alike. */
export async function measureRating(options: {
  readonly carriers: number;
  readonly growths: readonly number[];
  readonly rounds?: number;
}): Promise<RatingMeasurement[]> {
  const { carriers, growths, rounds = 10_000 } = options;
  const shipments = variedShipments();
  const runs = [];
  for (const growth of growths) {
    const times: number[] = [];
    runs.push({ growth, ...(await loadServices(carriers, growth)), times, priced: 0 });
  }
  for (let round = 0; round < rounds; round += 1) {
    const shipment = shipments[round % shipments.length];
    if (shipment === undefined) continue;
    for (const run of runs) {
      const start = performance.now();
      for (const { card, service } of run.services) {
        if (rateShipment(card, service, shipment, pickupDay).isPriced) run.priced += 1;
      }
      run.times.push((performance.now() - start) * 1000);
    }
  }
  return runs.map(({ growth, laneRows, services, times, priced }) => {
    // The first rounds include compilation.
    const warm = times.slice(Math.floor(rounds / 10)).sort((a, b) => a - b);
    return {
      carriers: services.length,
      growth,
      laneRows,
      medianMicroseconds: warm[Math.floor(warm.length / 2)] ?? 0,
      p99Microseconds: warm[Math.floor(warm.length * 0.99)] ?? 0,
      pricedShare: priced / (rounds * services.length),
    };
  });
}

/** Every shipped service, repeated with separate cards up to the required number. */
async function loadServices(
  count: number,
  growth: number,
): Promise<{ readonly services: readonly ChosenCard[]; readonly laneRows: number }> {
  const files = await readCarrierFiles(carriersDir);
  const services: ChosenCard[] = [];
  let laneRows = 0;
  while (services.length < count) {
    const loaded = loadCarriers(files, {
      compile: (definition) => {
        const grown = growth === 1 ? definition : growCard(definition, growth);
        laneRows += grown.lanes.length;
        return compileCard(grown);
      },
    });
    const before = services.length;
    for (const { carrier } of loaded.values()) {
      for (const { id } of carrier?.terms.services ?? []) {
        const cards = carrier?.cards.map(({ card }) => card) ?? [];
        const chosen = chooseCard(cards, id, pickupDay);
        if (chosen !== undefined && services.length < count) services.push(chosen);
      }
    }
    if (services.length === before) throw new Error('no carrier has a card');
  }
  return { services, laneRows };
}

/** Two hundred different shipments between places all over the country. */
function variedShipments(): Shipment[] {
  const places = [
    ['2000', 'SYDNEY', 'NSW'],
    ['3000', 'MELBOURNE', 'VIC'],
    ['4000', 'BRISBANE CITY', 'QLD'],
    ['5000', 'ADELAIDE', 'SA'],
    ['6000', 'PERTH', 'WA'],
    ['7000', 'HOBART', 'TAS'],
    ['0800', 'DARWIN', 'NT'],
    ['2600', 'BARTON', 'ACT'],
    ['2640', 'ALBURY', 'NSW'],
    ['4870', 'CAIRNS CITY', 'QLD'],
    ['3550', 'BENDIGO', 'VIC'],
    ['6430', 'KALGOORLIE', 'WA'],
  ] as const;
  const carton = findPackagingType('Carton') ?? 0;
  const pallet = findPackagingType('Pallet') ?? 0;
  const end = (index: number) => {
    const [postcode, suburb, state] = places[index % places.length] ?? places[0];
    const type = index % 3 === 0 ? 'residential' : 'business';
    return { postcode, suburb, state, type } as const;
  };
  return Array.from({ length: 200 }, (_, index) =>
    createShipment({
      sender: end(index),
      receiver: end(index * 7 + 1),
      items: Array.from({ length: 1 + (index % 3) }, (__, line) => ({
        packaging: index % 9 === 8 ? pallet : carton,
        quantity: 1 + ((index + line) % 4),
        weightGrams: index % 9 === 8 ? 240_000 : 900 + ((index * 1300 + line * 700) % 21_000),
        lengthMm: 200 + ((index * 37) % 900),
        widthMm: 150 + ((index * 53) % 400),
        heightMm: 100 + ((index * 71) % 400),
      })),
      declaredValueCents: (index % 5) * 25_000,
      distanceMetres: 25_000,
    }),
  );
}

if (import.meta.main) {
  for (const result of await measureRating({ carriers: 46, growths: [1, 100] })) {
    const { medianMicroseconds, p99Microseconds, carriers, laneRows, pricedShare } = result;
    console.log(
      `${carriers} services, ${laneRows} lanes: ` +
        `median ${medianMicroseconds.toFixed(1)} µs, p99 ${p99Microseconds.toFixed(1)} µs, ` +
        `${Math.round(pricedShare * 100)} % priced`,
    );
  }
}
