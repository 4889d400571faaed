// What the operator sold: revenue, cost, margin, bookings, claims and deliveries on time, by month, member, carrier and lane.
// Bookings on members' own carrier accounts, demos and cancelled bookings are left out, because nothing is sold with them.
import { type Member, type MemberId, memberId as memberIdOf } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import { type Period, periodOf } from '../../domain/reports/period.ts';
import type { AccountsApp, SalesBy, SalesTotal } from '../ports.ts';

const mostRows = 200;

export type SalesFigures = {
  bookings: number;
  /** The prices of bookings, warranty fees included, and later charges. */
  revenueCents: Cents;
  /** Part of the revenue. They pay for what is covered, not for freight, so the margin leaves them out. */
  warrantyCents: Cents;
  /** Of the bookings whose carrier's price is known: that price and later charges. */
  costCents: Cents;
  /** Of the same bookings: their price without warranty less the carrier's price. */
  marginCents: Cents;
  /** The price without warranty of the same bookings, which the margin is a share of. */
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
  const rows = await store.reports.sales({ memberId, period });
  const largest = (by: SalesBy): SalesRow<string>[] =>
    rows
      .filter((row) => row.by === by)
      .map(figuresOf)
      .toSorted((one, other) => other.revenueCents - one.revenueCents)
      .slice(0, mostRows);
  const ofMonth = new Map(largest('month').map((row) => [row.key, row]));
  const members = largest('member').map((row) => ({ ...row, key: memberIdOf(Number(row.key)) }));
  const found = await store.members.findMany(members.map(({ key }) => key));
  return {
    period,
    total: sumOf([...ofMonth.values()]),
    months: period.months.map((month) => ({ ...nothing, ...ofMonth.get(month), key: month })),
    members: members.map((row) => ({ ...row, member: found.get(row.key) })),
    carriers: largest('carrier'),
    lanes: largest('lane').map((row) => {
      const [fromRegion = '', toRegion = ''] = row.key.split('>');
      return { ...row, key: { fromRegion, toRegion } };
    }),
  };
}

const nothing: SalesFigures = {
  bookings: 0,
  revenueCents: 0,
  warrantyCents: 0,
  costCents: 0,
  marginCents: 0,
  soldAtKnownCostCents: 0,
  bookingsOfUnknownCost: 0,
  delivered: 0,
  onTime: 0,
  claims: 0,
  claimedCents: 0,
};

function figuresOf(row: SalesTotal): SalesRow<string> {
  const { key, bookings, warrantyCents, carrierCents } = row;
  const { delivered, onTime, claims, claimedCents } = row;
  const soldAtKnownCostCents = row.soldAtKnownCostCents - row.warrantyAtKnownCostCents;
  return {
    ...{ key, bookings, warrantyCents, delivered, onTime, claims, claimedCents },
    revenueCents: row.soldCents + row.additionalCents,
    costCents: carrierCents + row.additionalAtKnownCostCents,
    marginCents: soldAtKnownCostCents - carrierCents,
    soldAtKnownCostCents,
    bookingsOfUnknownCost: bookings - row.bookingsOfKnownCost,
  };
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
