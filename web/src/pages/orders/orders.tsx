// Orders from shops and files: search them, open them, and book one or many.
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { canBook, ordersQuery, useDeleteOrders } from '../../api/orders.ts';
import type { Order } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { day, money, plural } from '../../parts/figures.tsx';
import { FilterSelect } from '../../parts/filter-select.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { type Column, columnsIf, RowLink } from '../../parts/list-table.tsx';
import { Listed, useListSearch } from '../../parts/listed.tsx';
import { Page } from '../../parts/page.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { Empty } from '../../parts/states.tsx';
import { BookOrders } from './book-orders.tsx';
import { BuyersChoice } from './buyers-choice.tsx';
import { OrderBadge, shownStatuses } from './order-badge.tsx';

export function OrdersPage() {
  const wanted = useSearch({ from: '/members/orders' });
  const { q, status } = wanted;
  const { put, ...shown } = useListSearch(wanted);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isBooking, booking] = useDisclosure(false);
  const orders = useQuery(ordersQuery(wanted));
  const remove = useDeleteOrders();
  const selected = (orders.data ?? []).filter((order) => chosen.has(order.id));
  const bookable = selected.filter(canBook);
  return (
    <Page
      title="Orders"
      about="Orders from your shops or from a CSV file, ready to quote and book."
      actions={
        <ButtonLink
          to="/orders/import"
          variant="default"
          leftSection={<Icon name="upload" size={16} />}
        >
          Import CSV
        </ButtonLink>
      }
    >
      <Group justify="space-between">
        <Group gap="sm" w={{ base: '100%', xs: 'auto' }}>
          <SearchField
            aria-label="Search orders"
            placeholder="Number, name or e-mail"
            w={{ base: '100%', xs: 320 }}
            value={q}
            onSearch={(text) => put({ q: text }, true)}
          />
          <FilterSelect
            aria-label="Status"
            w={{ base: '100%', xs: 'auto' }}
            value={status}
            all="Every status"
            data={shownStatuses}
            onChange={(next) => {
              setChosen(new Set());
              put({ status: next }, true);
            }}
          />
        </Group>
        {selected.length === 0 ? null : (
          <Group gap="sm">
            <ConfirmButton
              leftSection={<Icon name="trash" size={16} />}
              title={`Delete ${plural(selected.length, 'order')}?`}
              about="They disappear from the list. If the shop sends one again, it comes back. Their bookings stay."
              verb={selected.length === 1 ? 'Delete it' : 'Delete them'}
              wayOut={selected.length === 1 ? 'Keep it' : 'Keep them'}
              isPending={remove.isPending}
              error={remove.error}
              onConfirm={() =>
                remove.mutateAsync(selected.map(({ id }) => id)).then(() => setChosen(new Set()))
              }
            >
              Delete {selected.length}…
            </ConfirmButton>
            {bookable.length === 0 ? null : (
              <Button onClick={booking.open}>Book {plural(bookable.length, 'order')}</Button>
            )}
          </Group>
        )}
      </Group>
      <Listed
        {...shown}
        of={orders}
        rows={orders.data}
        what="orders"
        views={{ list: 'orders', search: wanted }}
        keyOf={({ id }) => id}
        columns={columnsFor(orders.data ?? [])}
        choice={{
          chosen,
          onChoose: setChosen,
          all: 'Choose every order on this page',
          one: (order) => `Choose order ${order.order_id}`,
        }}
        isDense
        empty={<Nothing isSearch={q !== undefined || status !== undefined} />}
      />
      {isBooking ? (
        <BookOrders
          orders={bookable}
          onClose={() => {
            booking.close();
            setChosen(new Set());
            void orders.refetch();
          }}
        />
      ) : null}
    </Page>
  );
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  if (isSearch) {
    return (
      <Empty icon="search" title="Nothing found">
        Search for an order’s number, or part of a name or e-mail, under every status.
      </Empty>
    );
  }
  return (
    <Empty
      icon="orders"
      title="No orders yet"
      action={<ButtonLink to="/orders/import">Import a CSV file</ButtonLink>}
    >
      Shop plug-ins send orders once they have an API key. You can also import them from a CSV file.
    </Empty>
  );
}

/** Orders from a file, and from shops with a single shipping price, have no chosen carrier. */
const columnsFor = (orders: readonly Order[]): Column<Order>[] => [
  {
    heading: 'Order',
    sort: 'number',
    cell: (order) => (
      <RowLink to="/orders/$id" params={{ id: String(order.id) }}>
        {order.order_id}
      </RowLink>
    ),
    below: (order) => order.imported_from,
  },
  {
    heading: 'Imported',
    kind: 'short',
    sort: 'imported',
    cell: (order) => day(order.imported_time),
  },
  {
    heading: 'To',
    kind: 'written',
    sort: 'receiver',
    cell: (order) => order.delivery.name || order.buyer_name,
    below: ({ receiver }) => placeLine(receiver),
  },
  {
    heading: 'Goods',
    kind: 'written',
    cell: (order) => order.goods_summary || plural(order.items.length, 'line'),
  },
  {
    heading: 'Value',
    kind: 'figure',
    sort: 'value',
    cell: ({ sale_price: price }) => (price === 0 ? '' : money(price)),
  },
  ...columnsIf<Order>(
    orders.some(({ selected_courier }) => selected_courier !== null),
    { heading: 'Buyer chose', cell: (order) => <BuyersChoice order={order} /> },
  ),
  { heading: 'E-mail', kind: 'written', isExtra: true, cell: ({ buyer_email }) => buyer_email },
  { heading: 'Status', sort: 'status', cell: (order) => <OrderBadge order={order} /> },
];
