// Actions for an order. Closing an order takes one click and can be undone from the notification.
import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import {
  isToBeBooked,
  useDeleteOrder,
  useReopenOrder,
  useSetOrderStatus,
} from '../../api/orders.ts';
import type { Order } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { showFailed, showUndo } from '../../parts/notices.tsx';
import { OrderBadge } from './order-badge.tsx';

const closings = [
  { status: 'manually_dispatched', label: 'It was sent another way', done: 'sent another way' },
  { status: 'cancelled', label: 'It was cancelled', done: 'cancelled' },
] as const;

export function OrderActions({ order, onEdit }: { order: Order; onEdit: () => void }) {
  const navigate = useNavigate();
  const setStatus = useSetOrderStatus();
  const reopening = useReopenOrder();
  const removal = useDeleteOrder();
  const { id, transdirect_order_status: now } = order;
  const isOpen = isToBeBooked(order);
  // Also used by the notification, which stays when the person opens another page.
  const see = (change: Promise<unknown>, onDone?: () => void): void => {
    notifications.hide(noticeOf(order));
    void change.then(onDone, showFailed);
  };
  const set = (status: string, onDone?: () => void): void =>
    see(setStatus.mutateAsync({ id, status }), onDone);
  const reopen = (): void => see(reopening.mutateAsync(id));
  const close = ({ status, done }: (typeof closings)[number]): void =>
    set(status, () =>
      showUndo({
        id: noticeOf(order),
        message: `Order ${order.order_id}: ${done}.`,
        onUndo: () => (isOpen ? reopen() : set(now)),
      }),
    );
  return (
    <>
      <OrderBadge order={order} />
      {isOpen ? (
        <Button variant="default" size="sm" onClick={onEdit}>
          Edit
        </Button>
      ) : null}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="sm" rightSection={<Icon name="down" size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {closings.some(({ status }) => status === now) ? (
            <Menu.Item onClick={reopen}>Still to be sent</Menu.Item>
          ) : null}
          {closings
            .filter(({ status }) => status !== now)
            .map((closing) => (
              <Menu.Item key={closing.status} onClick={() => close(closing)}>
                {closing.label}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      <ConfirmButton
        size="sm"
        leftSection={<Icon name="trash" size={16} />}
        title="Delete this order?"
        about="It disappears from the list. If the shop sends it again, it comes back."
        verb="Delete it"
        isPending={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutateAsync(id).then(() => navigate({ to: '/orders' }))}
      >
        Delete
      </ConfirmButton>
      {isOpen ? (
        <ButtonLink to="/quote" search={{ order: id }} size="sm">
          Get quotes
        </ButtonLink>
      ) : null}
    </>
  );
}

const noticeOf = ({ id }: Order): string => `order ${id} closed`;
