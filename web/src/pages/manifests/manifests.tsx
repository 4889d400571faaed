// Manifests: the consignments waiting for each carrier account, and every lodged manifest.

import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAccountName } from '../../api/carrier-accounts.ts';
import { manifestDocumentUrl, manifestsQuery } from '../../api/operator.ts';
import type { Manifests } from '../../api/wire.ts';
import { count, when } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import { accountColumn } from '../members/owner-link.tsx';
import { LodgeButton } from './lodge-button.tsx';

/** The service's limit for the list. */
const mostListed = 200;

export function ManifestsPage() {
  const { data, error, refetch } = useQuery(manifestsQuery);
  return (
    <Page
      title="Manifests"
      about="Manifests are lodged at 5:00 pm Sydney time on working days. You can also lodge one earlier."
    >
      <Awaiting of={{ data, error, refetch }} what="manifests" />
      {data === undefined ? null : (
        <>
          <Panel title="Waiting" flush>
            {data.waiting.length === 0 ? (
              <Empty icon="truck" title="No connected carrier takes manifests">
                Connect a carrier that takes them, such as Australia Post or StarTrack.
              </Empty>
            ) : (
              <WaitingTable waiting={data.waiting} />
            )}
          </Panel>
          <Panel title="Lodged" flush>
            {data.lodged.length === 0 ? (
              <Empty icon="document" title="No manifests lodged yet">
                Every manifest that a carrier accepts is listed here with its document.
              </Empty>
            ) : (
              <LodgedTable lodged={data.lodged} />
            )}
          </Panel>
          {data.lodged.length < mostListed ? null : (
            <Text size="sm" c="dimmed" ta="center">
              These are the {mostListed} newest manifests.
            </Text>
          )}
        </>
      )}
    </Page>
  );
}

function WaitingTable({ waiting }: { waiting: Manifests['waiting'] }) {
  const nameOf = useAccountName();
  return (
    <ListTable
      rows={waiting}
      keyOf={({ carrier, member }) => `${carrier} ${member?.id ?? ''}`}
      columns={[
        { heading: 'Carrier', cell: ({ carrier }) => nameOf(carrier) },
        accountColumn,
        {
          heading: 'Consignments',
          kind: 'figure',
          cell: ({ consignments }) => count(consignments),
        },
        {
          heading: 'What to do',
          cell: (account) =>
            account.consignments === 0 ? 'Nothing waiting' : <LodgeButton account={account} />,
        },
      ]}
    />
  );
}

function LodgedTable({ lodged }: { lodged: Manifests['lodged'] }) {
  const nameOf = useAccountName();
  return (
    <ListTable
      rows={lodged}
      keyOf={({ id }) => id}
      columns={[
        { heading: 'Manifest', cell: (one) => one.manifest_id },
        { heading: 'Lodged', cell: (one) => when(one.lodged_at) },
        { heading: 'Carrier', cell: ({ carrier }) => nameOf(carrier) },
        accountColumn,
        { heading: 'Consignments', kind: 'figure', cell: ({ consignments }) => consignments },
        {
          heading: 'Document',
          cell: (one) => (
            <Button
              component="a"
              href={manifestDocumentUrl(one.id)}
              target="_blank"
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="document" size={14} />}
              aria-label={`${documentName(one)} of manifest ${one.manifest_id}`}
            >
              {documentName(one)}
            </Button>
          ),
        },
      ]}
    />
  );
}

const documentName = ({ has_document: hasDocument }: Manifests['lodged'][number]): string =>
  hasDocument ? 'PDF' : 'Request PDF from carrier';
