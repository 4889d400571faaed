// A member's own figures for the last months: spend by carrier, bookings per day, cost by lane, failures by carrier,
// and weighed against quoted weight.
import type { Cents } from '../../domain/money.ts';
import { monthOf, type Period, periodOf } from '../../domain/reports/period.ts';
import type { DayNumber } from '../../domain/time/calendar.ts';
import type { SignedInCaller } from '../caller.ts';
import type {
  AccountsApp,
  AnswerCount,
  CarrierDay,
  LaneTotal,
  MonthlyAnswers,
  WeighedBooking,
  WeighedTotal,
} from '../ports.ts';

export const mostMonths = 12;
const mostLanes = 50;
const mostWeighed = 200;

type CarrierSpend = {
  carrier: string;
  bookings: number;
  /** One per month of the period: freight and later charges. */
  monthCents: readonly Cents[];
  totalCents: Cents;
};

export type Dashboard = {
  period: Period;
  bookings: number;
  spentCents: Cents;
  additionalCents: Cents;
  /** Most expensive first. */
  spend: readonly CarrierSpend[];
  /** Days with bookings, oldest first. */
  days: readonly { day: DayNumber; bookings: number }[];
  lanes: readonly LaneTotal[];
  /** Most failures first, then most prices. */
  answers: readonly ({ carrier: string } & AnswerCount)[];
  weighed: readonly WeighedTotal[];
  weighedBookings: readonly WeighedBooking[];
};

export async function readDashboard(
  app: AccountsApp,
  caller: SignedInCaller,
  months: number,
): Promise<Dashboard> {
  const { reports } = app.store;
  const period = periodOf(app.clock.nowMs(), Math.min(Math.max(months, 1), mostMonths));
  const scope = { memberId: caller.member.id, period };
  await app.carrierAnswers.write();
  const [rows, lanes, weighed, weighedBookings, answers] = await Promise.all([
    reports.carrierDays(scope),
    reports.lanes(scope, mostLanes),
    reports.weighed(scope),
    reports.weighedBookings(scope, mostWeighed),
    reports.answers(scope.memberId, period.months[0] ?? ''),
  ]);
  return {
    period,
    bookings: sum(rows, ({ bookings }) => bookings),
    spentCents: sum(rows, ({ costCents, additionalCents }) => costCents + additionalCents),
    additionalCents: sum(rows, ({ additionalCents }) => additionalCents),
    spend: spendByCarrier(rows, period),
    days: bookingsByDay(rows),
    lanes,
    answers: answersByCarrier(answers),
    weighed,
    weighedBookings,
  };
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

function spendByCarrier(rows: readonly CarrierDay[], { months }: Period): CarrierSpend[] {
  const byCarrier = Map.groupBy(rows, ({ carrier }) => carrier);
  const spent = ({ costCents, additionalCents }: CarrierDay): Cents => costCents + additionalCents;
  return [...byCarrier]
    .map(([carrier, days]) => {
      const byMonth = Map.groupBy(days, ({ day }) => monthOf(day));
      return {
        carrier,
        bookings: sum(days, ({ bookings }) => bookings),
        monthCents: months.map((month) => sum(byMonth.get(month) ?? [], spent)),
        totalCents: sum(days, spent),
      };
    })
    .toSorted((left, right) => right.totalCents - left.totalCents);
}

function bookingsByDay(rows: readonly CarrierDay[]): Dashboard['days'] {
  return [...Map.groupBy(rows, ({ day }) => day)]
    .map(([day, ofDay]) => ({ day, bookings: sum(ofDay, ({ bookings }) => bookings) }))
    .toSorted((left, right) => left.day - right.day);
}

function answersByCarrier(rows: readonly MonthlyAnswers[]): Dashboard['answers'] {
  const share = ({ quoted, absent, failed }: AnswerCount): number =>
    failed / (quoted + absent + failed);
  return [...Map.groupBy(rows, ({ carrier }) => carrier)]
    .map(([carrier, months]) => ({
      carrier,
      quoted: sum(months, ({ quoted }) => quoted),
      absent: sum(months, ({ absent }) => absent),
      failed: sum(months, ({ failed }) => failed),
    }))
    .toSorted((left, right) => share(right) - share(left) || right.quoted - left.quoted);
}
