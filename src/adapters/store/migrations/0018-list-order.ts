// Lists of orders and of calls to carriers in the order of any column.
import { type Kysely, sql } from 'kysely';
import type { OrderDetails } from '../../../domain/orders/order.ts';
import { sortKey } from '../../../domain/sorting.ts';
import type { Dialect } from '../engine/dialect.ts';
import type { Schema } from '../schema.ts';
import { type Migration, runStatements } from './migration.ts';

export const listOrder: Migration = {
  version: 18,
  name: 'list order',
  up: async (db, dialect) => {
    await runStatements(db, columns(dialect));
    await fillColumns(db);
    await runStatements(db, indexes);
  },
};

const columns = ({ bigType, bytewiseText }: Dialect): string => `
  alter table orders add column number_key ${bytewiseText} default '' not null;
  alter table orders add column receiver_key ${bytewiseText} default '' not null;
  alter table orders add column value_cents ${bigType} default 0 not null;
`;

const indexes = `
  create index orders_in_number_order on orders (member_id, number_key, id desc);
  create index orders_in_receiver_order on orders (member_id, receiver_key, id desc);
  create index orders_in_value_order on orders (member_id, value_cents, id desc);
  create index orders_in_status_order on orders (member_id, status, id desc);

  drop index carrier_calls_of_carrier;
  create index carrier_calls_of_carrier on carrier_calls (carrier, id desc);
  create index carrier_calls_in_status_order on carrier_calls (status, id desc);
  create index carrier_calls_in_time_taken on carrier_calls (took_ms, id desc);
`;

const batch = 500;

async function fillColumns(db: Kysely<Schema>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; number: string; document: string }>`
      select id, number, document from orders where id > ${after} order by id limit ${batch}
    `.execute(db);
    for (const { id, number, document } of rows) {
      const { details } = JSON.parse(document) as { details: OrderDetails };
      const receiver = details.delivery.name || details.buyerName;
      await sql`
        update orders set number_key = ${sortKey(number)}, receiver_key = ${sortKey(receiver)},
          value_cents = ${details.saleCents}
        where id = ${id}
      `.execute(db);
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
