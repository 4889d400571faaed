// Issues that only a person can settle: refunds that the gateway could not pay, and consignments without a payment.
import { Group, Table, Text } from '@mantine/core';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { useCancelOrphan, useCloseOrphan, useMarkRefunded } from '../../api/operator.ts';
import type { Issues } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { money, when } from '../../parts/figures.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { OwnerLink } from '../members/owner-link.tsx';
import { NoteButton } from './note-button.tsx';

type Refund = Issues['refunds_due'][number];
type Orphan = Issues['orphans'][number];

export function ByHand({ issues: { refunds_due, orphans } }: { issues: Issues }) {
  return (
    <>
      {refunds_due.length === 0 ? null : (
        <Panel title="Refunds to pay" flush>
          <ListTable heads={['Booking', 'Member', 'Due', 'Why', 'Actions']}>
            {refunds_due.map((refund) => (
              <RefundRow key={refund.id} refund={refund} />
            ))}
          </ListTable>
        </Panel>
      )}
      {orphans.length === 0 ? null : (
        <Panel title="Unpaid consignments" flush>
          <ListTable heads={['Booking', 'Carrier', 'Connote', 'Sent', 'Actions']}>
            {orphans.map((orphan) => (
              <OrphanRow key={orphan.reference} orphan={orphan} />
            ))}
          </ListTable>
        </Panel>
      )}
    </>
  );
}

function RefundRow({ refund }: { refund: Refund }) {
  const mark = useMarkRefunded(refund.id);
  return (
    <Table.Tr>
      <Table.Td data-label="Booking" className="figures">
        {refund.booking_id}
      </Table.Td>
      <Table.Td data-label="Member" data-written miw={100}>
        <OwnerLink owner={refund.member} />
      </Table.Td>
      <Table.Td data-label="Due" className="figures">
        {money(refund.amount)}
      </Table.Td>
      <Table.Td data-label="Why">
        <Text size="sm">{refund.detail}</Text>
      </Table.Td>
      <Table.Td data-label="Actions">
        <NoteButton
          aria-label={`Mark as paid: the refund of booking ${refund.booking_id}`}
          title={`Mark the refund of ${money(refund.amount)} as paid?`}
          about="Pay the member first, outside the gateway. To undo a mistake, use “linehaul booking returned --undo”."
          label="How it was paid"
          placeholder="bank transfer 8841"
          isPending={mark.isPending}
          error={mark.error}
          verb="Mark as paid"
          onNote={(note) => mark.mutateAsync(note)}
        >
          Mark as paid…
        </NoteButton>
      </Table.Td>
    </Table.Tr>
  );
}

function OrphanRow({ orphan }: { orphan: Orphan }) {
  const nameOf = useCarrierName();
  const cancel = useCancelOrphan(orphan.reference);
  const close = useCloseOrphan(orphan.reference);
  const carrier = fullName(nameOf(orphan.courier));
  return (
    <Table.Tr>
      <Table.Td data-label="Booking" className="figures">
        {orphan.booking_id}
      </Table.Td>
      <Table.Td data-label="Carrier">{carrier}</Table.Td>
      <Table.Td data-label="Connote" className="figures">
        {orphan.connote}
      </Table.Td>
      <Table.Td data-label="Sent">{when(orphan.sent_at)}</Table.Td>
      <Table.Td data-label="Actions">
        <Group gap={6}>
          <ConfirmButton
            size="compact-sm"
            aria-label={`Cancel consignment ${orphan.connote}`}
            title={`Cancel consignment ${orphan.connote}?`}
            about={`We’ll ask ${carrier} to cancel the consignment. The booking itself does not change.`}
            verb="Cancel consignment"
            isPending={cancel.isPending}
            error={cancel.error}
            onConfirm={() => cancel.mutateAsync()}
          >
            Cancel…
          </ConfirmButton>
          <NoteButton
            aria-label={`Mark as settled: consignment ${orphan.connote}`}
            title={`Mark consignment ${orphan.connote} as settled?`}
            about="Cancel it with the carrier first. It then disappears from this list."
            label="What you did"
            placeholder="cancelled by telephone"
            isPending={close.isPending}
            error={close.error}
            verb="Mark as settled"
            onNote={(note) => close.mutateAsync(note)}
          >
            Mark as settled…
          </NoteButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
