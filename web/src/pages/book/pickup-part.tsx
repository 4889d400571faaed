// On which of the days that its carrier collects.
import { Chip, Group, Text } from '@mantine/core';
import type { ApiError } from '../../api/client.ts';
import type { Quote } from '../../api/wire.ts';
import { clockTime, pickupDay } from '../../parts/figures.tsx';
import { Panel } from '../../parts/page.tsx';

type PickupPartProps = {
  quote: Quote;
  pastDates: readonly string[];
  value: string;
  onChange: (date: string) => void;
  refusal: ApiError | undefined;
};

export function PickupPart({ quote, pastDates, value, onChange, refusal }: PickupPartProps) {
  const wrong = refusal?.field('pickup_date');
  return (
    <Panel
      title="Pickup"
      about={`Between ${clockTime(quote.pickup_time.from)} and ${clockTime(quote.pickup_time.to)}`}
    >
      <Chip.Group value={value} onChange={(date) => onChange(String(date))}>
        <Group gap={6} role="group" aria-label="Pickup date">
          {quote.pickup_dates.map((date) => (
            <Chip
              key={date}
              value={date}
              size="sm"
              variant="outline"
              disabled={pastDates.includes(date)}
            >
              {pickupDay(date)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {wrong === undefined ? null : (
        <Text size="sm" c="red" role="alert" mt={4}>
          {wrong}
        </Text>
      )}
    </Panel>
  );
}
