// Carriers' display names by the identifiers in quotes.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ask } from './client.ts';
import { read } from './queries.ts';

export type CarrierName = { carrier: string; service: string };

const carriersQuery = queryOptions({
  queryKey: ['couriers'],
  queryFn: async ({ signal }) =>
    namesFrom(
      await ask<Record<string, string | Record<string, string>>>('GET', '/couriers', { signal }),
    ),
  staleTime: 5 * 60_000,
});

function namesFrom(
  listed: Record<string, string | Record<string, string>>,
): Map<string, CarrierName> {
  const names = new Map<string, CarrierName>();
  for (const [carrier, services] of Object.entries(listed)) {
    if (typeof services === 'string') names.set(services, { carrier, service: '' });
    else {
      for (const [label, stringId] of Object.entries(services)) {
        // "TNT Road Express" of TNT becomes "Road Express"; "Aramex" of Aramex Australia stays.
        const service = label.startsWith(`${carrier} `) ? label.slice(carrier.length + 1) : label;
        names.set(stringId, { carrier, service: carrier.startsWith(service) ? '' : service });
      }
    }
  }
  return names;
}

export const samplesQuery = queryOptions({
  queryKey: ['rate cards', 'samples'],
  queryFn: read<string[]>('/rate-cards/samples'),
  staleTime: 5 * 60_000,
});

/** The services that carry only between countries. */
export function useInternationalServices(): ReadonlySet<string> {
  const { data } = useQuery({
    queryKey: ['couriers', 'international'],
    queryFn: read<string[]>('/couriers/international'),
    staleTime: 5 * 60_000,
  });
  return new Set(data);
}

/** Finds the quotes whose prices are invented samples. */
export function useIsSample(): (quote: { rate_card_code: string }) => boolean {
  const { data } = useQuery(samplesQuery);
  const codes = new Set(data);
  return ({ rate_card_code }) => codes.has(rate_card_code);
}

export function useCarriers(): ReadonlyMap<string, CarrierName> {
  return useQuery(carriersQuery).data ?? new Map();
}

const demoName: CarrierName = { carrier: 'Demo courier', service: '' };

export function useCarrierName(): (stringId: string) => CarrierName {
  const names = useCarriers();
  return (stringId) =>
    stringId === 'demo'
      ? demoName
      : (names.get(stringId) ?? { carrier: stringId.replaceAll('_', ' '), service: '' });
}

/** On one line: "TNT · Road Express". */
export function fullName({ carrier, service }: CarrierName): string {
  return service === '' ? carrier : `${carrier} · ${service}`;
}
