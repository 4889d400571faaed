// Issues that only a person can settle: refunds that the gateway could not pay, and consignments without a payment.
import { Group } from '@mantine/core';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { useCancelOrphan, useCloseOrphan, useMarkRefunded } from '../../api/operator.ts';
import type { Issues } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { money, when } from '../../parts/figures.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { memberColumn } from '../members/owner-link.tsx';
import { NoteButton } from './note-button.tsx';

type Refund = Issues['refunds_due'][number];
type Orphan = Issues['orphans'][number];

export function ByHand({ issues: { refunds_due, orphans } }: { issues: Issues }) {
  const nameOf = useCarrierName();
  return (
    <>
      {refunds_due.length === 0 ? null : (
        <Panel title="Refunds to pay" flush>
          <ListTable
            rows={refunds_due}
            keyOf={({ id }) => id}
            columns={[
              { heading: 'Booking', cell: (refund) => refund.booking_id ?? 'Account balance' },
              memberColumn,
              { heading: 'Due', cell: ({ amount }) => money(amount) },
              { heading: 'Why', cell: ({ detail }) => detail },
              {
                heading: 'Actions',
                kind: 'actions',
                cell: (refund) => <MarkRefunded refund={refund} />,
              },
            ]}
          />
        </Panel>
      )}
      {orphans.length === 0 ? null : (
        <Panel title="Unpaid consignments" flush>
          <ListTable
            rows={orphans}
            keyOf={({ reference }) => reference}
            columns={[
              { heading: 'Booking', cell: (orphan) => orphan.booking_id },
              { heading: 'Carrier', cell: ({ courier }) => fullName(nameOf(courier)) },
              { heading: 'Connote', cell: ({ connote }) => connote },
              { heading: 'Sent', cell: (orphan) => when(orphan.sent_at) },
              {
                heading: 'Actions',
                kind: 'actions',
                cell: (orphan) => <OrphanActions orphan={orphan} />,
              },
            ]}
          />
        </Panel>
      )}
    </>
  );
}

function MarkRefunded({ refund }: { refund: Refund }) {
  const mark = useMarkRefunded(refund.id);
  const { booking_id: booking } = refund;
  const undo =
    booking === null ? '' : ' To undo a mistake, use “linehaul booking returned --undo”.';
  return (
    <NoteButton
      aria-label={`Mark as paid: the refund of ${booking === null ? 'an account balance' : `booking ${booking}`}`}
      title={`Mark the refund of ${money(refund.amount)} as paid?`}
      about={`Pay the member first, outside the gateway.${undo}`}
      label="How it was paid"
      placeholder="bank transfer 8841"
      isPending={mark.isPending}
      error={mark.error}
      verb="Mark as paid"
      onNote={(note) => mark.mutateAsync(note)}
    >
      Mark as paid…
    </NoteButton>
  );
}

function OrphanActions({ orphan }: { orphan: Orphan }) {
  const nameOf = useCarrierName();
  const cancel = useCancelOrphan(orphan.reference);
  const close = useCloseOrphan(orphan.reference);
  const carrier = fullName(nameOf(orphan.courier));
  return (
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
  );
}
