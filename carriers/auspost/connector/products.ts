// Chooses the account's product for each service from the account's own list: contracts number the same service differently,
// and a request that names a product outside the contract is refused as a whole.
import { type Answer, listAt, textAt } from '../../../src/domain/connectors/carrier-answer.ts';
import { noProduct, productField } from './account.ts';
import type { Family } from './family.ts';

type Product = { id: string; type: string; group: string };

/** The account's product fields; empty while the carrier lists no products. */
export function chooseProducts(family: Family, answer: Answer): Readonly<Record<string, string>> {
  const products = listAt(answer, 'postage_products').flatMap(usable);
  if (products.length === 0) return {};
  return Object.fromEntries(
    family.services.map(({ stringId, product }) => [
      productField(stringId),
      chosen(family, stringId, product, products) ?? noProduct,
    ]),
  );
}

function usable(one: Answer): Product[] {
  const id = textAt(one, 'product_id');
  const type = textAt(one, 'type').toUpperCase();
  const isExpired = textAt(one, 'contract', 'expired') === 'true';
  if (id === '' || isExpired || /RETURN|INTL|INTERNATIONAL/.test(type)) return [];
  // Older answers have no group; their type begins with it.
  const group = textAt(one, 'group').toUpperCase() || type.replace(/\s*\+.*$/, '');
  return [{ id, type, group }];
}

/** The usual product if the account has it, or else one of the service's label group, unless services share the group. */
function chosen(
  { labelGroups }: Family,
  stringId: string,
  usual: string,
  products: readonly Product[],
): string | undefined {
  if (products.some(({ id }) => id === usual)) return usual;
  const group = labelGroups[stringId] ?? '';
  const isShared = Object.values(labelGroups).filter((one) => one === group).length > 1;
  if (isShared) return undefined;
  const ofGroup = products.filter((one) => one.group === group.toUpperCase());
  // The usual products take a signature; authority to leave is set on each item.
  return (ofGroup.find(({ type }) => type.includes('SIGNATURE')) ?? ofGroup[0])?.id;
}
