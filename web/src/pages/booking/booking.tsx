// One booking: its journey, its freight, and what can be done with it next.
import { Alert, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { bookingQuery, isUnsettled, useDeleteBooking } from '../../api/bookings.ts';
import type { Address, Booking } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { kilograms, money, when } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { Loading, Problem } from '../../parts/states.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { Consignment } from './consignment.tsx';
import { DocumentsPart } from './documents-part.tsx';

/** While nobody knows yet what became of a payment, the answer is looked for this often. */
const lookAgainMs = 3_000;

export function BookingPage() {
  const { id } = useParams({ from: '/members/bookings/$id' });
  const {
    data: booking,
    error,
    refetch,
  } = useQuery({
    ...bookingQuery(Number(id)),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnsettled(state.data) ? lookAgainMs : false,
  });
  return (
    <Page
      title={`Booking ${id}`}
      above={<BackLink to="/bookings">Bookings</BackLink>}
      about={
        booking === undefined ? undefined : (
          <>
            {placeLine(booking.sender)} → {placeLine(booking.receiver)}
            {booking.order === undefined ? null : (
              <>
                {' · '}
                <TextLink to="/orders/$id" params={{ id: String(booking.order.order_id) }}>
                  Order {booking.order.order_number}
                </TextLink>
              </>
            )}
          </>
        )
      }
      actions={booking === undefined ? null : <Actions booking={booking} />}
    >
      {error === null ? null : <Problem error={error} onRetry={() => void refetch()} />}
      {booking === undefined ? (
        error === null && <Loading what="the booking" />
      ) : (
        <BookingParts booking={booking} />
      )}
    </Page>
  );
}

function Actions({ booking }: { booking: Booking }) {
  const navigate = useNavigate();
  const remove = useDeleteBooking(booking.id);
  return (
    <>
      <StatusBadge status={booking.status} />
      {booking.status === 'new' ? (
        <>
          <ConfirmButton
            size="sm"
            leftSection={<Icon name="trash" size={16} />}
            title="Delete this quote?"
            about="It is not paid for, so nothing is lost but the prices."
            verb="Delete it"
            isPending={remove.isPending}
            error={remove.error}
            onConfirm={() =>
              remove.mutateAsync(undefined).then(() => navigate({ to: '/bookings' }))
            }
          >
            Delete
          </ConfirmButton>
          <ButtonLink to="/quote" search={{ booking: booking.id }} size="sm">
            Choose a carrier
          </ButtonLink>
        </>
      ) : (
        <ButtonLink
          to="/quote"
          search={{ again: booking.id }}
          size="sm"
          variant="default"
          leftSection={<Icon name="refresh" size={16} />}
        >
          Book again
        </ButtonLink>
      )}
    </>
  );
}

function BookingParts({ booking }: { booking: Booking }) {
  return (
    <Stack gap="lg">
      <WhereItStands booking={booking} />
      {booking.status === 'new' ? null : <Consignment booking={booking} />}
      {booking.connote === null ? null : <DocumentsPart booking={booking} />}
      {booking.connote === null ? null : (
        <Panel title="Tracking">
          <Timeline reference={booking.connote} />
        </Panel>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Panel title="From">
          <AddressLines address={booking.sender} />
        </Panel>
        <Panel title="To">
          <AddressLines address={booking.receiver} />
        </Panel>
      </SimpleGrid>
      <Panel title="Items">
        <ItemTable booking={booking} />
      </Panel>
      <Text size="sm" c="dimmed">
        Quoted {when(booking.booked_at)}
        {booking.booked_by === '' ? '' : ` by ${booking.booked_by}`}
      </Text>
    </Stack>
  );
}

/** Of a booking that is neither a quote nor simply booked: what that means for its money, and who acts. */
function WhereItStands({ booking }: { booking: Booking }) {
  if (isUnsettled(booking)) {
    return (
      <Alert color="ochre" icon={<Icon name="clock" />} title="Not certain yet" role="status">
        The payment or the carrier has not answered. It is being settled by itself, and nothing is
        charged twice; this page shows what became of it.
      </Alert>
    );
  }
  if (booking.status === 'Request Failed') {
    return (
      <Alert color="red" icon={<Icon name="alert" />} title="The carrier has not answered">
        Nobody knows yet whether it takes this booking. Your freight desk finds out, then books it
        by hand, or cancels it and gives back what was charged. Do not book it again meanwhile: it
        could be picked up and charged twice.
      </Alert>
    );
  }
  if (booking.status === 'Pending Review') {
    return (
      <Alert color="ochre" icon={<Icon name="clock" />} title="Your freight desk looks at it">
        It goes on, or is cancelled and what was charged is given back, when they have. Nothing more
        is charged meanwhile, and the carrier may not know of it yet.
      </Alert>
    );
  }
  return null;
}

function AddressLines({ address }: { address: Address }) {
  const lines = [
    address.company_name,
    address.name,
    address.address,
    placeLine(address),
    address.phone,
    address.email,
  ].filter((line) => line.trim() !== '');
  return (
    <Stack gap={2}>
      {lines.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      <Text size="sm" c="dimmed">
        {address.type === 'business' ? 'Business' : 'Home'}
      </Text>
    </Stack>
  );
}

function ItemTable({ booking }: { booking: Booking }) {
  const notes = [
    booking.description,
    booking.declared_value === 0 ? '' : `Value of the goods: ${money(booking.declared_value)}`,
    booking.tailgate_pickup ? 'Tailgate at pickup' : '',
    booking.tailgate_delivery ? 'Tailgate at delivery' : '',
    booking.pickup_instructions,
    booking.special_instructions,
  ].filter((note) => note !== '');
  return (
    <>
      <Table className="figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Qty</Table.Th>
            <Table.Th>Packaging</Table.Th>
            <Table.Th>Each</Table.Th>
            <Table.Th>Size, cm</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {booking.items.map((item) => (
            <Table.Tr key={item.id}>
              <Table.Td>{item.quantity}</Table.Td>
              <Table.Td>{item.description}</Table.Td>
              <Table.Td>{kilograms(item.weight)}</Table.Td>
              <Table.Td>
                {item.length} × {item.width} × {item.height}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {notes.length === 0 ? null : (
        <Group gap="lg" mt="sm">
          {notes.map((note) => (
            <Text key={note} size="sm" c="dimmed">
              {note}
            </Text>
          ))}
        </Group>
      )}
    </>
  );
}
