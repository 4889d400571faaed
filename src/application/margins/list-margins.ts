// Every margin with its state today, the most specific first, and the groups that members are in.
import { bySpecificity, holdsOn, type Margin } from '../../domain/margins/margin.ts';
import type { Member } from '../../domain/members/member.ts';
import type { DayNumber } from '../../domain/time/calendar.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { localTime } from '../../domain/time/time-zone.ts';
import type { AccountsApp } from '../ports.ts';

export type ListedMargin = {
  margin: Margin;
  /** Of a margin for one member. */
  member: Member | undefined;
  state: 'in_force' | 'later' | 'ended';
};

export type ListedMargins = {
  today: DayNumber;
  margins: readonly ListedMargin[];
  groups: readonly string[];
};

export async function listMargins({ store, clock }: AccountsApp): Promise<ListedMargins> {
  const { day: today } = localTime(homeZone, clock.nowMs());
  const [margins, groups] = await Promise.all([store.margins.list(), store.members.listGroups()]);
  const ids = margins.flatMap(({ customer }) =>
    customer !== undefined && 'memberId' in customer ? [customer.memberId] : [],
  );
  const members = await store.members.findMany([...new Set(ids)]);
  return {
    today,
    groups,
    margins: margins.toSorted(bySpecificity).map((margin) => ({
      margin,
      member:
        margin.customer !== undefined && 'memberId' in margin.customer
          ? members.get(margin.customer.memberId)
          : undefined,
      state: holdsOn(margin, today) ? 'in_force' : margin.fromDay > today ? 'later' : 'ended',
    })),
  };
}
