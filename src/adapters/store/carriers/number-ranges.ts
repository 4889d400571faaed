// Consignment numbers, each allocated once. The row of a range is the lock, so two processes never read the same
// number.
import { sql } from 'kysely';
import type { NumberRanges } from '../../../application/ports.ts';
import type { Access } from '../access.ts';
import { prepared } from '../engine/prepared.ts';

const next = prepared((db) =>
  db
    .insertInto('number_ranges')
    .values({ name: '', last_number: 0 })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((row) => ({
          // If the start of a range was raised, continue from there.
          last_number: row
            .case()
            .when('number_ranges.last_number', '<', 1)
            .then(sql.val(2))
            .else(row('number_ranges.last_number', '+', 1))
            .end(),
        }))
        .where('number_ranges.last_number', '<', 3),
    )
    .returning('last_number'),
);

export function numberRangesOver({ write }: Access): NumberRanges {
  return {
    take: (name, count) =>
      write(async (db) => {
        const { last_number: last } = await db
          .insertInto('number_ranges')
          .values({ name, last_number: count - 1 })
          .onConflict((conflict) =>
            conflict.column('name').doUpdateSet((row) => ({
              last_number: row('number_ranges.last_number', '+', count),
            })),
          )
          .returning('last_number')
          .executeTakeFirstOrThrow();
        return last - count + 1;
      }),
    next: (name, { start, end }) =>
      write(async (db) => {
        if (start > end) return undefined;
        const { rows } = await next(db, [name, start, start, start, 1, end]);
        return rows[0]?.last_number;
      }),
    // `next` has locked the name's row until the transaction ends, even if it changed nothing. Transactions that look
    // for a number below the range therefore run one after the other, and each sees the last one's booking.
    nextBelow: (name, { start }, findFree) =>
      write(async (db) => {
        const below = `${name}@${start}`;
        const row = await db
          .selectFrom('number_ranges')
          .select('last_number')
          .where('name', '=', below)
          .executeTakeFirst();
        const number = await findFree(row === undefined ? start : row.last_number + 1);
        if (number === undefined) return undefined;
        await db
          .insertInto('number_ranges')
          .values({ name: below, last_number: number })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ last_number: number }))
          .execute();
        return number;
      }),
  };
}
