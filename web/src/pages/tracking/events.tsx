// The operator's tracking events: found by consignment, added and removed one by one, or imported from a file.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { bookingsQuery, type ListedBooking } from '../../api/bookings.ts';
import { type Column, ListTable, RowLink } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import { receiverColumn } from '../bookings/booking-columns.tsx';
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
  const { data, error, refetch, isPlaceholderData } = useQuery(bookingsQuery('operator', { q }));
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
          rows={consignments}
          keyOf={({ id }) => id}
          columns={columnsOf(q)}
          isDense
          isOld={isPlaceholderData}
        />
      )}
    </Panel>
  );
}

const columnsOf = (q: string): Column<ListedBooking>[] => [
  {
    heading: 'Consignment note',
    cell: ({ id, connote }) => (
      <RowLink to="/operator/tracking" search={{ q, booking: id }}>
        {connote}
      </RowLink>
    ),
    below: ({ id }) => `Booking ${id}`,
  },
  {
    heading: 'Member',
    kind: 'written',
    cell: ({ member }) => member?.company || member?.email,
  },
  receiverColumn,
];
