// The operator's margins in the database. There are few, so a reader always reads all of them.
import type { Selectable } from 'kysely';
import type { Margins } from '../../../application/ports.ts';
import { type Margin, marginId, type NewMargin } from '../../../domain/margins/margin.ts';
import { memberId } from '../../../domain/members/member.ts';
import { findState } from '../../../domain/places/australian-state.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { all, hasChanged } from '../statements.ts';

export function marginsOver({ read, configure }: Access): Margins {
  return {
    add: (margin) =>
      configure(async (db) => {
        const { id } = await db
          .insertInto('margins')
          .values(columnsOf(margin))
          .returning('id')
          .executeTakeFirstOrThrow();
        return marginId(id);
      }),
    replace: (id, margin) =>
      hasChanged(configure, (db) =>
        db.updateTable('margins').set(columnsOf(margin)).where('id', '=', id),
      ),
    remove: (id) => hasChanged(configure, (db) => db.deleteFrom('margins').where('id', '=', id)),
    list: () => all(read.selectFrom('margins').selectAll().orderBy('id'), marginFrom),
  };
}

function columnsOf({ customer, carrier, ...margin }: NewMargin) {
  return {
    member_id: customer !== undefined && 'memberId' in customer ? customer.memberId : null,
    price_group: customer !== undefined && 'group' in customer ? customer.group : null,
    service: carrier !== undefined && 'service' in carrier ? carrier.service : null,
    carrier: carrier !== undefined && 'carrier' in carrier ? carrier.carrier : null,
    from_state: margin.fromState ?? null,
    to_state: margin.toState ?? null,
    basis_points: margin.basisPoints,
    fixed_cents: margin.fixedCents,
    minimum_cents: margin.minimumCents,
    from_day: margin.fromDay,
    until_day: margin.untilDay ?? null,
  };
}

function marginFrom(row: Selectable<Schema['margins']>): Margin {
  return {
    id: marginId(row.id),
    customer:
      row.member_id !== null
        ? { memberId: memberId(row.member_id) }
        : row.price_group !== null
          ? { group: row.price_group }
          : undefined,
    carrier:
      row.service !== null
        ? { service: row.service }
        : row.carrier !== null
          ? { carrier: row.carrier }
          : undefined,
    fromState: findState(row.from_state ?? ''),
    toState: findState(row.to_state ?? ''),
    basisPoints: row.basis_points,
    fixedCents: row.fixed_cents,
    minimumCents: row.minimum_cents,
    fromDay: row.from_day,
    untilDay: row.until_day ?? undefined,
  };
}
