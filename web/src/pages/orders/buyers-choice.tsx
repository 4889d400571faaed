// The carrier that the buyer chose in the shop, and the price they paid there.
import { Text } from '@mantine/core';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import type { Order } from '../../api/wire.ts';
import { money } from '../../parts/figures.tsx';

export function BuyersChoice({ order }: { order: Order }) {
  const nameOf = useCarrierName();
  if (order.selected_courier === null) return null;
  return (
    <>
      <Text size="sm">{fullName(nameOf(order.selected_courier))}</Text>{' '}
      {order.courier_price === 0 ? null : (
        <Text size="xs" c="dimmed" className="figures">
          {money(order.courier_price)} paid
        </Text>
      )}
    </>
  );
}
