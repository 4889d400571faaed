// An order's page: receiver, items, what is missing, and the link to its booking.
import { Alert, Button, Group, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { canBook, isToBeBooked, orderQuery } from '../../api/orders.ts';
import type { Order } from '../../api/wire.ts';
import { AddressLines } from '../../parts/address-lines.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { day, money } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ItemsTable } from '../../parts/items-table.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { plainSentence } from '../../parts/plain-words.ts';
import { Awaiting } from '../../parts/states.tsx';
import { BuyersChoice } from './buyers-choice.tsx';
import { EditOrder } from './edit-order.tsx';
import { OrderActions } from './order-actions.tsx';

export function OrderPage() {
  const id = Number(useParams({ from: '/members/orders/$id' }).id);
  const { data: order, error, refetch } = useQuery(orderQuery(id));
  const [isEditing, editing] = useDisclosure(false);
  return (
    <Page
      title={order === undefined ? 'Order' : `Order ${order.order_id}`}
      above={<BackLink to="/orders">Orders</BackLink>}
      about={
        order === undefined ? undefined : `From ${order.imported_from}, ${day(order.imported_time)}`
      }
      actions={order === undefined ? null : <OrderActions order={order} onEdit={editing.open} />}
    >
      <Awaiting of={{ data: order, error, refetch }} what="the order" />
      {order === undefined ? null : <OrderParts order={order} onEdit={editing.open} />}
      {order !== undefined && isEditing ? (
        <EditOrder order={order} onClose={editing.close} />
      ) : null}
    </Page>
  );
}

type PartProps = { order: Order; onEdit: () => void };

function OrderParts({ order, onEdit }: PartProps) {
  return (
    <Stack gap="lg">
      {canBook(order) || order.not_ready.length === 0 ? null : (
        <Alert color="ochre" icon={<Icon name="alert" />} title="Not ready to book">
          <List size="sm">
            {order.not_ready.map((reason) => (
              <List.Item key={reason}>{plainSentence(reason)}</List.Item>
            ))}
          </List>
          {isToBeBooked(order) ? (
            <Button size="xs" variant="default" mt="sm" onClick={onEdit}>
              Put it right
            </Button>
          ) : null}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Panel title="To">
          <AddressLines address={order.receiver} />
        </Panel>
        <Panel title="Sale">
          <Stack gap={2}>
            <Text>{order.goods_summary || 'No summary of the goods'}</Text>
            <Text className="figures">{money(order.sale_price)}</Text>
            <Text size="sm" c="dimmed">
              {[order.buyer_name, order.buyer_email].filter((part) => part !== '').join(', ')}
            </Text>
            {order.selected_courier === null ? null : (
              <Stack gap={0} mt="xs">
                <Text size="xs" c="dimmed">
                  The buyer chose
                </Text>
                <BuyersChoice order={order} />
              </Stack>
            )}
            {order.transdirect_order_id === null ? null : (
              <Group mt="xs">
                <ButtonLink
                  to="/bookings/$id"
                  params={{ id: String(order.transdirect_order_id) }}
                  variant="light"
                  size="xs"
                >
                  Booking {order.transdirect_order_id}
                </ButtonLink>
              </Group>
            )}
          </Stack>
        </Panel>
      </SimpleGrid>
      <Panel title="Items">
        <ItemsTable items={order.items} />
      </Panel>
    </Stack>
  );
}
