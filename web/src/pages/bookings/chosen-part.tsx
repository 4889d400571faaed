// The chosen carrier with its price and rates, and the items.
import { Group, List, Select, Text } from '@mantine/core';
import { fullName, useCarrierName, useIsSample } from '../../api/carriers.ts';
import type { Booking, Quote } from '../../api/wire.ts';
import { kilograms, money, piecesOf, plural } from '../../parts/figures.tsx';
import { Panel } from '../../parts/page.tsx';
import { SampleNote } from '../../parts/sample-note.tsx';
import { BuyersPrice } from '../quotes/buyers-price.tsx';
import { bookingCost, serviceName, transitWords } from '../quotes/market.ts';
import { coverWords } from '../quotes/warranty-line.tsx';

type ChosenPartProps = {
  carrier: string;
  quote: Quote;
  tier: number | undefined;
  onTier: (tier: number | undefined) => void;
};

export function ChosenPart({ carrier, quote, tier, onTier }: ChosenPartProps) {
  const name = useCarrierName()(carrier);
  const isSample = useIsSample();
  return (
    <Panel>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text fw={650}>{fullName(name)}</Text>
          <Text size="sm" c="dimmed">
            {[serviceName(quote.service), transitWords(quote.transit_time)]
              .filter((part) => part !== '')
              .join(' · ')}
          </Text>
          <Text size="sm" c="dimmed">
            {coverWords(quote)}
          </Text>
        </div>
        <Text fw={650} fz="xl" className="figures">
          {money(bookingCost(quote, tier))}
        </Text>
      </Group>
      {quote.estimated ? (
        <Text size="sm" mt="xs">
          <b>Estimated</b> from the carrier’s rate card, because the carrier did not answer.
        </Text>
      ) : null}
      <BuyersPrice quote={quote} size="sm" />
      {quote.tiers === undefined || quote.tiers.length === 0 ? null : (
        <Select
          mt="sm"
          label="Rate"
          allowDeselect={false}
          data={[
            { value: 'everyday', label: `Everyday: ${money(bookingCost(quote))}` },
            ...quote.tiers.map((one) => ({
              value: String(one.identifier),
              label: `${one.description}: ${money(one.total)}`,
            })),
          ]}
          value={String(tier ?? 'everyday')}
          onChange={(value) => onTier(value === 'everyday' ? undefined : Number(value))}
        />
      )}
      <SampleNote samples={isSample(quote) ? 1 : 0} of={1} mt="sm" />
    </Panel>
  );
}

export function PiecesPart({ booking: { items } }: { booking: Booking }) {
  const weight = items.reduce((sum, item) => sum + item.quantity * item.weight, 0);
  return (
    <Panel title="What travels" about={`${plural(piecesOf(items), 'piece')}, ${kilograms(weight)}`}>
      <List size="sm" listStyleType="none" className="figures">
        {items.map((item) => (
          <List.Item key={item.id}>
            {item.quantity} × {item.description}, {kilograms(item.weight)}, {item.length} ×{' '}
            {item.width} × {item.height} cm
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}
