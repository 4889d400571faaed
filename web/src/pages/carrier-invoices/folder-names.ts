// Carriers' names by their folders, for records that belong to a carrier rather than to one of its services.
import { useQuery } from '@tanstack/react-query';
import { servicesQuery } from '../../api/operator.ts';

export function useFolderNames(): ReadonlyMap<string, string> {
  const { data: services = [] } = useQuery(servicesQuery);
  const named = services.flatMap(({ folder, carrier }) =>
    folder === null ? [] : [[folder, carrier] as const],
  );
  return new Map(named.toSorted(([, one], [, other]) => one.localeCompare(other)));
}
