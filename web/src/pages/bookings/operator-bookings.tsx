// Bookings of all members, newest first, for the operator: search, settle and cancel.
import { Group, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { operatorBookingsQuery } from '../../api/operator.ts';
import type { OperatorBooking } from '../../api/wire.ts';
import { ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { NoMore, Pager } from '../../parts/pager.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import type { OperatorBookingsSearch } from '../../search.ts';
import { MemberSelect } from '../members/member-select.tsx';
import { BookingActions, BookingStanding } from './booking-actions.tsx';
import { BookingCell, CarriageCells, carriageHeads, MemberCell } from './booking-cells.tsx';

export function OperatorBookingsPage() {
  const wanted = useSearch({ from: '/members/operators/operator/bookings' });
  const { page = 1 } = wanted;
  const navigate = useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(operatorBookingsQuery(wanted));
  return (
    <Page title="All bookings" about="Of every member, the newest first.">
      <Filters wanted={wanted} />
      <Awaiting of={{ data, error, refetch }} what="bookings" />
      {data === undefined ? null : (
        <Panel flush>
          {data.length === 0 ? (
            <Nothing wanted={wanted} />
          ) : (
            <BookingTable bookings={data} isOld={isPlaceholderData} />
          )}
        </Panel>
      )}
      <Pager
        page={page}
        listed={data?.length}
        what="bookings"
        onChange={(next) =>
          void navigate({ to: '/operator/bookings', search: { ...wanted, page: next } })
        }
      />
    </Page>
  );
}

function Filters({ wanted }: { wanted: OperatorBookingsSearch }) {
  const navigate = useNavigate();
  // A changed filter starts at the first page.
  const choose = (change: OperatorBookingsSearch): void => {
    const search = { ...wanted, page: undefined, ...change };
    void navigate({ to: '/operator/bookings', search, replace: true });
  };
  return (
    <Group align="flex-end" gap="sm" data-screen>
      <SearchField
        label="Search"
        placeholder="Number, connote, order, name"
        w={{ base: '100%', xs: 320 }}
        value={wanted.q}
        onSearch={(q) => choose({ q })}
      />
      <MemberSelect value={wanted.member} onChange={(member) => choose({ member })} />
    </Group>
  );
}

function Nothing({ wanted: { q, page = 1 } }: { wanted: OperatorBookingsSearch }) {
  if (q !== undefined) {
    return (
      <Empty icon="search" title="Nothing found">
        Search for the whole number of a booking, an order or a consignment note, or for the first
        letters of words of the name of a receiver, a sender or a member. Orders are searched among
        the 2,000 newest.
      </Empty>
    );
  }
  if (page > 1) return <NoMore what="bookings" />;
  return (
    <Empty icon="bookings" title="No bookings yet">
      This list shows the bookings that members confirm.
    </Empty>
  );
}

type BookingTableProps = { bookings: readonly OperatorBooking[]; isOld: boolean };

function BookingTable({ bookings, isOld }: BookingTableProps) {
  return (
    <ListTable heads={['Booking', 'Member', ...carriageHeads, 'Status', 'Actions']} isOld={isOld}>
      {bookings.map((booking) => (
        <Table.Tr key={booking.id}>
          <BookingCell booking={booking} isOperator />
          <MemberCell member={booking.member} />
          <CarriageCells booking={booking} />
          <Table.Td data-label="Status">
            <BookingStanding booking={booking} />
          </Table.Td>
          <Table.Td data-label="Actions">
            <BookingActions booking={booking} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
