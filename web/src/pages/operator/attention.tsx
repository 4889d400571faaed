// Bookings whose outcome nobody knows yet, and money under way. Most of it settles by itself; what does not is finished
// here by a person who has asked the carrier or the bank. Looked at again by itself while it is open.
import { Button, Group, Modal, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { attentionQuery, useLookAtPayment, useSetStatus } from '../../api/operator.ts';
import type { Attention } from '../../api/wire.ts';
import { money, plural, when } from '../../parts/figures.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { methodName } from '../../parts/method-name.ts';
import { Page, Panel } from '../../parts/page.tsx';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { BookingCells } from './booking-cells.tsx';
import { ByHand } from './by-hand.tsx';
import { CallsLink } from './calls-link.tsx';
import { CancelButton } from './cancel-button.tsx';
import { OtherPrices } from './other-prices.tsx';
import { OwnerLink } from './owner-link.tsx';

type Troubled = Attention['bookings'][number];

export function AttentionPage() {
  const { data, error, refetch } = useQuery(attentionQuery);
  const isQuiet =
    data !== undefined &&
    Object.values(data).every((open) => (typeof open === 'number' ? open : open.length) === 0);
  return (
    <Page
      title="Needs attention"
      about="Bookings that are not settled, money under way, and what only a person can finish. What can be found out is asked for again by itself."
    >
      {error === null ? null : <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Loading what="what needs attention" /> : null}
      {isQuiet ? (
        <Panel flush>
          <Empty icon="check" title="Nothing needs you">
            A booking that its carrier did not answer for, a payment without an end, or money that
            no gateway gives back would be here.
          </Empty>
        </Panel>
      ) : null}
      {data === undefined || data.to_tell === 0 ? null : (
        <Panel title="Carriers to tell">
          <Group justify="space-between" gap="sm">
            <Text size="sm">
              {plural(data.to_tell, 'pickup is', 'pickups are')} booked with carriers that are not
              connected. Nobody has told the carrier yet.
            </Text>
            <ButtonLink
              to="/operator/bookings"
              search={{ show: 'to_tell' }}
              variant="default"
              size="compact-sm"
            >
              Show them
            </ButtonLink>
          </Group>
        </Panel>
      )}
      {data === undefined || data.bookings.length === 0 ? null : (
        <Panel title="Bookings" flush>
          <BookingTable bookings={data.bookings} />
        </Panel>
      )}
      {data === undefined || data.payments.length === 0 ? null : (
        <Panel title="Payments and refunds under way" flush>
          <PaymentTable payments={data.payments} />
        </Panel>
      )}
      {data === undefined ? null : <ByHand attention={data} />}
      {data === undefined ? null : <OtherPrices prices={data.other_prices} />}
    </Page>
  );
}

function BookingTable({ bookings }: { bookings: readonly Troubled[] }) {
  const nameOf = useCarrierName();
  return (
    <ListTable heads={['Booking', 'Member', 'Carrier', 'Status', 'Payment', 'What to do']}>
      {bookings.map((booking) => (
        <Table.Tr key={booking.id}>
          <BookingCells booking={booking} />
          <Table.Td data-label="Carrier">
            {booking.courier === null ? '' : fullName(nameOf(booking.courier))}
          </Table.Td>
          <Table.Td data-label="Status">
            <StatusBadge status={booking.status} />
          </Table.Td>
          <Table.Td data-label="Payment">
            <PaymentCell payment={booking.payment} />
          </Table.Td>
          <Table.Td data-label="To do">
            <Actions booking={booking} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}

const paymentWords: Readonly<Record<string, string>> = {
  pending: 'under way',
  unknown: 'not known yet',
  charged: 'taken',
  declined: 'declined',
  void: 'given up',
  refunded: 'given back',
  refused: 'refused',
  returned: 'given back by hand',
};

function PaymentCell({ payment }: { payment: Troubled['payment'] }) {
  if (payment === null) return null;
  return (
    <>
      <Text size="sm" className="figures">
        {money(payment.amount)} {paymentWords[payment.status] ?? payment.status}
      </Text>
      <Text size="xs" c="dimmed">
        {methodName(payment.method, undefined)}
        {payment.next_look_at === null ? '' : `, asked again ${when(payment.next_look_at)}`}
      </Text>
      {payment.detail === '' ? null : (
        <Text size="xs" c="dimmed">
          {payment.detail}
        </Text>
      )}
    </>
  );
}

function Actions({ booking: { id, payment } }: { booking: Troubled }) {
  return (
    <Group gap={6}>
      <CallsLink id={id} />
      {payment === null || payment.next_look_at === null ? null : <LookButton id={payment.id} />}
      <MoveButton id={id} />
      <CancelButton id={id} />
    </Group>
  );
}

function LookButton({ id }: { id: number }) {
  const look = useLookAtPayment();
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Ask again now about payment ${id}`}
      loading={look.isPending}
      // Said also when the row is gone by then, because what it was about is settled.
      onClick={() =>
        look.mutateAsync(id).then(
          ({ status, next_look_at }) =>
            notifications.show({
              message:
                next_look_at === null
                  ? `Settled: ${paymentWords[status] ?? status}.`
                  : 'Not known yet, or still being asked.',
              color: next_look_at === null ? 'eucalypt' : 'ochre',
            }),
          ({ message }: Error) => notifications.show({ message, color: 'red' }),
        )
      }
    >
      Ask again now
    </Button>
  );
}

const moves = [
  { value: 'booked_manually', label: 'Booked by hand' },
  { value: 'confirmed', label: 'Confirmed by the carrier' },
  { value: 'reviewed', label: 'Reviewed' },
  { value: 'request_failed', label: 'The request failed' },
];

function MoveButton({ id }: { id: number }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [status, setStatus] = useState('booked_manually');
  const [connote, setConnote] = useState('');
  const move = useSetStatus(id);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={open}
        aria-label={`Finish booking ${id} by hand`}
      >
        Finish…
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Finish booking ${id} by hand`}>
        <Stack>
          <Select
            label="What became of it"
            data={moves}
            value={status}
            allowDeselect={false}
            onChange={(value) => setStatus(value ?? 'booked_manually')}
          />
          <TextInput
            label="The carrier’s number for it"
            description="As it stands on the carrier’s own label"
            value={connote}
            onChange={(event) => setConnote(event.currentTarget.value)}
          />
          <Problem error={move.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Leave it
            </Button>
            <Button
              loading={move.isPending}
              onClick={() =>
                move.mutate(
                  { status, ...(connote.trim() === '' ? {} : { connote: connote.trim() }) },
                  { onSuccess: close },
                )
              }
            >
              Save
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function PaymentTable({ payments }: { payments: Attention['payments'] }) {
  return (
    <ListTable heads={['Since', 'Booking', 'Member', 'What', 'State', 'What to do']}>
      {payments.map((payment) => (
        <Table.Tr key={payment.id}>
          <Table.Td data-label="Since">{when(payment.created_at)}</Table.Td>
          <Table.Td data-label="Booking" className="figures">
            {payment.booking_id}
          </Table.Td>
          <Table.Td data-label="Member">
            <OwnerLink owner={payment.member} />
          </Table.Td>
          <Table.Td data-label="What">{payment.kind === 'refund' ? 'Refund' : 'Charge'}</Table.Td>
          <Table.Td data-label="State">
            <PaymentCell payment={payment} />
          </Table.Td>
          <Table.Td data-label="To do">
            <LookButton id={payment.id} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
