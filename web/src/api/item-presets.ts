// The member's item presets.
import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { read, useChange } from './queries.ts';
import type { ItemPreset } from './wire.ts';

const names = ['item presets'];

export const presetsQuery = queryOptions({
  queryKey: names,
  queryFn: read<ItemPreset[]>('/item-presets'),
  staleTime: 5 * 60_000,
});

/** A blank measure is typed each time. A preset of the same name is replaced. */
export const useSavePreset = () =>
  useChange(names, (body: object) => ask<ItemPreset>('POST', '/item-presets', { body }));

export const useRemovePreset = () =>
  useChange(names, (id: number) => ask('DELETE', `/item-presets/${id}`));
