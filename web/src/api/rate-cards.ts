// A carrier's new files, and the versions of its files.
import { queryOptions, useMutation } from '@tanstack/react-query';
import { ask, prefix } from './client.ts';
import { read, useChange } from './queries.ts';
import type { CardVersion, CarrierDraft, DraftReport, PublishedDraft } from './wire.ts';

const base = '/operator/rate-cards';
const names = ['operator', 'rate-cards'];

export function versionsQuery(folder: string) {
  return queryOptions({
    queryKey: ['operator', 'rate-cards', folder],
    queryFn: read<CardVersion[]>(versionsPath(folder)),
    enabled: folder !== '',
  });
}

export const useCheckDraft = () =>
  useMutation({
    mutationFn: (body: CarrierDraft) => ask<DraftReport>('POST', `${base}/check`, { body }),
  });

export const usePublishDraft = () =>
  useChange(names, (body: CarrierDraft) => ask<PublishedDraft>('POST', base, { body }));

/** A version's prices beside those in force, which may change at any time. */
export function comparisonQuery(folder: string, version: number) {
  return queryOptions({
    queryKey: ['operator', 'rate-cards', folder, version],
    queryFn: read<DraftReport>(`${versionsPath(folder)}/${version}/check`),
    gcTime: 0,
  });
}

export const useRollBack = (folder: string) =>
  useChange(names, (version: number) =>
    ask<{ version: number }>('POST', `${versionsPath(folder)}/${version}/rollback`),
  );

export const useWithdrawVersion = (folder: string) =>
  useChange(names, (version: number) =>
    ask<CardVersion[]>('DELETE', `${versionsPath(folder)}/${version}`),
  );

export const versionFilesUrl = (folder: string, version: number): string =>
  `${prefix}${versionsPath(folder)}/${version}/files.zip`;

const versionsPath = (folder: string): string => `${base}/${encodeURIComponent(folder)}/versions`;
