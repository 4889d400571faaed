// Who does what only one process may do at a time, until when. Times are the caller's: a process whose clock is far ahead
// may take a lease too early, so nothing may depend on it but doing work once rather than twice. One that reaches far
// beyond what anybody would be given now was taken by such a clock, and binds nobody.
import type { Leases } from '../../../application/ports.ts';
import { mostSkewMs } from '../../../domain/time/clock-skew.ts';
import type { Access } from '../access.ts';

export function leasesOver({ write }: Access): Leases {
  return {
    take: ({ name, holder, nowMs, untilMs }) =>
      write(async (db) => {
        const taken = await db
          .insertInto('leases')
          .values({ name, holder, until_ms: untilMs })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({ holder, until_ms: untilMs })
              .where((row) =>
                row.or([
                  row('leases.holder', '=', holder),
                  row('leases.until_ms', '<=', nowMs),
                  row('leases.until_ms', '>', untilMs + mostSkewMs),
                ]),
              ),
          )
          .returning('name')
          .executeTakeFirst();
        return taken !== undefined;
      }),
    release: ({ name, holder }) =>
      write(async (db) => {
        await db
          .deleteFrom('leases')
          .where('name', '=', name)
          .where('holder', '=', holder)
          .execute();
      }),
  };
}
