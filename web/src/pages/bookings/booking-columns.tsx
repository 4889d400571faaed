// The columns that lists of bookings share.
import { Text } from '@mantine/core';
import { useCarrierName } from '../../api/carriers.ts';
import type { Booking } from '../../api/wire.ts';
import { day, money, pickupOf } from '../../parts/figures.tsx';
import { type Column, RowLink } from '../../parts/list-table.tsx';
import { MarkedCarrier } from '../../parts/marked-carrier.tsx';
import { placeLine } from '../../parts/place-line.ts';

export const bookingColumn = (reader: 'member' | 'operator'): Column<Booking> => ({
  heading: 'Booking',
  cell: ({ id }) => (
    <RowLink
      to={reader === 'operator' ? '/operator/bookings/$id' : '/bookings/$id'}
      params={{ id: String(id) }}
      aria-label={`Booking ${id}`}
    >
      {id}
    </RowLink>
  ),
  below: ({ customer_reference: reference, order }) =>
    [reference && `Ref ${reference}`, order && `Order ${order.order_number}`]
      .filter((part) => part)
      .join(', '),
});

export const bookedColumn: Column<Booking> = {
  heading: 'Booked',
  kind: 'short',
  sort: 'booked',
  cell: (booking) => day(booking.confirmed_at ?? booking.booked_at),
};

export const receiverColumn: Column<Booking> = {
  heading: 'Receiver',
  kind: 'yielding',
  cell: ({ receiver }) => receiver.name || receiver.company_name,
  below: ({ receiver }) => placeLine(receiver),
};

export const carrierColumn: Column<Booking> = {
  heading: 'Carrier',
  kind: 'yielding',
  sort: 'carrier',
  cell: ({ courier }) => (courier ? <CarrierName of={courier} /> : null),
};

function CarrierName({ of }: { of: string }) {
  return <MarkedCarrier carrier={useCarrierName()(of).carrier} />;
}

export const carriageColumns = (isPickupExtra = false): Column<Booking>[] => [
  carrierColumn,
  { heading: 'Connote', kind: 'code', cell: ({ connote }) => connote },
  {
    heading: 'Pickup',
    kind: 'short',
    isExtra: isPickupExtra,
    cell: (booking) => pickupOf(booking.pickup_window)?.day,
  },
  {
    heading: 'Price',
    kind: 'figure',
    sort: 'price',
    cell: ({ cost }) => (cost === null || cost === undefined ? null : money(cost)),
  },
];

/** The shipment's stage, if a carrier has it. */
export function Journey({ booking: { journey, status } }: { booking: Booking }) {
  if (journey === undefined || status === 'Cancelled') return null;
  const isHeldUp = journey.state === 'attention';
  return (
    <Text
      span
      size="xs"
      c={isHeldUp ? 'var(--mantine-color-error)' : 'dimmed'}
      fw={isHeldUp ? 600 : 400}
    >
      {journey.phrase}
    </Text>
  );
}
