// Certifications of house accounts. The server carries them out; pages ask how far they are.
import { queryOptions } from '@tanstack/react-query';
import { ask, prefix } from './client.ts';
import { read, useChange } from './queries.ts';
import type { CertificationPlan, CertificationRequest, Certifications } from './wire.ts';

export type CertificationRun = Certifications['runs'][number];

/** Titles are parts of sentences elsewhere. */
export const stepName = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1);

const followMs = 1_000;

const pathOf = (carrier: string): string =>
  `/operator/carrier-accounts/${encodeURIComponent(carrier)}/certifications`;

export const isUnderWay = (run: CertificationRun | undefined): boolean =>
  run?.state === 'running' || run?.state === 'stopping';

export const certificationsQuery = (carrier: string) =>
  queryOptions({
    queryKey: ['operator', 'certifications', carrier],
    queryFn: read<Certifications>(pathOf(carrier)),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.runs[0]) ? followMs : false),
  });

export const certificationPlanQuery = (carrier: string, body: CertificationRequest) =>
  queryOptions({
    queryKey: ['operator', 'certification-plan', carrier, body],
    queryFn: ({ signal }) =>
      ask<CertificationPlan>('POST', `${pathOf(carrier)}/plan`, { body, signal }),
    placeholderData: (before) => before,
  });

export const useStartCertification = (carrier: string) =>
  useChange(['operator'], (body: CertificationRequest) =>
    ask<{ id: number }>('POST', pathOf(carrier), { body }),
  );

export const useStopCertification = (carrier: string) =>
  useChange(['operator'], () => ask('POST', `${pathOf(carrier)}/stop`));

export const certificationFile = (
  carrier: string,
  run: number,
  file: 'report.md' | 'recordings.zip',
): string => `${prefix}${pathOf(carrier)}/${run}/${file}`;
