// Leases and positions, so that each job runs in one process at a time and continues where the last one stopped.

/** Each lease has one holder among all processes. */
export type Leases = {
  /** Takes or renews the lease; false while another process holds it. */
  take(lease: { name: string; holder: string; nowMs: number; untilMs: number }): Promise<boolean>;
  release(lease: { name: string; holder: string }): Promise<void>;
};

/** Positions of jobs that work through a table in small steps, so that another process can continue. */
export type JobPlaces = {
  find(job: string): Promise<JobPlace | undefined>;
  keep(job: string, place: JobPlace): Promise<void>;
};

export type JobPlace = {
  afterId: number;
  /** When the job last started from the beginning; absent for jobs that start again at every end. */
  passBegunAtMs?: number | undefined;
};
