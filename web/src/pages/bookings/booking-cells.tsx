// The cells that lists of bookings share.
import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCarrierName } from '../../api/carriers.ts';
import type { Booking, OperatorBooking } from '../../api/wire.ts';
import { money, pickupOf, when } from '../../parts/figures.tsx';
import { rowLink } from '../../parts/list-table.tsx';
import { MarkedCarrier } from '../../parts/marked-carrier.tsx';
import { OwnerLink } from '../members/owner-link.tsx';

type BookingCellProps = { booking: Booking; isOperator?: boolean };

export function BookingCell({ booking, isOperator = false }: BookingCellProps) {
  const { id, order, customer_reference: reference } = booking;
  return (
    <Table.Td data-label="Booking">
      <Link
        to={isOperator ? '/operator/bookings/$id' : '/bookings/$id'}
        params={{ id: String(id) }}
        className={rowLink}
        aria-label={`Booking ${id}`}
      >
        {id}
      </Link>
      <Text size="xs" c="dimmed" className="unbroken">
        {when(booking.confirmed_at ?? booking.booked_at)}
      </Text>
      {reference === undefined ? null : (
        <Text size="xs" className="unbroken" truncate maw={180} title={reference}>
          Ref {reference}
        </Text>
      )}
      {order === undefined ? null : <Text size="xs">Order {order.order_number}</Text>}
    </Table.Td>
  );
}

export function MemberCell({ member }: Pick<OperatorBooking, 'member'>) {
  return (
    <Table.Td data-label="Member" data-written miw={100}>
      <OwnerLink owner={member} />
    </Table.Td>
  );
}

export const carriageHeads = ['Carrier', 'Pickup', { figure: 'Price' }];

export function CarriageCells({ booking }: { booking: Booking }) {
  const nameOf = useCarrierName();
  const { courier, connote, cost } = booking;
  const pickup = pickupOf(booking.pickup_window);
  return (
    <>
      <Table.Td data-label="Carrier">
        {courier ? (
          <Text size="sm" component="div">
            <MarkedCarrier carrier={nameOf(courier).carrier} />
          </Text>
        ) : null}
        {connote === null ? null : (
          <Text size="xs" c="dimmed" className="mono">
            {connote}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Pickup">
        {pickup === undefined ? null : (
          <>
            <Text size="sm" className="unbroken">
              {pickup.day}
            </Text>
            <Text size="xs" c="dimmed" className="figures unbroken">
              {pickup.hours}
            </Text>
          </>
        )}
      </Table.Td>
      <Table.Td data-label="Price" data-figure className="figures">
        {cost === null || cost === undefined ? null : money(cost)}
      </Table.Td>
    </>
  );
}

/** The shipment's stage, if a carrier has it. */
export function Journey({ booking: { journey, status } }: { booking: Booking }) {
  if (journey === undefined || status === 'Cancelled') return null;
  const isHeldUp = journey.state === 'attention';
  return (
    <Text
      size="xs"
      mt={4}
      c={isHeldUp ? 'var(--mantine-color-error)' : 'dimmed'}
      fw={isHeldUp ? 600 : 400}
    >
      {journey.phrase}
    </Text>
  );
}
