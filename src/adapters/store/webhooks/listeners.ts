// The members with an endpoint that is switched on, so that noting an event costs the others nothing. Every change of an
// endpoint counts as a change of the configuration, so the members are read again when its revision changes.
import type { Kysely } from 'kysely';
import type { MemberId } from '../../../domain/members/member.ts';
import type { Schema } from '../schema.ts';

export class Listeners {
  readonly #revisionNow: () => number | undefined;
  #known: { revision: number; members: ReadonlySet<number> } | undefined;

  constructor(revisionNow: () => number | undefined) {
    this.#revisionNow = revisionNow;
  }

  async has(db: Kysely<Schema>, member: MemberId): Promise<boolean> {
    const revision = this.#revisionNow();
    if (revision !== undefined && this.#known?.revision === revision)
      return this.#known.members.has(member);
    const rows = await db
      .selectFrom('webhook_endpoints')
      .select('member_id')
      .distinct()
      .where('is_enabled', '=', 1)
      .execute();
    const members = new Set(rows.map((row) => row.member_id));
    this.#known = revision === undefined ? undefined : { revision, members };
    return members.has(member);
  }
}
