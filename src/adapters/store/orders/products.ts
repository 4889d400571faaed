// Products in the database, one row for each member and SKU.
import type { Products } from '../../../application/ports.ts';
import type { Access } from '../access.ts';

/** Rows per statement, because engines limit the parameters of a statement. */
const rowsAtOnce = 100;

export function productsOver({ read, list, write }: Access): Products {
  return {
    save: (memberId, products, nowMs) => {
      // Keep the last product for each SKU, and always save in SKU order, so that concurrent requests do not
      // deadlock.
      const latest = new Map(products.map((one) => [one.sku, one]));
      const rows = [...latest.values()]
        .map((one) => ({ member_id: memberId, updated_at_ms: nowMs, ...one }))
        .sort((one, other) => (one.sku < other.sku ? -1 : 1));
      return write(async (db) => {
        for (let from = 0; from < rows.length; from += rowsAtOnce) {
          await db
            .insertInto('products')
            .values(rows.slice(from, from + rowsAtOnce))
            .onConflict((conflict) =>
              conflict.columns(['member_id', 'sku']).doUpdateSet((row) => ({
                title: row.ref('excluded.title'),
                description: row.ref('excluded.description'),
                updated_at_ms: row.ref('excluded.updated_at_ms'),
              })),
            )
            .execute();
        }
      });
    },
    count: async (memberId) => {
      const row = await read
        .selectFrom('products')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('member_id', '=', memberId)
        .executeTakeFirstOrThrow();
      return row.count;
    },
    list: async ({ memberId, limit, skip }) => {
      const rows = await list((db) =>
        db
          .selectFrom('products')
          .select(['sku', 'title', 'description'])
          .where('member_id', '=', memberId)
          .orderBy('sku')
          .limit(limit)
          .offset(skip)
          .execute(),
      );
      return rows.map(({ sku, title, description }) => ({ sku, title, description }));
    },
  };
}
