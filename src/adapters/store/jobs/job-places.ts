// Where each job that works through a table in small steps goes on. Two who believe to lead overwrite each other's: what is
// left out then is found by the next pass from the beginning.
import type { JobPlaces } from '../../../application/ports.ts';
import type { Access } from '../access.ts';

export function jobPlacesOver({ read, write }: Access): JobPlaces {
  return {
    find: async (job) => {
      const row = await read
        .selectFrom('job_places')
        .select(['after_id', 'begun_at_ms'])
        .where('job', '=', job)
        .executeTakeFirst();
      // A job that does not note when it began has 0.
      return row === undefined
        ? undefined
        : { afterId: row.after_id, passBegunAtMs: row.begun_at_ms || undefined };
    },
    keep: (job, { afterId, passBegunAtMs }) =>
      write(async (db) => {
        const place = { after_id: afterId, begun_at_ms: passBegunAtMs ?? 0 };
        await db
          .insertInto('job_places')
          .values({ job, ...place })
          .onConflict((conflict) => conflict.column('job').doUpdateSet(place))
          .execute();
      }),
  };
}
