// Jobs that wait for a thread, in a line for each member. The lines are served in turn, so that whoever has sent many jobs waits
// for them alone: everybody else's next job is at most one job of each other member away. A member may have no more waiting than
// places are left: the fuller it is, the less those get who have many already, and the last places are for those with few.
// Members who all take what they can fill it in the end, but it takes more of them: fifteen for the usual 500 places, not ten.
import type { MemberId } from '../../domain/members/member.ts';

export type LineLimits = { mostWaiting: number; mostWaitingOfMember: number };

/** The lines of members, and that of the service itself (undefined), which only the sum limits. */
export class TurnsOfMembers<Job> {
  readonly #limits: LineLimits;
  /** Whose turn it is comes first; nobody is here without a job. */
  readonly #lines = new Map<MemberId | undefined, Job[]>();
  #waiting = 0;

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  isFullFor(member: MemberId | undefined): boolean {
    const { mostWaiting, mostWaitingOfMember } = this.#limits;
    const left = mostWaiting - this.#waiting;
    const own = member === undefined ? 0 : (this.#lines.get(member)?.length ?? 0);
    return left <= 0 || own >= Math.min(mostWaitingOfMember, left);
  }

  add(member: MemberId | undefined, job: Job): void {
    const line = this.#lines.get(member);
    if (line === undefined) this.#lines.set(member, [job]);
    else line.push(job);
    this.#waiting += 1;
  }

  get isEmpty(): boolean {
    return this.#waiting === 0;
  }

  takeNext(): Job | undefined {
    for (const [member, line] of this.#lines) {
      const job = line.shift();
      this.#lines.delete(member);
      if (line.length > 0) this.#lines.set(member, line);
      this.#waiting -= 1;
      return job;
    }
    return undefined;
  }

  /** All that are so, whosoever they are; the others keep their places. */
  takeAll(isTaken: (job: Job) => boolean): Job[] {
    const taken: Job[] = [];
    for (const [member, line] of this.#lines) {
      const kept: Job[] = [];
      for (const job of line) (isTaken(job) ? taken : kept).push(job);
      if (kept.length === 0) this.#lines.delete(member);
      else this.#lines.set(member, kept);
    }
    this.#waiting -= taken.length;
    return taken;
  }
}
