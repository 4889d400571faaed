// What the other carriers quoted for a booked consignment, cheapest first, folded until it is wanted.
import { Button, Collapse, Table, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import type { Booking } from '../../api/wire.ts';
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
        <ListTable heads={['Carrier', 'Transit time', { figure: 'Price' }]} isDense>
          {offers.map(({ carrier, quote }) => (
            <Table.Tr key={carrier}>
              <Table.Td data-label="Carrier">{fullName(nameOf(carrier))}</Table.Td>
              <Table.Td data-label="Transit time">
                {transitWords(quote.transit_time)}
                {quote.arrival_date === undefined ? '' : `, by ${pickupDay(quote.arrival_date)}`}
              </Table.Td>
              <Table.Td data-label="Price" data-figure className="figures">
                {money(bookingCost(quote))}
                {quote.estimated ? ', estimated' : ''}
                {cost === null || cost === undefined || cost === 0 ? null : (
                  <Text span size="xs" c="dimmed">
                    {' '}
                    {differenceWords(bookingCost(quote) - cost)}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      </Collapse>
    </Panel>
  );
}

/** Against the price of the booking. */
function differenceWords(difference: number): string {
  const cents = Math.round(difference * 100);
  if (cents === 0) return '(the same)';
  return cents > 0 ? `(+${money(cents / 100)})` : `(−${money(-cents / 100)})`;
}
