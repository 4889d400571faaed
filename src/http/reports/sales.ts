// The operator's sales on the wire: dollars, shares and counts.
import { type Static, Type } from 'typebox';
import type { Sales, SalesFigures } from '../../application/reports/read-sales.ts';
import { dollars } from '../../domain/money.ts';
import { isoDate } from '../../domain/time/calendar.ts';
import { Owner, presentOwner } from '../members/owner.ts';
import { orNull } from '../server/values.ts';

const figures = {
  bookings: Type.Integer(),
  revenue: Type.Number({ description: 'Prices of bookings, warranty included, and later charges' }),
  warranty: Type.Number({ description: 'Warranty fees, part of the revenue' }),
  cost: Type.Number({ description: 'Carriers’ prices and later charges, where known' }),
  margin: Type.Number({
    description: 'Of bookings whose carrier’s price is known, without warranty fees',
  }),
  margin_share: orNull(Type.Number(), { description: 'Of their price without warranty, 0 to 1' }),
  unknown_cost: Type.Integer({ description: 'Bookings whose carrier’s price is unknown' }),
  delivered: Type.Integer({ description: 'Deliveries with a promised day' }),
  on_time: Type.Integer(),
  claims: Type.Integer({ description: 'For bookings of the period' }),
  claimed: Type.Number(),
};

export const SalesReply = Type.Object(
  {
    period: Type.Object({ from: Type.String(), to: Type.String() }),
    total: Type.Object(figures),
    months: Type.Array(Type.Object({ month: Type.String(), ...figures })),
    members: Type.Array(Type.Object({ member: Owner, ...figures })),
    carriers: Type.Array(Type.Object({ carrier: Type.String(), ...figures })),
    lanes: Type.Array(Type.Object({ from: Type.String(), to: Type.String(), ...figures })),
  },
  { $id: 'Sales' },
);

export function presentSales({
  period,
  total,
  months,
  members,
  carriers,
  lanes,
}: Sales): Static<typeof SalesReply> {
  return {
    period: { from: isoDate(period.firstDay), to: isoDate(period.lastDay) },
    total: presentFigures(total),
    months: months.map((row) => ({ month: row.key, ...presentFigures(row) })),
    members: members.map((row) => ({ member: presentOwner(row.member), ...presentFigures(row) })),
    carriers: carriers.map((row) => ({ carrier: row.key, ...presentFigures(row) })),
    lanes: lanes.map((row) => ({
      from: row.key.fromRegion,
      to: row.key.toRegion,
      ...presentFigures(row),
    })),
  };
}

function presentFigures(row: SalesFigures) {
  return {
    bookings: row.bookings,
    revenue: dollars(row.revenueCents),
    warranty: dollars(row.warrantyCents),
    cost: dollars(row.costCents),
    margin: dollars(row.marginCents),
    margin_share:
      row.soldAtKnownCostCents === 0 ? null : row.marginCents / row.soldAtKnownCostCents,
    unknown_cost: row.bookingsOfUnknownCost,
    delivered: row.delivered,
    on_time: row.onTime,
    claims: row.claims,
    claimed: dollars(row.claimedCents),
  };
}
