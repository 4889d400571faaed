// What travels: how many of what, how heavy and how large each is. An order may not know all of it yet.
import { Table } from '@mantine/core';
import { kilograms } from './figures.tsx';

type Travelling = {
  quantity: number;
  description: string | null;
  weight: number | null;
  length: number | null;
  width: number | null;
  height: number | null;
};

export function ItemsTable({ items }: { items: readonly Travelling[] }) {
  return (
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
        {[...items.entries()].map(([line, item]) => (
          <Table.Tr key={line}>
            <Table.Td>{item.quantity}</Table.Td>
            <Table.Td>{item.description ?? '?'}</Table.Td>
            <Table.Td>{item.weight === null ? '?' : kilograms(item.weight)}</Table.Td>
            <Table.Td>
              {item.length ?? '?'} × {item.width ?? '?'} × {item.height ?? '?'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
