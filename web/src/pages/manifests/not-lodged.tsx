// Issues with manifests: manifests that carriers rejected, and consignments unknown to their carriers.

import { Group } from '@mantine/core';
import { useAccountName } from '../../api/carrier-accounts.ts';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { useMarkManifested } from '../../api/operator.ts';
import type { Issues } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { when } from '../../parts/figures.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { CancelButton } from '../bookings/cancel-button.tsx';
import { accountColumn } from '../members/owner-link.tsx';
import { LodgeButton } from './lodge-button.tsx';

type LeftOut = Issues['left_out'][number];

export function NotLodged({ issues: { refused_manifests, left_out } }: { issues: Issues }) {
  const accountName = useAccountName();
  const carrierName = useCarrierName();
  return (
    <>
      {refused_manifests.length === 0 ? null : (
        <Panel title="Refused manifests" flush>
          <ListTable
            rows={refused_manifests}
            keyOf={({ carrier, member }) => `${carrier} ${member?.id ?? ''}`}
            columns={[
              { heading: 'Since', cell: ({ since }) => when(since) },
              { heading: 'Carrier', cell: ({ carrier }) => accountName(carrier) },
              accountColumn,
              { heading: 'Why', cell: ({ reason }) => reason },
              {
                heading: 'Actions',
                kind: 'actions',
                cell: (refused) => <LodgeButton account={refused} />,
              },
            ]}
          />
        </Panel>
      )}
      {left_out.length === 0 ? null : (
        <Panel title="Consignments unknown to their carrier" flush>
          <ListTable
            rows={left_out}
            keyOf={({ reference }) => reference}
            columns={[
              { heading: 'Booking', cell: (one) => one.booking_id },
              { heading: 'Carrier', cell: ({ courier }) => fullName(carrierName(courier)) },
              { heading: 'Consignment', cell: ({ connote }) => connote },
              { heading: 'Sent', cell: (one) => when(one.sent_at) },
              {
                heading: 'Actions',
                kind: 'actions',
                cell: (one) => <LeftOutActions consignment={one} />,
              },
            ]}
          />
        </Panel>
      )}
    </>
  );
}

function LeftOutActions({ consignment }: { consignment: LeftOut }) {
  const mark = useMarkManifested(consignment.reference);
  return (
    <Group gap={6}>
      <CancelButton id={consignment.booking_id} />
      <ConfirmButton
        size="compact-sm"
        aria-label={`Mark as settled: consignment ${consignment.connote}`}
        title={`Mark consignment ${consignment.connote} as settled?`}
        about="Settle it with the carrier first. Later manifests will skip it, and it leaves this list."
        verb="Mark as settled"
        wayOut="Cancel"
        isHarmless
        isPending={mark.isPending}
        error={mark.error}
        onConfirm={() => mark.mutateAsync(undefined)}
      >
        Mark as settled…
      </ConfirmButton>
    </Group>
  );
}
