// The freight of a booking: from where, to where, which items, and what the driver is told.
import { Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import type { Address, Freight } from '../api/wire.ts';
import { kilograms, money } from './figures.tsx';
import { Panel } from './page.tsx';
import { placeLine } from './place-line.ts';

export function FreightParts({ freight }: { freight: Freight }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Panel title="From">
          <AddressLines address={freight.sender} />
        </Panel>
        <Panel title="To">
          <AddressLines address={freight.receiver} />
        </Panel>
      </SimpleGrid>
      <Panel title="Items">
        <ItemTable freight={freight} />
      </Panel>
    </>
  );
}

function AddressLines({ address }: { address: Address }) {
  const lines = [
    address.company_name,
    address.name,
    address.address,
    placeLine(address),
    address.phone,
    address.email,
  ].filter((line) => line.trim() !== '');
  return (
    <Stack gap={2}>
      {lines.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      <Text size="sm" c="dimmed">
        {address.type === 'business' ? 'Business' : 'Home'}
      </Text>
    </Stack>
  );
}

function ItemTable({ freight }: { freight: Freight }) {
  const notes = [
    freight.description,
    freight.declared_value === 0 ? '' : `Value of the goods: ${money(freight.declared_value)}`,
    freight.tailgate_pickup ? 'Tailgate at pickup' : '',
    freight.tailgate_delivery ? 'Tailgate at delivery' : '',
    freight.pickup_instructions,
    freight.special_instructions,
  ].filter((note) => note !== '');
  return (
    <>
      <Table className="figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Qty</Table.Th>
            <Table.Th>Packaging</Table.Th>
            <Table.Th>Each</Table.Th>
            <Table.Th>Size, cm</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {freight.items.map((item) => (
            <Table.Tr key={item.id}>
              <Table.Td>{item.quantity}</Table.Td>
              <Table.Td>{item.description}</Table.Td>
              <Table.Td>{kilograms(item.weight)}</Table.Td>
              <Table.Td>
                {item.length} × {item.width} × {item.height}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {notes.length === 0 ? null : (
        <Group gap="lg" mt="sm">
          {notes.map((note) => (
            <Text key={note} size="sm" c="dimmed">
              {note}
            </Text>
          ))}
        </Group>
      )}
    </>
  );
}
