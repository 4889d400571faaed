// A member's bookings, newest first, with search, filters and printing.
import { Group, SegmentedControl, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { bookingsQuery, hasLabels } from '../../api/bookings.ts';
import type { Booking } from '../../api/wire.ts';
import { ChooseCell, type Chosen, chooseAll } from '../../parts/choose-rows.tsx';
import { kilograms, piecesOf, plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { NoMore, Pager, perPage } from '../../parts/pager.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import type { ShownBookings } from '../../search.ts';
import { BookingCell, CarriageCells, carriageHeads, Journey } from './booking-cells.tsx';
import { FilterPart, isFiltered } from './bookings-filter.tsx';
import { Printing } from './bookings-printing.tsx';
import { useChosenBookings } from './use-chosen-bookings.ts';

export function BookingsPage() {
  const { q, page = 1, show = 'booked', ...filter } = useSearch({ from: '/members/bookings' });
  const navigate = useNavigate();
  const isNarrowable = q !== undefined || show === 'booked';
  const isNarrowed = isNarrowable && isFiltered(filter);
  // A search covers every view.
  const search = {
    q,
    show: q === undefined ? show : '',
    filter: isNarrowable ? filter : {},
  };
  const { data, error, refetch, isPlaceholderData } = useQuery(bookingsQuery({ ...search, page }));
  const { bookings, chosen, onChoose, clear, chooseMatching } = useChosenBookings(data ?? []);
  const isWholePageChosen = (data ?? []).filter(hasLabels).every(({ id }) => chosen.has(id));
  const hasOtherPages = page > 1 || data?.length === perPage;
  return (
    <Page
      title="Bookings"
      actions={
        <ButtonLink to="/quote" leftSection={<Icon name="plus" size={16} />}>
          New quote
        </ButtonLink>
      }
    >
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Bookings shown"
          // A search covers every view, so none is marked.
          value={q === undefined ? show : ''}
          onChange={(next) =>
            void navigate({ to: '/bookings', search: { show: next as ShownBookings } })
          }
          data={[
            { value: 'booked', label: 'Booked' },
            { value: 'quotes', label: 'Quotes' },
            { value: 'attention', label: 'Issues' },
          ]}
        />
        <SearchField
          aria-label="Search bookings"
          placeholder="Number, reference, consignment note, order or receiver"
          w={380}
          value={q}
          onSearch={(wanted) =>
            void navigate({
              to: '/bookings',
              search: { show, q: wanted, ...filter },
              replace: true,
            })
          }
        />
      </Group>
      {isNarrowable && (isNarrowed || data?.length !== 0) ? (
        <FilterPart
          filter={filter}
          hasFile={q === undefined}
          onChange={(next, { isTyped }) =>
            void navigate({ to: '/bookings', search: { show, q, ...next }, replace: isTyped })
          }
        />
      ) : null}
      <Awaiting of={{ data, error, refetch }} what="bookings" />
      {data === undefined ? null : (
        <Panel flush>
          {data.length === 0 ? (
            <Nothing
              isSearch={q !== undefined}
              isNarrowed={isNarrowed}
              isFurther={page > 1}
              show={show}
            />
          ) : (
            <BookingTable
              bookings={data}
              isQuotes={q === undefined && show === 'quotes'}
              isOld={isPlaceholderData}
              chosen={chosen}
              onChoose={onChoose}
            />
          )}
        </Panel>
      )}
      <Printing
        bookings={bookings}
        onChooseAll={isWholePageChosen && hasOtherPages ? () => chooseMatching(search) : undefined}
        onClear={clear}
      />
      {isNarrowed && q === undefined && data !== undefined && data.length < perPage ? (
        <Text size="sm" c="dimmed" ta="center">
          Filters cover your 10,000 newest bookings in this period. The CSV file has all bookings.
        </Text>
      ) : null}
      <Pager
        page={page}
        listed={data?.length}
        what="bookings"
        onChange={(next) =>
          void navigate({ to: '/bookings', search: { q, show, ...filter, page: next } })
        }
      />
    </Page>
  );
}

type NothingProps = {
  isSearch: boolean;
  isNarrowed: boolean;
  /** This is not the first page. */
  isFurther: boolean;
  show: ShownBookings;
};

function Nothing({ isSearch, isNarrowed, isFurther, show }: NothingProps) {
  if (isFurther) return <NoMore what="bookings" />;
  if (isSearch && isNarrowed) {
    return (
      <Empty icon="search" title="Nothing found">
        No booking matches this search and these filters. Clear the search to see every booking in
        this period.
      </Empty>
    );
  }
  if (isNarrowed) {
    return (
      <Empty icon="search" title="Nothing found">
        No booking matches these filters. Clear them to see all bookings.
      </Empty>
    );
  }
  if (isSearch) {
    return (
      <Empty icon="search" title="Nothing found">
        Search for the whole number of a booking, an order or a consignment note, or for the first
        letters of words of your reference or the receiver’s name.
      </Empty>
    );
  }
  if (show === 'attention') {
    return (
      <Empty icon="check" title="No issues">
        This list shows bookings with an unconfirmed payment or carrier, and shipments that are held
        up.
      </Empty>
    );
  }
  return (
    <Empty
      icon="bookings"
      title={show === 'quotes' ? 'No quotes waiting' : 'No bookings yet'}
      action={<ButtonLink to="/quote">Get a quote</ButtonLink>}
    >
      We keep your quotes for a while. A quote becomes a booking when you choose a carrier.
    </Empty>
  );
}

type BookingTableProps = Chosen & {
  bookings: readonly Booking[];
  /** The rows are quotes without a chosen carrier, so they have no pickup or price. */
  isQuotes: boolean;
  isOld: boolean;
};

function BookingTable({ bookings, isQuotes, isOld, ...choice }: BookingTableProps) {
  const printable = bookings.filter(hasLabels).map(({ id }) => id);
  return (
    <ListTable
      heads={[
        chooseAll('Choose every booking that can be printed', printable, choice),
        'Booking',
        'Receiver',
        'Freight',
        ...(isQuotes ? [] : carriageHeads),
        'Status',
      ]}
      isHighlighted
      isOld={isOld}
    >
      {bookings.map((booking) => (
        <Table.Tr key={booking.id}>
          <ChooseCell
            id={booking.id}
            label={`Choose booking ${booking.id}`}
            isOffered={hasLabels(booking)}
            {...choice}
          />
          <BookingCell booking={booking} />
          <Table.Td data-label="Receiver" data-written>
            <Text size="sm">{booking.receiver.name || booking.receiver.company_name}</Text>
            <Text size="sm">{placeLine(booking.receiver)}</Text>
            <Text size="xs" c="dimmed">
              from {placeLine(booking.sender)}
            </Text>
          </Table.Td>
          <Table.Td data-label="Freight" className="figures unbroken">
            <Text size="sm">{plural(piecesOf(booking.items), 'piece')}</Text>
            <Text size="xs" c="dimmed">
              {kilograms(booking.charged_weight)}
            </Text>
          </Table.Td>
          {isQuotes ? null : <CarriageCells booking={booking} />}
          <Table.Td data-label="Status">
            <StatusBadge status={booking.status} />
            <Journey booking={booking} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
