// The user's saved views of lists.
import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { queryString, read, useChange } from './queries.ts';
import type { SavedView } from './wire.ts';

const names = ['saved views'];

export const viewsQuery = (list: SavedView['list']) =>
  queryOptions({
    queryKey: [...names, list],
    queryFn: read<SavedView[]>(`/saved-views?${queryString({ list })}`),
    staleTime: 5 * 60_000,
  });

/** A view of the same name is replaced, and so is the one with the id `replaces`. */
export type SavedViewRequest = Omit<SavedView, 'id'> & { replaces?: number | undefined };

export const useSaveView = () =>
  useChange(names, (body: SavedViewRequest) => ask<SavedView>('POST', '/saved-views', { body }));

export const useRemoveView = () =>
  useChange(names, (id: number) => ask('DELETE', `/saved-views/${id}`));
