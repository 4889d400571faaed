// Multiplies the rows of a card's tables while every price stays the same: more suburbs, zones, lanes, areas and an
// older fuel history. Shows that rating does not depend on the size.

import {
  anyZoneCode,
  type CardDefinition,
  type LaneDefinition,
} from '../src/domain/rate-cards/card-definition.ts';

const firstFuelYear = 1900;

export function growCard(card: CardDefinition, times: number): CardDefinition {
  const copies = Array.from({ length: times - 1 }, (_, index) => index + 1);
  const postcodes = card.zones.filter((zone) => zone.postcodes !== undefined);
  return {
    ...card,
    zones: [
      ...card.zones,
      ...copies.flatMap((copy) =>
        postcodes.flatMap((zone) => [
          // An unused suburb under a used postcode.
          {
            ...zone,
            postcodes: { from: zone.postcodes?.from ?? 0, to: zone.postcodes?.from ?? 0 },
            suburb: `NOWHERE ${copy}`,
          },
        ]),
      ),
      ...copies.flatMap((copy) =>
        [...new Set(card.zones.map(({ zone }) => zone))].map((zone) => ({
          zone: `${zone}~${copy}`,
          country: 'AU',
          postcodes: { from: 1, to: 1 },
          suburb: `${zone}~${copy}`,
          state: undefined,
          parent: undefined,
          depot: '',
          sortCode: '',
          pickup: true,
          delivery: true,
        })),
      ),
    ],
    lanes: [
      ...card.lanes,
      ...copies.flatMap((copy) =>
        // A lane from anywhere to anywhere cannot be copied: the copy would be the same lane.
        card.lanes.filter(isBound).map((lane) => ({
          ...lane,
          fromZone: renamed(lane.fromZone, copy),
          toZone: renamed(lane.toZone, copy),
        })),
      ),
    ],
    areas: [
      ...card.areas,
      ...copies.flatMap((copy) =>
        card.areas.map((area) => ({
          ...area,
          suburb: `NOWHERE ${copy}`,
          code: `${area.code}${copy}`,
        })),
      ),
    ],
    fuel: [
      ...card.fuel,
      ...copies.map((copy) => ({
        percent: copy,
        from: (firstFuelYear + (copy % 100)) * 10_000 + 101 + (copy % 12) * 100,
        to: (firstFuelYear + (copy % 100)) * 10_000 + 128 + (copy % 12) * 100,
        when: undefined,
      })),
    ],
  };
}

function isBound(lane: LaneDefinition): boolean {
  return lane.fromZone !== anyZoneCode || lane.toZone !== anyZoneCode;
}

/** `*` has no copy; the other end tells the lanes apart. */
function renamed(zone: string, copy: number): string {
  return zone === anyZoneCode ? anyZoneCode : `${zone}~${copy}`;
}
