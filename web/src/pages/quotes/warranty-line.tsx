// What a price includes for cover of the goods.
import { Text } from '@mantine/core';
import type { Quote } from '../../api/wire.ts';
import { money } from '../../parts/figures.tsx';

export function coverWords({ insured_amount: amount, fee }: Quote): string {
  if (amount === 0) return 'No cover included';
  const cover = `cover to ${money(amount)}`;
  return fee === 0 ? `Includes ${cover}, free` : `Includes ${money(fee)} for ${cover}`;
}

type WarrantyLineProps = {
  quote: Quote;
  /** Other carriers offer cover, so a price without it says so. */
  isNamed?: boolean;
};

export function WarrantyLine({ quote, isNamed = false }: WarrantyLineProps) {
  if (quote.insured_amount === 0 && !isNamed) return null;
  return (
    <Text size="xs" c="dimmed" className="figures">
      {coverWords(quote)}
    </Text>
  );
}
