// The first cells of a booking's row in the operator's lists: id, time and member.
import { Table, Text } from '@mantine/core';
import type { OperatorBooking } from '../../api/wire.ts';
import { when } from '../../parts/figures.tsx';
import { TextLink } from '../../parts/links.tsx';
import { OwnerLink } from '../members/owner-link.tsx';

type BookingCellsProps = { booking: Pick<OperatorBooking, 'id' | 'created_at' | 'member'> };

export function BookingCells({ booking: { id, created_at, member } }: BookingCellsProps) {
  return (
    <>
      <Table.Td data-label="Booking">
        <TextLink
          to="/operator/bookings/$id"
          params={{ id: String(id) }}
          size="sm"
          fw={600}
          className="figures"
          aria-label={`Booking ${id}`}
        >
          {id}
        </TextLink>
        <Text size="xs" c="dimmed" className="unbroken">
          {when(created_at)}
        </Text>
      </Table.Td>
      <Table.Td data-label="Member" data-written miw={100}>
        <OwnerLink owner={member} />
      </Table.Td>
    </>
  );
}
