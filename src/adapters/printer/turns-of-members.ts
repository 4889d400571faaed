// Jobs that wait for a thread, in a line for each member. The lines are served in turn, so that whoever has sent many jobs waits
// for them alone: everybody else's next job is at most one job of each other member away.
import type { MemberId } from '../../domain/accounts/member.ts';

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
    const own = member === undefined ? 0 : (this.#lines.get(member)?.length ?? 0);
    return this.#waiting >= mostWaiting || own >= mostWaitingOfMember;
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
}
