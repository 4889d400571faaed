// The customs declaration of an international booking: its totals, then each kind of goods.
import { SimpleGrid, Table } from '@mantine/core';
import type { CustomsDeclaration } from '../api/wire.ts';
import { countryName } from './country-name.ts';
import { Fact } from './fact.tsx';
import { count, kilograms, moneyIn } from './figures.tsx';
import { goodsKindName } from './goods-kinds.ts';
import { ListTable } from './list-table.tsx';
import { Panel } from './page.tsx';

const heads = [
  'Goods',
  'Made in',
  'HS code',
  { figure: 'Quantity' },
  { figure: 'Weight of one' },
  { figure: 'Value of one' },
  { figure: 'Value' },
];

export function CustomsPanel({ declaration }: { declaration: CustomsDeclaration | undefined }) {
  if (declaration === undefined) return null;
  const { contents_type: kind, contents_description: words, currency, items } = declaration;
  const total = (of: 'value' | 'weight'): number =>
    items.reduce((sum, item) => sum + item.quantity * item[of], 0);
  return (
    <Panel title="Customs declaration" about={<span className="breaking">{words}</span>} flush>
      <SimpleGrid
        cols={{ base: 2, sm: 4 }}
        spacing="lg"
        px={{ base: 'md', sm: 'lg' }}
        pb="md"
        className="breaking"
      >
        <Fact name="Kind of goods">{goodsKindName(kind)}</Fact>
        <Fact name="Total value">{moneyIn(currency, total('value'))}</Fact>
        <Fact name="Total weight">{kilograms(total('weight'))}</Fact>
      </SimpleGrid>
      <ListTable heads={heads} isDense>
        {[...items.entries()].map(([line, item]) => (
          <Table.Tr key={line}>
            <Table.Td data-label="Goods" data-written>
              {item.description}
            </Table.Td>
            <Table.Td data-label="Made in">{countryName(item.country_of_origin)}</Table.Td>
            <Table.Td data-label="HS code" className="figures">
              {item.hs_code ?? 'Not given'}
            </Table.Td>
            <Table.Td data-label="Quantity" data-figure className="figures">
              {count(item.quantity)}
            </Table.Td>
            <Table.Td data-label="Weight of one" data-figure className="figures unbroken">
              {kilograms(item.weight)}
            </Table.Td>
            <Table.Td data-label="Value of one" data-figure className="figures">
              {moneyIn(currency, item.value)}
            </Table.Td>
            <Table.Td data-label="Value" data-figure className="figures">
              {moneyIn(currency, item.quantity * item.value)}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
    </Panel>
  );
}
