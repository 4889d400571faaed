// Products of a shop: adds new SKUs, replaces known ones, and reads a page of them.
import type { MemberId } from '../../domain/members/member.ts';
import { mostProducts, type Product } from '../../domain/orders/product.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';

const productsPerPage = 50;

export async function saveProducts(
  app: App,
  caller: SignedInCaller,
  products: readonly Product[],
): Promise<void> {
  const memberId: MemberId = caller.member.id;
  await app.store.transaction(async (store) => {
    await store.products.save(memberId, products, app.clock.nowMs());
    // Counted after the write, because known SKUs need no space; a refusal rolls everything back.
    if ((await store.products.count(memberId)) <= mostProducts) return;
    throw new Refusal({
      code: 'values_out_of_range',
      issues: [{ path: ['products'], problem: 'too_many_products', most: mostProducts }],
    });
  });
}

export async function listProducts(
  app: App,
  caller: SignedInCaller,
  page: number,
): Promise<Product[]> {
  return await app.store.products.list({
    memberId: caller.member.id,
    limit: productsPerPage,
    skip: (page - 1) * productsPerPage,
  });
}
