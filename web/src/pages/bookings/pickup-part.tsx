// The pickup date, from the carrier's collection days, and the part of its hours.
import { Chip, Group, NativeSelect, Text } from '@mantine/core';
import type { ApiError } from '../../api/client.ts';
import type { Quote } from '../../api/wire.ts';
import { clockTime, pickupDay } from '../../parts/figures.tsx';
import { Panel } from '../../parts/page.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import { choicesOf, notBefore, type WantedHours } from './pickup-hours.ts';

type PickupPartProps = {
  quote: Quote;
  pastDates: readonly string[];
  value: string;
  onChange: (date: string) => void;
  hours: WantedHours;
  onHours: (hours: WantedHours) => void;
  refusal: ApiError | undefined;
};

export function PickupPart(props: PickupPartProps) {
  const { quote, pastDates, value, onChange, hours, onHours, refusal } = props;
  const wrongDate = plainWords(refusal?.field('pickup_date'));
  const wrongTime = plainWords(refusal?.field('pickup_time'));
  const choices = choicesOf(quote.pickup_time, hours);
  const times = (carriers: string, others: readonly string[]) => [
    { value: '', label: clockTime(carriers) },
    ...others.map((time) => ({ value: time, label: clockTime(time) })),
  ];
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
      <Wrong sentence={wrongDate} />
      {choices.notBefore.length === 0 ? null : (
        <Group grow mt="sm" gap="xs">
          <NativeSelect
            label="Not before"
            value={hours.notBefore}
            error={wrongTime !== undefined}
            data={times(quote.pickup_time.from, choices.notBefore)}
            onChange={(event) => onHours(notBefore(hours, event.currentTarget.value))}
          />
          <NativeSelect
            label="Not after"
            value={hours.notAfter}
            error={wrongTime !== undefined}
            data={times(quote.pickup_time.to, choices.notAfter.toReversed())}
            onChange={(event) => onHours({ ...hours, notAfter: event.currentTarget.value })}
          />
        </Group>
      )}
      <Wrong sentence={wrongTime} />
    </Panel>
  );
}

function Wrong({ sentence }: { sentence: string | undefined }) {
  return sentence === undefined ? null : (
    <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
      {sentence}
    </Text>
  );
}
