// Beside what a booking costs: what the shop itself shows its buyers, where a rule of the shop's own makes that less.
import { Text } from '@mantine/core';
import type { Quote } from '../../api/wire.ts';
import { money } from '../../parts/figures.tsx';

export function BuyersPrice({ quote }: { quote: Quote }) {
  if (quote.booking_cost === undefined) return null;
  return (
    <Text size="xs" c="dimmed" className="figures">
      shown to buyers as {money(quote.total)}
    </Text>
  );
}
