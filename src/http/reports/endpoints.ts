// /dashboard: a member's own figures. /operator/sales: the operator's.
// Tests: contract/dashboard.
import { Type } from 'typebox';
import { mostMonths, readDashboard } from '../../application/reports/read-dashboard.ts';
import { readSales } from '../../application/reports/read-sales.ts';
import { memberId } from '../../domain/members/member.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import { IdParam } from '../server/whole-number.ts';
import { DashboardReply, presentDashboard } from './dashboard.ts';
import { presentSales, SalesReply } from './sales.ts';

const query = Type.Object({
  months: Type.Optional(
    Type.String({ description: '1 to 12, including the current month; 12 by default' }),
  ),
});

export const dashboard = endpoint(
  {
    summary: 'Dashboard figures',
    description:
      'Spend by carrier and month, bookings a day, lanes, carriers that failed to answer, and scanned weights. Excludes cancelled bookings and demos.',
    query,
    reply: DashboardReply,
  },
  async (app, { caller, query }) =>
    presentDashboard(await readDashboard(app, signedIn(caller), parseMonths(query.months))),
);

// Tests: contract/operator-sales.
export const sales = endpoint(
  {
    summary: 'Revenue, cost, margin and punctuality',
    description:
      'By month, member, carrier and lane; at most 200 of each, the largest revenue first. Excludes cancelled bookings, demos and members’ own carrier accounts.',
    query: Type.Object({
      ...query.properties,
      member: Type.Optional(IdParam.blankOrSchema),
    }),
    reply: SalesReply,
  },
  async (app, { query: { months, member } }) =>
    presentSales(
      await readSales(app, {
        months: parseMonths(months),
        memberId: member ? memberId(IdParam.read(member)) : undefined,
      }),
    ),
);

function parseMonths(text: string | undefined): number {
  if (text === undefined) return mostMonths;
  const months = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (months < 1 || months > mostMonths) {
    const sentence = `months must be from 1 to ${mostMonths}; it is "${text}".`;
    refuseInvalid([{ path: ['months'], sentence }]);
  }
  return months;
}
