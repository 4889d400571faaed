// Books the orders one after another and lists their outcomes.
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { Order } from '../../api/wire.ts';
import type { OneByOne } from '../../parts/one-by-one.ts';
import { StopButton } from '../../parts/stop-button.tsx';
import { type Outcome, type Priced, summaryOf, type Unpriced } from './book-many.ts';
import { OutcomeList, PrintLabels } from './booked-orders.tsx';

type BookingStepProps = {
  booking: OneByOne<Priced, Outcome>;
  /** The number of all selected orders, booked or not. */
  all: number;
  priced: readonly Priced[];
  unpriced: readonly Unpriced[];
  abroad: readonly Order[];
  onClose: () => void;
};

export function BookingStep(props: BookingStepProps) {
  const { booking, all, priced, unpriced, abroad, onClose } = props;
  const { results, isRunning } = booking;
  return (
    <Stack>
      <Progress value={(100 * results.length) / priced.length} aria-label="Orders booked" />
      <Text size="sm" role="status">
        {summaryOf(results, all)}
        {isRunning || results.length === priced.length
          ? ''
          : `. Stopped: ${priced.length - results.length} not tried`}
      </Text>
      <OutcomeList
        outcomes={results}
        unpriced={unpriced}
        abroad={abroad}
        untried={isRunning ? [] : priced.slice(results.length)}
      />
      <Group justify="flex-end">
        <StopButton of={booking} />
        {isRunning ? null : <PrintLabels outcomes={results} />}
        <Button onClick={onClose} disabled={isRunning}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
