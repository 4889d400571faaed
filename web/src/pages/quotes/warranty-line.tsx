// The cover of the goods and its cost, under a price.
import { Text } from '@mantine/core';
import type { Quote } from '../../api/wire.ts';
import { money } from '../../parts/figures.tsx';

export function WarrantyLine({ quote }: { quote: Quote }) {
  if (quote.insured_amount === 0) return null;
  const fee = quote.fee === 0 ? ', free' : ` for ${money(quote.fee)}`;
  return (
    <Text size="xs" c="dimmed" className="figures">
      covered to {money(quote.insured_amount)}
      {fee}
    </Text>
  );
}
