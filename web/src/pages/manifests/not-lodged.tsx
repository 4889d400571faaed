// Issues with manifests: manifests that carriers rejected, and consignments unknown to their carriers.

import { Group, Table, Text } from '@mantine/core';
import { useAccountName } from '../../api/carrier-accounts.ts';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { useMarkManifested } from '../../api/operator.ts';
import type { Issues } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { when } from '../../parts/figures.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { CancelButton } from '../bookings/cancel-button.tsx';
import { Whose } from '../members/owner-link.tsx';
import { LodgeButton } from './lodge-button.tsx';

type LeftOut = Issues['left_out'][number];

export function NotLodged({ issues: { refused_manifests, left_out } }: { issues: Issues }) {
  const nameOf = useAccountName();
  return (
    <>
      {refused_manifests.length === 0 ? null : (
        <Panel title="Refused manifests" flush>
          <ListTable heads={['Since', 'Carrier', 'Account', 'Why', 'Actions']}>
            {refused_manifests.map((refused) => (
              <Table.Tr key={`${refused.carrier} ${refused.member?.id ?? ''}`}>
                <Table.Td data-label="Since">{when(refused.since)}</Table.Td>
                <Table.Td data-label="Carrier">{nameOf(refused.carrier)}</Table.Td>
                <Table.Td data-label="Account">
                  <Whose member={refused.member} />
                </Table.Td>
                <Table.Td data-label="Why">
                  <Text size="sm">{refused.reason}</Text>
                </Table.Td>
                <Table.Td data-label="Actions">
                  <LodgeButton account={refused} />
                </Table.Td>
              </Table.Tr>
            ))}
          </ListTable>
        </Panel>
      )}
      {left_out.length === 0 ? null : (
        <Panel title="Consignments unknown to their carrier" flush>
          <ListTable heads={['Booking', 'Carrier', 'Consignment', 'Sent', 'Actions']}>
            {left_out.map((consignment) => (
              <LeftOutRow key={consignment.reference} consignment={consignment} />
            ))}
          </ListTable>
        </Panel>
      )}
    </>
  );
}

function LeftOutRow({ consignment }: { consignment: LeftOut }) {
  const nameOf = useCarrierName();
  const mark = useMarkManifested(consignment.reference);
  return (
    <Table.Tr>
      <Table.Td data-label="Booking" className="figures">
        {consignment.booking_id}
      </Table.Td>
      <Table.Td data-label="Carrier">{fullName(nameOf(consignment.courier))}</Table.Td>
      <Table.Td data-label="Consignment" className="figures">
        {consignment.connote}
      </Table.Td>
      <Table.Td data-label="Sent">{when(consignment.sent_at)}</Table.Td>
      <Table.Td data-label="Actions">
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
      </Table.Td>
    </Table.Tr>
  );
}
