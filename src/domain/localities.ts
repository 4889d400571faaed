// stub
import type { Locality } from './locality.ts';
import { searchLocalities } from './locality-search.ts';
import { buildLocalityIndex } from './locality-tables.ts';
export function buildLocalities(rows: readonly Locality[]) {
  const index = buildLocalityIndex(rows);
  return {
    index,
    search: (text: string, limit: number) => searchLocalities(index, { text, limit }),
  };
}
