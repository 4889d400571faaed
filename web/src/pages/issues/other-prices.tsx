// Consignments that the carrier booked at a price other than its quote. Members pay the quoted price; the operator
// settles the difference with the carrier.
import { Button, Table, Text } from '@mantine/core';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { useAcknowledgePrice } from '../../api/operator.ts';
import type { Issues } from '../../api/wire.ts';
import { money } from '../../parts/figures.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { Problem } from '../../parts/states.tsx';

type OtherPrice = Issues['other_prices'][number];

export function OtherPrices({ prices }: { prices: readonly OtherPrice[] }) {
  if (prices.length === 0) return null;
  return (
    <Panel title="Booked at another price" flush>
      <ListTable
        heads={['Booking', 'Carrier', 'Connote', 'Quoted', 'Booked at', 'Difference', 'Actions']}
      >
        {prices.map((price) => (
          <PriceRow key={price.reference} price={price} />
        ))}
      </ListTable>
    </Panel>
  );
}

function PriceRow({ price }: { price: OtherPrice }) {
  const nameOf = useCarrierName();
  const acknowledge = useAcknowledgePrice(price.reference);
  const more = price.booked - price.quoted;
  return (
    <Table.Tr>
      <Table.Td data-label="Booking" className="figures">
        {price.booking_id}
      </Table.Td>
      <Table.Td data-label="Carrier">{fullName(nameOf(price.courier))}</Table.Td>
      <Table.Td data-label="Connote" className="figures">
        {price.connote}
      </Table.Td>
      <Table.Td data-label="Quoted" className="figures">
        {money(price.quoted)}
      </Table.Td>
      <Table.Td data-label="Booked at" className="figures">
        {money(price.booked)}
      </Table.Td>
      <Table.Td data-label="Difference">
        <Text size="sm" className="figures">
          {money(Math.abs(more))} {more > 0 ? 'more' : 'less'}
        </Text>
      </Table.Td>
      <Table.Td data-label="Actions">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Acknowledge the price of booking ${price.booking_id}`}
          loading={acknowledge.isPending}
          onClick={() => acknowledge.mutate(undefined)}
        >
          Acknowledge
        </Button>
        <Problem error={acknowledge.error} />
      </Table.Td>
    </Table.Tr>
  );
}
