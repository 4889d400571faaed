// The price of each order before anything is booked, and the orders that cannot be booked here.
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { Order } from '../../api/wire.ts';
import { money, plural } from '../../parts/figures.tsx';
import type { OneByOne } from '../../parts/one-by-one.ts';
import { billedByCarrier } from '../bookings/payment-part.tsx';
import { type Priced, paidHere, totalOf, type Unpriced } from './book-many.ts';
import { PriceList } from './booked-orders.tsx';
import type { WaysToPay } from './use-ways-to-pay.ts';

type PricesStepProps = {
  pricing: OneByOne<Order, Priced | Unpriced>;
  /** The number of orders to price. */
  asked: number;
  priced: readonly Priced[];
  unpriced: readonly Unpriced[];
  abroad: readonly Order[];
  method: string;
  ways: WaysToPay;
  onBack: () => void;
  onBook: () => void;
};

export function PricesStep(props: PricesStepProps) {
  const { pricing, asked, priced, unpriced, abroad, method, ways, onBack, onBook } = props;
  // A demo is never billed.
  const own = method === 'demo' ? undefined : ways.ownServices;
  const total = totalOf(priced);
  const here = paidHere(priced, own);
  return (
    <Stack>
      {pricing.isRunning ? (
        <Progress value={(100 * pricing.results.length) / asked} aria-label="Orders priced" />
      ) : null}
      <PriceList priced={priced} unpriced={unpriced} abroad={abroad} ownServices={own} />
      {asked === 0 ? null : (
        <Text size="sm" c="dimmed" role="status">
          {pricing.isRunning
            ? `${pricing.results.length} of ${asked} priced`
            : paidWords(method, ways.choices, total - here)}
        </Text>
      )}
      {method === 'credit' && here > ways.creditLeft ? (
        <Text size="sm" c="red">
          Only {money(ways.creditLeft)} is left on the credit account. What does not fit is not
          booked.
        </Text>
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        {asked === 0 ? null : (
          <Button disabled={priced.length === 0} loading={pricing.isRunning} onClick={onBook}>
            Book {plural(priced.length, 'order')}{' '}
            {method === 'demo' ? 'as demos' : `for ${money(total)}`}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function paidWords(method: string, choices: WaysToPay['choices'], billed: number): string {
  if (method === 'demo') return 'Demos: nothing is charged, and no carrier is notified.';
  if (method === billedByCarrier) return 'The carriers bill you; nothing is charged here.';
  const name = choices.find(({ value }) => value === method)?.label ?? method;
  const own = billed === 0 ? '' : ` Carriers bill you ${money(billed)} of it themselves.`;
  return `Paid by: ${name}.${own} Each is booked at the price shown here, or not at all.`;
}
