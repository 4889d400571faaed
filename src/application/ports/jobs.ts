// What jobs need of the store, so that each is done by one process at a time, and goes on where the last one ended.

/** One holder at a time among all processes. */
export type Leases = {
  /** Takes or renews the lease; false while somebody else holds it. */
  take(lease: { name: string; holder: string; nowMs: number; untilMs: number }): Promise<boolean>;
  release(lease: { name: string; holder: string }): Promise<void>;
};

/** How far a job has come that works through a table in small steps, so that another process goes on there. */
export type JobPlaces = {
  find(job: string): Promise<JobPlace | undefined>;
  keep(job: string, place: JobPlace): Promise<void>;
};

export type JobPlace = {
  afterId: number;
  /** When it last began with the first; absent of a job that begins anew whenever it has come to the end. */
  passBegunAtMs?: number | undefined;
};
