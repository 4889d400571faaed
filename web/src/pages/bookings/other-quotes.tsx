// What the other carriers quoted for a booked consignment, cheapest first, folded until it is wanted.
import { Button, Collapse, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import type { Booking, Quote } from '../../api/wire.ts';
import { money, pickupDay, plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { bookingCost, byPrice, transitWords } from '../quotes/market.ts';

export function OtherQuotes({ booking }: { booking: Booking }) {
  const { other_quotes: others = {}, cost } = booking;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const nameOf = useCarrierName();
  const offers = Object.entries(others)
    .map(([carrier, quote]) => ({ carrier, quote }))
    .toSorted(byPrice);
  if (offers.length === 0) return null;
  return (
    <Panel
      title="Other prices"
      about={`${plural(offers.length, 'other price')} when it was booked`}
      actions={
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpen}
          aria-controls={id}
          rightSection={<Icon name="down" size={14} />}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide prices' : 'Show prices'}
        </Button>
      }
    >
      <Collapse expanded={isOpen} id={id}>
        <ListTable
          rows={offers}
          keyOf={({ carrier }) => carrier}
          isDense
          columns={[
            { heading: 'Carrier', cell: ({ carrier }) => fullName(nameOf(carrier)) },
            { heading: 'Transit time', cell: ({ quote }) => transitOf(quote) },
            {
              heading: 'Price',
              kind: 'figure',
              cell: ({ quote }) => (
                <>
                  {money(bookingCost(quote))}
                  {quote.estimated ? ', estimated' : ''}
                  {cost === null || cost === undefined || cost === 0 ? null : (
                    <Text span size="xs" c="dimmed">
                      {' '}
                      {differenceWords(bookingCost(quote) - cost)}
                    </Text>
                  )}
                </>
              ),
            },
          ]}
        />
      </Collapse>
    </Panel>
  );
}

function transitOf({ transit_time: transit, arrival_date: arrival }: Quote): string {
  return `${transitWords(transit)}${arrival === undefined ? '' : `, by ${pickupDay(arrival)}`}`;
}

/** Against the price of the booking. */
function differenceWords(difference: number): string {
  const cents = Math.round(difference * 100);
  if (cents === 0) return '(the same)';
  return cents > 0 ? `(+${money(cents / 100)})` : `(−${money(-cents / 100)})`;
}
