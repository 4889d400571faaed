// The log of calls to carriers, kept for some days.
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { CallsFilter, CarrierCalls, KnownCarrierCall } from '../../../application/ports.ts';
import { failedStatus } from '../../../domain/connectors/call-outcome.ts';
import { memberId } from '../../../domain/members/member.ts';
import type { CallSorting } from '../../../domain/sorting.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { all, first } from '../statements.ts';

/** Rows of one insert: engines limit how many values a statement may have. */
const rowsPerInsert = 50;

export function carrierCallsOver({ read, list, write }: Access): CarrierCalls {
  return {
    add: (calls) =>
      write(async (db) => {
        for (let first = 0; first < calls.length; first += rowsPerInsert) {
          await db
            .insertInto('carrier_calls')
            .values(
              calls
                .slice(first, first + rowsPerInsert)
                .map(({ atMs, tookMs, requestId, memberId: owner, ...call }) => ({
                  at_ms: atMs,
                  took_ms: tookMs,
                  request_id: requestId,
                  account_member_id: owner ?? null,
                  ...call,
                })),
            )
            .execute();
        }
      }),
    list: (input) => {
      const { by, isDescending } = input.sorting ?? newestFirst;
      return list((db) =>
        all(
          db
            .selectFrom('carrier_calls')
            .select([
              'id',
              'at_ms',
              'carrier',
              'operation',
              'reference',
              'method',
              'url',
              'status',
              'took_ms',
              'trouble',
              'request_id',
              'account_member_id',
            ])
            .$if(input.isBrief !== true, (query) => query.select(['sent', 'received']))
            .where((on) => on.and(conditions(on, input)))
            .orderBy(sortColumns[by], isDescending ? 'desc' : 'asc')
            // Newest first among equals when ascending; the indexes have this order.
            .orderBy('id', isDescending ? 'asc' : 'desc')
            .limit(input.limit)
            .offset(input.skip ?? 0),
          callOf,
        ),
      );
    },
    find: (id) => first(read.selectFrom('carrier_calls').selectAll().where('id', '=', id), callOf),
    purge: (beforeMs, limit) =>
      write(async (db) => {
        const old = db
          .selectFrom('carrier_calls')
          .select('id')
          .where('at_ms', '<', beforeMs)
          .orderBy('at_ms')
          .limit(limit);
        const { numDeletedRows } = await db
          .deleteFrom('carrier_calls')
          .where('id', 'in', old)
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),
  };
}

const newestFirst: CallSorting = { by: 'at', isDescending: true };

/** Ids are in the order of the calls. */
const sortColumns = { at: 'id', carrier: 'carrier', status: 'status', took: 'took_ms' } as const;

function conditions(on: ExpressionBuilder<Schema, 'carrier_calls'>, input: CallsFilter) {
  const { carrier, operation, hasFailed, bookingId, requestId } = input;
  const failed = on.or([on('trouble', '<>', ''), on('status', '>=', failedStatus)]);
  // A retried booking has a reference with a number after it.
  const reference = String(bookingId);
  return [
    carrier === undefined ? undefined : on('carrier', '=', carrier),
    operation === undefined ? undefined : on('operation', '=', operation),
    hasFailed === undefined ? undefined : hasFailed ? failed : on.not(failed),
    bookingId === undefined
      ? undefined
      : on.or([on('reference', '=', reference), on('reference', 'like', `${reference}-%`)]),
    requestId === undefined ? undefined : on('request_id', '=', requestId),
  ].map((condition) => condition ?? sql<boolean>`1 = 1`);
}

type Row = Omit<Selectable<Schema['carrier_calls']>, 'sent' | 'received'> & {
  sent?: string | undefined;
  received?: string | undefined;
};

function callOf(row: Row): KnownCarrierCall {
  const { at_ms, took_ms, request_id, account_member_id, operation, sent, received, ...call } = row;
  return {
    ...call,
    operation: operation as KnownCarrierCall['operation'],
    requestId: request_id,
    atMs: at_ms,
    tookMs: took_ms,
    sent: sent ?? '',
    received: received ?? '',
    ...(account_member_id === null ? {} : { memberId: memberId(account_member_id) }),
  };
}
