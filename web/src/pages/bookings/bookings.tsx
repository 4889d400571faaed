// Bookings, newest first or sorted by a column, with search, filters and bulk actions: a member's own, or for the
// operator those of every member.
import { Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  bookingsQuery,
  hasLabels,
  isOperators,
  type ListedBooking,
  type Reader,
} from '../../api/bookings.ts';
import { kilograms, piecesOf, plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useIsOperator } from '../../parts/is-operator.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { type Column, columnsIf } from '../../parts/list-table.tsx';
import { Listed, useListSearch } from '../../parts/listed.tsx';
import { Page } from '../../parts/page.tsx';
import { Pager, perPage } from '../../parts/pager.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { Empty } from '../../parts/states.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import type { BookingsSearch, ShownBookings } from '../../search.ts';
import { memberColumn } from '../members/owner-link.tsx';
import { BookingActions, BookingBadges } from './booking-actions.tsx';
import {
  bookedColumn,
  bookingColumn,
  carriageColumns,
  Journey,
  receiverColumn,
} from './booking-columns.tsx';
import { FilterPart, isFiltered } from './bookings-filter.tsx';
import { ChosenBookings } from './chosen-bookings.tsx';
import { useChosenBookings } from './use-chosen-bookings.ts';

export function BookingsPage() {
  const isOperator = useIsOperator();
  const reader = isOperator ? 'operator' : 'member';
  const wanted: BookingsSearch = useSearch({ strict: false });
  const { q, page = 1, show = 'booked', sort, ...filter } = wanted;
  const navigate = useNavigate();
  const { put, order, ...pages } = useListSearch(wanted);
  const isNarrowable = isOperator || q !== undefined || show === 'booked';
  const isNarrowed = isNarrowable && isFiltered(filter);
  const search: BookingsSearch = {
    q,
    // A search covers every view.
    ...(isOperator || q !== undefined ? {} : { show }),
    ...(isNarrowable ? { ...filter, sort } : {}),
  };
  const query = useQuery(bookingsQuery(reader, { ...search, page }));
  const { data } = query;
  const isOffered = isOperator ? () => true : hasLabels;
  const { bookings, chosen, onChoose, clear, chooseMatching } = useChosenBookings(
    data ?? [],
    isOffered,
  );
  const isWholePageChosen = (data ?? []).filter(isOffered).every(({ id }) => chosen.has(id));
  const hasOtherPages = page > 1 || data?.length === perPage;
  return (
    <Page
      title={isOperator ? 'All bookings' : 'Bookings'}
      actions={
        isOperator ? undefined : (
          <ButtonLink to="/quote" leftSection={<Icon name="plus" size={16} />}>
            New quote
          </ButtonLink>
        )
      }
    >
      <Group justify="space-between">
        {isOperator ? null : (
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
        )}
        <SearchField
          aria-label="Search bookings"
          placeholder="Number, connote, order, name, suburb, phone, e-mail"
          w={400}
          value={q}
          onSearch={(text) => put({ q: text }, true)}
        />
      </Group>
      {isNarrowable && (isNarrowed || data?.length !== 0) ? (
        <FilterPart
          filter={filter}
          reader={reader}
          hasFile={!isOperator && q === undefined}
          onChange={(next, { isTyped }) => put({ ...noFilter, ...next }, isTyped)}
        />
      ) : null}
      <Listed
        of={query}
        rows={data}
        what="bookings"
        views={{ list: `${reader}s-bookings`, search: wanted }}
        keyOf={({ id }) => id}
        columns={columnsFor(reader, q === undefined && show === 'quotes')}
        order={isNarrowable ? order : undefined}
        choice={{
          chosen,
          onChoose,
          all: isOperator
            ? 'Choose every booking on this page'
            : 'Choose every booking that can be printed',
          one: ({ id }) => `Choose booking ${id}`,
          isOffered,
        }}
        isDense
        page={page}
        empty={
          <Nothing isSearch={q !== undefined} isNarrowed={isNarrowed} show={show} reader={reader} />
        }
      />
      <ChosenBookings
        reader={reader}
        bookings={bookings}
        onChooseAll={
          isWholePageChosen && hasOtherPages ? () => chooseMatching(reader, search) : undefined
        }
        onClear={clear}
      />
      {(isNarrowed || sort !== undefined) && q === undefined && (data?.length ?? 0) < perPage ? (
        <Text size="sm" c="dimmed" ta="center">
          Filters and sorting cover the 10,000 newest bookings in this period.
          {isOperator ? '' : ' The CSV file has all bookings.'}
        </Text>
      ) : null}
      <Pager page={page} listed={data?.length} what="bookings" onChange={pages.onPage} />
    </Page>
  );
}

const noFilter = {
  member: undefined,
  carrier: undefined,
  status: undefined,
  from: undefined,
  to: undefined,
};

/** Quotes have no chosen carrier, so they have no pickup or price. */
const columnsFor = (reader: Reader, isQuotes: boolean): Column<ListedBooking>[] => [
  bookingColumn(reader),
  bookedColumn,
  ...columnsIf<ListedBooking>(reader === 'operator', { ...memberColumn, kind: 'yielding' }),
  receiverColumn,
  {
    heading: 'Sender',
    kind: 'written',
    isExtra: true,
    cell: ({ sender }) => sender.name || sender.company_name,
    below: ({ sender }) => placeLine(sender),
  },
  {
    heading: 'Pieces',
    kind: 'figure',
    isExtra: true,
    cell: ({ items }) => plural(piecesOf(items), 'piece'),
  },
  {
    heading: 'Weight',
    kind: 'figure',
    isExtra: reader === 'operator',
    cell: ({ charged_weight: weight }) => kilograms(weight),
  },
  ...columnsIf<ListedBooking>(!isQuotes, ...carriageColumns(reader === 'operator')),
  {
    heading: 'Status',
    kind: 'status',
    sort: 'status',
    cell: (booking) =>
      isOperators(booking) ? (
        <BookingBadges booking={booking} />
      ) : (
        <>
          <StatusBadge status={booking.status} /> <Journey booking={booking} />
        </>
      ),
  },
  ...columnsIf<ListedBooking>(reader === 'operator', {
    heading: 'Actions',
    kind: 'actions',
    isExtra: true,
    cell: (booking) => isOperators(booking) && <BookingActions booking={booking} />,
  }),
];

type NothingProps = {
  isSearch: boolean;
  isNarrowed: boolean;
  show: ShownBookings;
  reader: Reader;
};

function Nothing({ isSearch, isNarrowed, show, reader }: NothingProps) {
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
        Search for the whole number of a booking, an order or a consignment note, or for how a
        reference, a name, a suburb, a postcode, a phone number or an e-mail address begins.
      </Empty>
    );
  }
  if (reader === 'operator') {
    return (
      <Empty icon="bookings" title="No bookings yet">
        This list shows the bookings that members confirm.
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
