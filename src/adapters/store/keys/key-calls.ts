// The latest calls of each API key, in the database.
import type { KeyCall, KeyCalls } from '../../../application/ports.ts';
import type { Access } from '../access.ts';
import { all } from '../statements.ts';

export function keyCallsOver({ list, write }: Access): KeyCalls {
  return {
    add: (calls, kept) =>
      write(async (db) => {
        // A key may have been deleted since its call.
        const known = await db
          .selectFrom('api_keys')
          .select('id')
          .where('id', 'in', [...calls.keys()])
          .execute();
        const ids = new Set(known.map(({ id }) => id));
        const rows = [...calls].flatMap(([keyId, ofKey]) =>
          ids.has(keyId)
            ? ofKey.map((call) => ({
                key_id: keyId,
                at_ms: call.atMs,
                method: call.method,
                path: call.path,
                status: call.status,
                took_ms: call.tookMs,
                refusal: written(call),
                request_id: call.requestId,
              }))
            : [],
        );
        for (let from = 0; from < rows.length; from += rowsAtOnce) {
          const some = rows.slice(from, from + rowsAtOnce);
          await db.insertInto('key_calls').values(some).execute();
        }
        for (const id of ids) {
          await db
            .deleteFrom('key_calls')
            .where('key_id', '=', id)
            .where('id', '<=', (part) =>
              part
                .selectFrom('key_calls as other')
                .select('other.id')
                .where('other.key_id', '=', id)
                .orderBy('other.id', 'desc')
                .limit(1)
                .offset(kept),
            )
            .execute();
        }
      }),
    list: (keyId) =>
      list((db) =>
        all(
          db.selectFrom('key_calls').selectAll().where('key_id', '=', keyId).orderBy('id', 'desc'),
          (row) => ({
            atMs: row.at_ms,
            method: row.method,
            path: row.path,
            status: row.status,
            tookMs: row.took_ms,
            requestId: row.request_id,
            ...refusalFrom(row.refusal),
          }),
        ),
      ),
  };
}

/** The error code on the first line, empty for an accepted call, and the message on the second. */
function written({ refusal = '', why }: KeyCall): string | null {
  return why === undefined ? refusal || null : `${refusal}\n${why}`;
}

function refusalFrom(text: string | null): Pick<KeyCall, 'refusal' | 'why'> {
  if (text === null) return {};
  const [refusal = '', why] = text.split('\n', 2);
  return { ...(refusal === '' ? {} : { refusal }), ...(why === undefined ? {} : { why }) };
}

/** A row has eight values, so this stays far below both engines' limit per statement. */
const rowsAtOnce = 500;
