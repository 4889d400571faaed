// All bookings of a member, newest first, with a search by any detail that people remember.
import { Group, SegmentedControl, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { bookingsQuery, hasLabels } from '../../api/bookings.ts';
import { useCarrierName } from '../../api/carriers.ts';
import type { Booking } from '../../api/wire.ts';
import { ChooseCell, type Chosen, chooseAll } from '../../parts/choose-rows.tsx';
import { kilograms, money, pickupOf, piecesOf, plural, when } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { ListTable, rowLink } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { NoMore, Pager, perPage } from '../../parts/pager.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import type { ShownBookings } from '../../search.ts';
import { FilterPart, isFiltered } from './bookings-filter.tsx';
import { Printing } from './bookings-printing.tsx';

export function BookingsPage() {
  const { q, page = 1, show = 'booked', ...filter } = useSearch({ from: '/members/bookings' });
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const isNarrowable = q !== undefined || show === 'booked';
  const isNarrowed = isNarrowable && isFiltered(filter);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    // A search covers every view.
    bookingsQuery({
      q,
      page,
      show: q === undefined ? show : '',
      filter: isNarrowable ? filter : {},
    }),
  );
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
          aria-label="Which bookings"
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
          placeholder="Number, consignment note, order or receiver"
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
              onChoose={setChosen}
            />
          )}
        </Panel>
      )}
      <Printing
        bookings={(data ?? []).filter(({ id }) => chosen.has(id))}
        onChooseNone={() => setChosen(new Set())}
      />
      {q !== undefined && data !== undefined && data.length >= perPage ? (
        <Text size="sm" c="dimmed" ta="center">
          These are the {perPage} newest. Type more of the name to find older ones.
        </Text>
      ) : null}
      {isNarrowed && q === undefined && data !== undefined && data.length < perPage ? (
        <Text size="sm" c="dimmed" ta="center">
          Filters cover your 10,000 newest bookings in this period. The CSV file has all bookings.
        </Text>
      ) : null}
      <Pager
        page={page}
        listed={q === undefined ? data?.length : undefined}
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
        Nothing matches this search and these filters. Names are only looked for among your 500
        newest bookings; clear the search to see everything in this period.
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
        Search for the whole number of a booking or of its order, for a consignment note as it is
        printed on the label, or for part of the receiver’s name: names are found among your 500
        newest bookings.
      </Empty>
    );
  }
  if (show === 'attention') {
    return (
      <Empty icon="check" title="Nothing to look at">
        Bookings whose payment or carrier has not answered, and shipments that are held up on their
        way, would be here.
      </Empty>
    );
  }
  return (
    <Empty
      icon="bookings"
      title={show === 'quotes' ? 'No quotes waiting' : 'No bookings yet'}
      action={<ButtonLink to="/quote">Get a quote</ButtonLink>}
    >
      Every quote you ask for is kept for a while, and becomes a booking when you choose a carrier.
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
        ...(isQuotes ? [] : ['Carrier', 'Pickup', { figure: 'Price' }]),
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
          <Table.Td data-label="Booking">
            <Link to="/bookings/$id" params={{ id: String(booking.id) }} className={rowLink}>
              {booking.id}
            </Link>
            <Text size="xs" c="dimmed" className="unbroken">
              {when(booking.confirmed_at ?? booking.booked_at)}
            </Text>
            {booking.order === undefined ? null : (
              <Text size="xs">Order {booking.order.order_number}</Text>
            )}
          </Table.Td>
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

/** The shipment's stage, if a carrier has it. */
function Journey({ booking: { journey, status } }: { booking: Booking }) {
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

function CarriageCells({ booking }: { booking: Booking }) {
  const nameOf = useCarrierName();
  const { courier, connote, cost } = booking;
  return (
    <>
      <Table.Td data-label="Carrier">
        {courier ? <Text size="sm">{nameOf(courier).carrier}</Text> : null}
        {connote === null ? null : (
          <Text size="xs" c="dimmed" className="mono">
            {connote}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Pickup" className="unbroken">
        {pickupOf(booking.pickup_window)?.day}
      </Table.Td>
      <Table.Td data-label="Price" data-figure className="figures">
        {cost === null || cost === undefined ? null : money(cost)}
      </Table.Td>
    </>
  );
}
