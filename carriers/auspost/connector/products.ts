// Which of its products an account uses for each of our services, read from the account's own list: contracts number the same
// service differently, and a product that the account does not have spoils every question that names it.
import { type Answer, listAt, textAt } from '../../../src/domain/connectors/carrier-answer.ts';
import { noProduct, productField } from './account.ts';
import type { Family } from './family.ts';

type Product = { id: string; type: string; group: string };

/** Product fields of an account; none when the account has no list yet. */
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
  const isOver = textAt(one, 'contract', 'expired') === 'true';
  if (id === '' || isOver || /RETURN|INTL|INTERNATIONAL/.test(type)) return [];
  // Older answers have no group; the type then begins with it.
  const group = textAt(one, 'group').toUpperCase() || type.replace(/\s*\+.*$/, '');
  return [{ id, type, group }];
}

/** The usual one if the account has it; else, where a group of products is one service's alone, one of that group. */
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
  // With a signature as the usual ones; authority to leave is given with each item.
  return (ofGroup.find(({ type }) => type.includes('SIGNATURE')) ?? ofGroup[0])?.id;
}
