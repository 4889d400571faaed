// The lower price that the shop's own rules show to buyers, beside the cost of the booking.
import { Text } from '@mantine/core';
import type { Quote } from '../../api/wire.ts';
import { money } from '../../parts/figures.tsx';

type BuyersPriceProps = { quote: Quote; size?: 'xs' | 'sm' };

export function BuyersPrice({ quote, size = 'xs' }: BuyersPriceProps) {
  if (quote.booking_cost === undefined) return null;
  return (
    <Text size={size} c="dimmed" className="figures">
      Shown to buyers as {money(quote.total)}
    </Text>
  );
}
