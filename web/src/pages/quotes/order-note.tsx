// Names the order that a quote is for. An order that has been booked or cancelled meanwhile is dropped, so that the
// next quote is not mistaken for it.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { isToBeBooked, orderQuery } from '../../api/orders.ts';
import { money } from '../../parts/figures.tsx';
import { TextLink } from '../../parts/links.tsx';
import classes from './quote-list.module.css';

export function OrderNote({ id, onForget }: { id: number; onForget: () => void }) {
  const { data: order, error } = useQuery(orderQuery(id));
  const nameOf = useCarrierName();
  const isOver = error !== null || (order !== undefined && !isToBeBooked(order));
  useEffect(() => {
    if (isOver) onForget();
  }, [isOver, onForget]);
  if (order === undefined || isOver) return null;
  return (
    <Group className={classes.stale} justify="space-between" role="status">
      <Text size="sm">
        For order{' '}
        <TextLink to="/orders/$id" params={{ id: String(id) }} size="sm">
          {order.order_id}
        </TextLink>
        , which is booked with the carrier you choose.
        {order.selected_courier === null
          ? ''
          : ` The buyer chose ${fullName(nameOf(order.selected_courier))}${order.courier_price === 0 ? '' : ` and paid ${money(order.courier_price)} for it`}.`}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onForget}>
        Remove order
      </Button>
    </Group>
  );
}
