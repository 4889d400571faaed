// The operator's margins on carriers' prices.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { read, useChange } from './queries.ts';
import type { MarginInput, MarginPreview, Margins } from './wire.ts';

const path = '/operator/margins';
const names = ['margins'];

export const marginsQuery = queryOptions({
  queryKey: names,
  queryFn: read<Margins>(path),
});

/** Without an id, a new margin. */
export const useSaveMargin = () =>
  useChange(names, ({ id, body }: { id: number | undefined; body: MarginInput }) =>
    id === undefined
      ? ask<Margins>('POST', path, { body })
      : ask<Margins>('PUT', `${path}/${id}`, { body }),
  );

export const useDeleteMargin = () =>
  useChange(names, (id: number) => ask<Margins>('DELETE', `${path}/${id}`));

/** `wanted` is the body as text, so that equal previews are asked once. */
export function previewQuery(wanted: string | undefined) {
  return queryOptions({
    queryKey: ['margin preview', wanted],
    queryFn: ({ signal }) =>
      ask<MarginPreview>('POST', `${path}/preview`, { body: JSON.parse(wanted ?? '{}'), signal }),
    enabled: wanted !== undefined,
    placeholderData: keepPreviousData,
    // Prices change, so a cached preview is dropped after a minute.
    gcTime: 60_000,
  });
}
