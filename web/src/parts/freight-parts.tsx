// The freight of a booking: addresses, items and instructions for the driver.
import { Group, SimpleGrid, Text } from '@mantine/core';
import type { Address, Booking } from '../api/wire.ts';
import { kindName } from './address-kind.tsx';
import { AddressLines } from './address-lines.tsx';
import { money } from './figures.tsx';
import { ItemsTable } from './items-table.tsx';
import { Panel } from './page.tsx';

export function FreightParts({ freight }: { freight: Booking }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Panel title="From">
          <Whereabouts address={freight.sender} />
        </Panel>
        <Panel title="To">
          <Whereabouts address={freight.receiver} />
        </Panel>
      </SimpleGrid>
      <Panel title="Items">
        <ItemsTable items={freight.items} />
        <Notes freight={freight} />
      </Panel>
    </>
  );
}

function Whereabouts({ address }: { address: Address }) {
  return (
    <AddressLines address={address}>
      <Text size="sm" c="dimmed">
        {kindName(address.type)}
      </Text>
    </AddressLines>
  );
}

/** Contents, value and instructions for the driver. */
function Notes({ freight }: { freight: Booking }) {
  const notes = [
    freight.description,
    freight.declared_value === 0 ? '' : `Value of the goods: ${money(freight.declared_value)}`,
    freight.tailgate_pickup ? 'Tailgate at pickup' : '',
    freight.tailgate_delivery ? 'Tailgate at delivery' : '',
    freight.pickup_instructions === '' ? '' : `At pickup: ${freight.pickup_instructions}`,
    freight.special_instructions === '' ? '' : `At delivery: ${freight.special_instructions}`,
  ].filter((note) => note !== '');
  if (notes.length === 0) return null;
  return (
    <Group gap="lg" mt="sm">
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
    </Group>
  );
}
