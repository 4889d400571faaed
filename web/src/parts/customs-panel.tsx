// The customs declaration of an international booking: its totals, then each kind of goods.
import { SimpleGrid } from '@mantine/core';
import type { CustomsDeclaration } from '../api/wire.ts';
import { countryName } from './country-name.ts';
import { Fact } from './fact.tsx';
import { count, kilograms, moneyIn } from './figures.tsx';
import { goodsKindName } from './goods-kinds.ts';
import { type Column, ListTable } from './list-table.tsx';
import { Panel } from './page.tsx';

type Goods = CustomsDeclaration['items'][number];

const columnsIn = (currency: string): Column<Goods>[] => [
  { heading: 'Goods', kind: 'written', cell: ({ description }) => description },
  { heading: 'Made in', cell: (item) => countryName(item.country_of_origin) },
  { heading: 'HS code', cell: (item) => item.hs_code ?? 'Not given' },
  { heading: 'Quantity', kind: 'figure', cell: ({ quantity }) => count(quantity) },
  { heading: 'Weight of one', kind: 'figure', cell: ({ weight }) => kilograms(weight) },
  { heading: 'Value of one', kind: 'figure', cell: ({ value }) => moneyIn(currency, value) },
  {
    heading: 'Value',
    kind: 'figure',
    cell: ({ quantity, value }) => moneyIn(currency, quantity * value),
  },
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
      <ListTable rows={items} keyOf={(item) => items.indexOf(item)} columns={columnsIn(currency)} />
    </Panel>
  );
}
