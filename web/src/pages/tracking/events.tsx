// The operator's tracking events: found by consignment, added and removed one by one, or imported from a file.
import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { operatorBookingsQuery } from '../../api/operator.ts';
import type { OperatorBooking } from '../../api/wire.ts';
import { ListTable, rowLink } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import { BookingEvents } from './booking-events.tsx';
import { EventsImport } from './events-import.tsx';

export function EventsPage() {
  const { q, booking } = useSearch({ from: '/members/operators/operator/tracking' });
  const navigate = useNavigate();
  return (
    <Page
      title="Tracking events"
      about="For carriers that report by phone, e-mail or file. Members and receivers see each event at once."
    >
      <SearchField
        aria-label="Find a consignment"
        placeholder="Booking, consignment note, order or name"
        w={360}
        value={q}
        onSearch={(text) =>
          void navigate({
            to: '/operator/tracking',
            search: text === undefined ? {} : { q: text },
            replace: true,
          })
        }
      />
      {booking === undefined ? (
        q === undefined ? (
          <EventsImport />
        ) : (
          <Found q={q} />
        )
      ) : (
        <BookingEvents key={booking} booking={booking} />
      )}
    </Page>
  );
}

function Found({ q }: { q: string }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(operatorBookingsQuery({ q }));
  if (data === undefined) return <Awaiting of={{ data, error, refetch }} what="the consignments" />;
  const consignments = data.filter(({ connote }) => connote !== null);
  const [only] = consignments;
  if (consignments.length === 1 && only !== undefined && !isPlaceholderData)
    return <BookingEvents key={only.id} booking={only.id} />;
  return (
    <Panel flush>
      {only === undefined ? (
        <Empty icon="search" title="No consignment found">
          Events belong to a confirmed booking. Check the number.
        </Empty>
      ) : (
        <ListTable
          heads={['Consignment note', 'Member', 'Receiver']}
          isHighlighted
          isOld={isPlaceholderData}
        >
          {consignments.map((one) => (
            <FoundRow key={one.id} booking={one} q={q} />
          ))}
        </ListTable>
      )}
    </Panel>
  );
}

function FoundRow({ booking, q }: { booking: OperatorBooking; q: string }) {
  const { id, connote, member, receiver } = booking;
  return (
    <Table.Tr>
      <Table.Td data-label="Note">
        <Stack gap={0}>
          <Link to="/operator/tracking" search={{ q, booking: id }} className={rowLink}>
            {connote}
          </Link>
          <Text size="xs" c="dimmed">
            Booking {id}
          </Text>
        </Stack>
      </Table.Td>
      <Table.Td data-label="Member" data-written>
        {member === null ? null : member.company || member.email}
      </Table.Td>
      <Table.Td data-label="Receiver" data-written>
        <Text size="sm">{receiver.name || receiver.company_name}</Text>
        <Text size="xs" c="dimmed">
          {placeLine(receiver)}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
