// Issues that only a person can finish: refunds that the gateway cannot make, and consignments without a payment.
import { Group, Table, Text } from '@mantine/core';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { useCancelOrphan, useCloseOrphan, useReturnByHand } from '../../api/operator.ts';
import type { Attention } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { money, when } from '../../parts/figures.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { OwnerLink } from '../members/owner-link.tsx';
import { NoteButton } from './note-button.tsx';

type Refund = Attention['refunds_due'][number];
type Orphan = Attention['orphans'][number];

export function ByHand({ attention: { refunds_due, orphans } }: { attention: Attention }) {
  return (
    <>
      {refunds_due.length === 0 ? null : (
        <Panel title="Refunds to pay by hand" flush>
          <ListTable heads={['Booking', 'Member', 'Due', 'Why', 'What to do']}>
            {refunds_due.map((refund) => (
              <RefundRow key={refund.id} refund={refund} />
            ))}
          </ListTable>
        </Panel>
      )}
      {orphans.length === 0 ? null : (
        <Panel title="Unpaid consignments" flush>
          <ListTable heads={['Booking', 'Carrier', 'Its number', 'Sent', 'What to do']}>
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
  const note = useReturnByHand(refund.id);
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
      <Table.Td data-label="To do">
        <NoteButton
          aria-label={`Paid another way: the refund of booking ${refund.booking_id}`}
          title={`Mark the refund of ${money(refund.amount)} as paid?`}
          about="Pay the member first, outside the gateway. To undo a mistake, use “linehaul booking returned --undo”."
          label="How it was paid"
          placeholder="bank transfer 8841"
          isPending={note.isPending}
          error={note.error}
          onNote={(words) => note.mutateAsync(words)}
        >
          Paid another way…
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
      <Table.Td data-label="Its number" className="figures">
        {orphan.connote}
      </Table.Td>
      <Table.Td data-label="Sent">{when(orphan.sent_at)}</Table.Td>
      <Table.Td data-label="To do">
        <Group gap={6}>
          <ConfirmButton
            size="compact-sm"
            aria-label={`Cancel consignment ${orphan.connote}`}
            title={`Cancel consignment ${orphan.connote}?`}
            about={`We’ll ask ${carrier} to cancel the consignment. The booking itself does not change.`}
            verb="Cancel it"
            isPending={cancel.isPending}
            error={cancel.error}
            onConfirm={() => cancel.mutateAsync()}
          >
            Cancel…
          </ConfirmButton>
          <NoteButton
            aria-label={`Done by hand: consignment ${orphan.connote}`}
            title={`Mark consignment ${orphan.connote} as settled?`}
            about="Cancel it with the carrier first. It then disappears from this list."
            label="What you did"
            placeholder="cancelled by telephone"
            isPending={close.isPending}
            error={close.error}
            onNote={(words) => close.mutateAsync(words)}
          >
            Done by hand…
          </NoteButton>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
