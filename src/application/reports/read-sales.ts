// What the operator sold: revenue, cost, margin, bookings, claims and deliveries on time, by month, member, carrier and lane.
// Bookings on members' own carrier accounts, demos and cancelled bookings are left out, because nothing is sold with them.
import type { Member, MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import { monthOf, type Period, periodOf } from '../../domain/reports/period.ts';
import type { AccountsApp, ClaimTotal, PunctualTotal, SalesBy, SalesTotal } from '../ports.ts';

const mostRows = 200;

export type SalesFigures = {
  bookings: number;
  /** The prices of bookings and later charges. */
  revenueCents: Cents;
  /** Of the bookings whose carrier's price is known: that price and later charges. */
  costCents: Cents;
  /** Of the same bookings: their revenue less their cost. */
  marginCents: Cents;
  /** The price of the same bookings, which the margin is a share of. */
  soldAtKnownCostCents: Cents;
  bookingsOfUnknownCost: number;
  /** Deliveries with a promised day, and those of them that were on time. */
  delivered: number;
  onTime: number;
  claims: number;
  claimedCents: Cents;
};

type SalesRow<Key> = SalesFigures & { key: Key };

export type Sales = {
  period: Period;
  total: SalesFigures;
  /** One for each month of the period. */
  months: readonly SalesRow<string>[];
  /** The largest revenue first. */
  members: readonly (SalesRow<MemberId> & { member: Member | undefined })[];
  carriers: readonly SalesRow<string>[];
  lanes: readonly SalesRow<{ fromRegion: string; toRegion: string }>[];
};

export async function readSales(
  { store, clock }: AccountsApp,
  { months, memberId }: { months: number; memberId: MemberId | undefined },
): Promise<Sales> {
  const period = periodOf(clock.nowMs(), months);
  const scope = { memberId, period };
  const read = async (by: SalesBy) => {
    const [sold, punctual, claims] = await Promise.all([
      store.reports.sales(scope, by),
      store.reports.punctuality(scope, by),
      store.reports.claims(scope, by),
    ]);
    return rowsOf(sold, punctual, claims);
  };
  const [days, members, carriers, lanes] = await Promise.all([
    read('day'),
    read('member'),
    read('carrier'),
    read('lane'),
  ]);
  const ofMonth = Map.groupBy(days, ({ key }) => monthOf(Number(key)));
  const found = await store.members.findMany(members.map(({ key }) => Number(key) as MemberId));
  return {
    period,
    total: sumOf(days),
    months: period.months.map((month) => ({ key: month, ...sumOf(ofMonth.get(month) ?? []) })),
    members: members
      .slice(0, mostRows)
      .map((row) => ({ ...row, key: Number(row.key) as MemberId }))
      .map((row) => ({ ...row, member: found.get(row.key) })),
    carriers: carriers.slice(0, mostRows),
    lanes: lanes.slice(0, mostRows).map((row) => {
      const [fromRegion = '', toRegion = ''] = row.key.split('>');
      return { ...row, key: { fromRegion, toRegion } };
    }),
  };
}

const nothing: SalesFigures = {
  bookings: 0,
  revenueCents: 0,
  costCents: 0,
  marginCents: 0,
  soldAtKnownCostCents: 0,
  bookingsOfUnknownCost: 0,
  delivered: 0,
  onTime: 0,
  claims: 0,
  claimedCents: 0,
};

function rowsOf(
  sold: readonly SalesTotal[],
  punctual: readonly PunctualTotal[],
  claimed: readonly ClaimTotal[],
): SalesRow<string>[] {
  const deliveries = new Map(punctual.map((row) => [row.key, row]));
  const claimsOf = new Map(claimed.map((row) => [row.key, row]));
  const rows = sold.map((row): SalesRow<string> => {
    const { delivered = 0, onTime = 0 } = deliveries.get(row.key) ?? {};
    const { claims = 0, claimedCents = 0 } = claimsOf.get(row.key) ?? {};
    return {
      key: row.key,
      bookings: row.bookings,
      revenueCents: row.soldCents + row.additionalCents,
      costCents: row.carrierCents + row.additionalAtKnownCostCents,
      marginCents: row.soldAtKnownCostCents - row.carrierCents,
      soldAtKnownCostCents: row.soldAtKnownCostCents,
      bookingsOfUnknownCost: row.bookings - row.bookingsOfKnownCost,
      delivered,
      onTime,
      claims,
      claimedCents,
    };
  });
  return rows.toSorted((one, other) => other.revenueCents - one.revenueCents);
}

function sumOf(rows: readonly SalesFigures[]): SalesFigures {
  return rows.reduce((sum, row) => {
    const added = Object.entries(nothing).map(([name]) => {
      const field = name as keyof SalesFigures;
      return [field, sum[field] + row[field]];
    });
    return Object.fromEntries(added) as SalesFigures;
  }, nothing);
}
