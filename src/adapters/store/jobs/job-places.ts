// Where each job that works through a table in small steps continues. If two processes both believe they lead, they
// overwrite each other's place; the next full pass finds what was skipped.
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
      // 0 for a job that does not record when its pass began.
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
