// A table of items with quantity, weight and size. An order may lack some of them.
import { Table } from '@mantine/core';
import { kilograms, piecesOf } from './figures.tsx';

type Travelling = {
  quantity: number;
  description: string | null;
  weight: number | null;
  length: number | null;
  width: number | null;
  height: number | null;
};

export function ItemsTable({ items }: { items: readonly Travelling[] }) {
  const total = totalWeight(items);
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
            <Table.Td className="unbroken">
              {item.weight === null ? '?' : kilograms(item.weight)}
            </Table.Td>
            <Table.Td>
              {item.length ?? '?'} × {item.width ?? '?'} × {item.height ?? '?'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      {total === undefined || piecesOf(items) === 1 ? null : (
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>{piecesOf(items)}</Table.Th>
            <Table.Th>Total</Table.Th>
            <Table.Th className="unbroken">{kilograms(total)}</Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Tfoot>
      )}
    </Table>
  );
}

/** Undefined if any weight is unknown. */
function totalWeight(items: readonly Travelling[]): number | undefined {
  return items.reduce<number | undefined>(
    (sum, { quantity, weight }) =>
      sum === undefined || weight === null ? undefined : sum + quantity * weight,
    0,
  );
}
