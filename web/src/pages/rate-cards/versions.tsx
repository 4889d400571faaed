// The versions of a carrier's rate cards, the newest first: compared with the one in force, used again, withdrawn and downloaded.
import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  comparisonQuery,
  useRollBack,
  useWithdrawVersion,
  versionFilesUrl,
  versionsQuery,
} from '../../api/rate-cards.ts';
import { useMay } from '../../api/session.ts';
import type { CardVersion } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { day, when } from '../../parts/figures.tsx';
import { Listed } from '../../parts/listed.tsx';
import { showUndo } from '../../parts/notices.tsx';
import { Awaiting, Empty, Problem } from '../../parts/states.tsx';
import { Differences, Mistakes } from './draft-report.tsx';

type VersionsProps = { folder: string; carrier: string };

export function Versions({ folder, carrier }: VersionsProps) {
  const versions = useQuery(versionsQuery(folder));
  const rollBack = useRollBack(folder);
  const withdraw = useWithdrawVersion(folder);
  const isAdmin = useMay('admin');
  const [compared, setCompared] = useState<CardVersion>();
  const inForce = versions.data?.find(({ status }) => status === 'in_force')?.version;
  const backTo = async (version: number, before: number | undefined): Promise<void> => {
    const added = await rollBack.mutateAsync(version);
    setCompared(undefined);
    showUndo({
      id: `rate cards of ${folder}`,
      message: `${carrier} is priced as in version ${version}.`,
      onUndo: () => {
        if (before !== undefined) void backTo(before, added.version);
      },
    });
  };
  return (
    <>
      <Listed
        title="Versions"
        about={`Every version of ${carrier}’s files is kept. A quote keeps the price it was given.`}
        of={versions}
        rows={versions.data}
        what="versions"
        keyOf={({ version }) => version}
        columns={[
          { heading: 'Version', kind: 'short', cell: ({ version }) => version },
          { heading: 'State', cell: ({ status }) => <State status={status} /> },
          { heading: 'Holds from', kind: 'short', cell: holdsFrom },
          {
            heading: 'Published',
            cell: ({ published }) =>
              published === null ? 'Found in the folder' : when(published.at),
            below: ({ published }) => published?.by,
          },
          {
            heading: 'Note',
            kind: 'written',
            cell: noteOf,
            below: ({ withdrawn }) =>
              withdrawn === null ? '' : `Withdrawn ${when(withdrawn.at)} by ${withdrawn.by}`,
          },
          {
            heading: 'Actions',
            kind: 'actions',
            cell: (row) => (
              <Group gap={4}>
                <Button
                  component="a"
                  href={versionFilesUrl(folder, row.version)}
                  size="compact-sm"
                  variant="default"
                  aria-label={`Download version ${row.version}`}
                >
                  Download
                </Button>
                {row.status === 'in_force' ? null : (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Compare version ${row.version} with the prices in force`}
                    onClick={() => setCompared(row)}
                  >
                    Compare…
                  </Button>
                )}
                {isAdmin && row.status === 'scheduled' ? (
                  <ConfirmButton
                    size="compact-sm"
                    aria-label={`Withdraw version ${row.version}`}
                    title={`Withdraw version ${row.version}?`}
                    about={`It will not hold. ${carrier} stays priced as it is.`}
                    verb="Withdraw version"
                    isPending={withdraw.isPending}
                    error={withdraw.error}
                    onConfirm={() => withdraw.mutateAsync(row.version)}
                  >
                    Withdraw…
                  </ConfirmButton>
                ) : null}
              </Group>
            ),
          },
        ]}
        empty={
          <Empty icon="tag" title="No rate cards of your own">
            {carrier} is priced by sample cards until you publish yours.
          </Empty>
        }
      />
      <Modal
        opened={compared !== undefined}
        onClose={() => setCompared(undefined)}
        title={`Version ${compared?.version ?? ''} and the prices in force`}
        size="xl"
      >
        {compared === undefined ? null : (
          <Stack>
            <Comparison folder={folder} version={compared.version} />
            <Problem error={rollBack.error} />
            {isAdmin && compared.status === 'past' ? (
              <Group justify="flex-end">
                <Button
                  loading={rollBack.isPending}
                  onClick={() => backTo(compared.version, inForce).catch(() => undefined)}
                >
                  Roll back to version {compared.version}
                </Button>
              </Group>
            ) : null}
          </Stack>
        )}
      </Modal>
    </>
  );
}

function Comparison({ folder, version }: { folder: string; version: number }) {
  const { data, error, refetch } = useQuery(comparisonQuery(folder, version));
  return (
    <>
      <Text size="sm" c="dimmed">
        Now: the prices in force. Then: version {version}.
      </Text>
      <Awaiting of={{ data, error, refetch }} what="prices" />
      {data === undefined || data.problems.length === 0 ? null : (
        <Mistakes problems={data.problems} />
      )}
      {data?.differences.map((difference) => (
        <Differences key={difference.string_id} difference={difference} />
      ))}
    </>
  );
}

const states = {
  in_force: { name: 'In force', colour: 'eucalypt' },
  scheduled: { name: 'Scheduled', colour: 'ochre' },
  past: { name: 'Past', colour: 'gray' },
  withdrawn: { name: 'Withdrawn', colour: 'gray' },
} as const;

function State({ status }: Pick<CardVersion, 'status'>) {
  const { name, colour } = states[status];
  return (
    <Badge variant="light" color={colour} autoContrast>
      {name}
    </Badge>
  );
}

function holdsFrom({ holds_from: firstDay, published }: CardVersion): string {
  if (firstDay !== null) return day(firstDay);
  return published === null ? '' : day(published.at);
}

function noteOf({ note, same_as: sameAs }: CardVersion): string {
  const parts = [sameAs === null ? '' : `As version ${sameAs}`, note ?? ''];
  return parts.filter((part) => part !== '').join('. ');
}
