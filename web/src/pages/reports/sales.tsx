// What the operator sold: revenue, cost and margin by month in a chart, and by month, member, carrier and lane in a table.
import { Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { salesQuery } from '../../api/reports.ts';
import type { Sales } from '../../api/wire.ts';
import type { Inks } from '../../parts/chart.tsx';
import { ChartPanel } from '../../parts/chart-panel.tsx';
import { count, money, plural } from '../../parts/figures.tsx';
import { type Column, ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import { type SalesSearch, shownMonths } from '../../search.ts';
import { MemberSelect } from '../members/member-select.tsx';
import { OwnerLink } from '../members/owner-link.tsx';
import { dollarAxis, legendBelow, monthName, namedValue, shortMonths } from './axes.ts';
import classes from './dashboard.module.css';
import { Totals } from './totals.tsx';

type Figures = Sales['total'];

const usualMonths = 12;
const chartHeight = 260;

export function SalesPage() {
  const wanted = useSearch({ from: '/members/operators/operator/sales' });
  const { months = usualMonths, member } = wanted;
  const navigate = useNavigate();
  const put = (change: SalesSearch): void =>
    void navigate({ to: '/operator/sales', search: { ...wanted, ...change }, replace: true });
  const { data, error, refetch, isPlaceholderData } = useQuery(salesQuery({ months, member }));
  return (
    <Page
      title="Sales"
      about="Without demos, cancelled bookings and members’ own carrier accounts. Margin is the price without warranty fee less the carrier’s price, for bookings whose carrier’s price is known."
    >
      <Group align="flex-end" gap="sm" data-screen>
        <NativeSelect
          label="Period"
          value={String(months)}
          onChange={({ currentTarget: { value } }) => put({ months: Number(value) })}
          data={shownMonths.map((many) => ({
            value: String(many),
            label: `The last ${many} months`,
          }))}
        />
        <MemberSelect value={member} onChange={(next) => put({ member: next })} />
      </Group>
      <Awaiting of={{ data, error, refetch }} what="the sales" />
      {data === undefined ? null : (
        <div className={classes.parts} data-old={isPlaceholderData || undefined}>
          {data.total.bookings === 0 ? (
            <Panel>
              <Empty icon="chart" title="No bookings in this period">
                Choose a longer period, or all members.
              </Empty>
            </Panel>
          ) : (
            <>
              <SalesTotals total={data.total} />
              <MonthsChart months={data.months} />
              <Breakdown sales={data} />
            </>
          )}
        </div>
      )}
    </Page>
  );
}

function SalesTotals({ total }: { total: Figures }) {
  const shown = [
    { name: 'Revenue', value: money(total.revenue) },
    { name: 'Cost', value: money(total.cost) },
    { name: 'Margin', value: `${money(total.margin)}${inBrackets(percent(total.margin_share))}` },
    { name: 'Bookings', value: count(total.bookings) },
    { name: 'On time', value: onTime(total) },
    { name: 'Claims', value: claimsOf(total) },
  ];
  return (
    <>
      <Totals cols={{ base: 2, sm: 3, xl: 6 }} shown={shown} />
      {total.warranty === 0 ? null : (
        <Text size="sm" c="dimmed">
          {money(total.warranty)} of the revenue is warranty fees, which are not part of the margin.
        </Text>
      )}
      {total.unknown_cost === 0 ? null : (
        <Text size="sm" c="dimmed">
          The carrier’s price of {plural(total.unknown_cost, 'booking')} is unknown, so cost and
          margin leave them out.
        </Text>
      )}
    </>
  );
}

const percents = new Intl.NumberFormat('en-AU', { style: 'percent', maximumFractionDigits: 1 });

function percent(share: number | null): string {
  return share === null ? '' : percents.format(share);
}

const inBrackets = (text: string): string => (text === '' ? '' : ` (${text})`);

/** Of the deliveries with a promised day. */
function onTime({ delivered, on_time }: Figures): string {
  return delivered === 0 ? 'Unknown' : percents.format(on_time / delivered);
}

function claimsOf({ claims, claimed }: Figures): string {
  return claims === 0 ? '0' : `${count(claims)} (${money(claimed)})`;
}

function MonthsChart({ months }: { months: Sales['months'] }) {
  // A chart starts where the data starts.
  const first = months.findIndex(({ bookings }) => bookings > 0);
  const shown = months.slice(Math.max(first, 0));
  const draw = useCallback(
    ({ series: [ink = '', second = ''] }: Inks) => ({
      type: 'bar' as const,
      data: {
        labels: shortMonths(shown.map(({ month }) => month)),
        datasets: [
          {
            label: 'Revenue',
            data: shown.map(({ revenue }) => revenue),
            backgroundColor: ink,
            maxBarThickness: 40,
          },
          {
            label: 'Margin',
            data: shown.map(({ margin }) => margin),
            backgroundColor: second,
            maxBarThickness: 40,
          },
        ],
      },
      options: {
        scales: { x: { grid: { display: false } }, y: { beginAtZero: true, ...dollarAxis } },
        plugins: {
          legend: legendBelow,
          tooltip: { callbacks: { label: namedValue('y', money) } },
        },
      },
    }),
    [shown],
  );
  const best = shown.toSorted((one, other) => other.revenue - one.revenue)[0];
  return (
    <ChartPanel
      title="Revenue and margin"
      about="By the month of the booking, Sydney time."
      summary={
        best === undefined
          ? ''
          : `The largest revenue was ${money(best.revenue)} in ${monthName(best.month)}.`
      }
      height={chartHeight}
      draw={draw}
      empty="No bookings in this period."
      numbers={{
        columns: [
          { name: 'Month' },
          { name: 'Revenue', isNumber: true },
          { name: 'Cost', isNumber: true },
          { name: 'Margin', isNumber: true },
          { name: 'Bookings', isNumber: true },
          { name: 'On time', isNumber: true },
          { name: 'Claims', isNumber: true },
        ],
        rows: shown.toReversed().map((row) => ({
          key: row.month,
          cells: [
            monthName(row.month),
            money(row.revenue),
            money(row.cost),
            `${money(row.margin)}${inBrackets(percent(row.margin_share))}`,
            count(row.bookings),
            onTime(row),
            claimsOf(row),
          ],
        })),
      }}
    />
  );
}

type Row = { key: string; name: ReactNode; figures: Figures };

const groupings = { members: 'Member', carriers: 'Carrier', lanes: 'Lane' } as const;

type Grouping = keyof typeof groupings;

const figureColumns: readonly Column<Row>[] = (
  [
    ['Bookings', ({ bookings }) => count(bookings)],
    ['Revenue', ({ revenue }) => money(revenue)],
    ['Cost', ({ cost }) => money(cost)],
    ['Margin', ({ margin }) => money(margin)],
    ['Share', ({ margin_share }) => percent(margin_share)],
    ['On time', onTime],
    ['Claims', claimsOf],
  ] satisfies [string, (figures: Figures) => string][]
).map(([heading, written]) => ({
  heading,
  kind: 'figure',
  cell: ({ figures }) => written(figures),
}));

function Breakdown({ sales }: { sales: Sales }) {
  const [by, setBy] = useState<Grouping>('members');
  const nameOf = useCarrierName();
  const rows: Record<Grouping, Row[]> = {
    members: sales.members.map(({ member, ...figures }) => ({
      key: String(member?.id),
      name: <OwnerLink owner={member} />,
      figures,
    })),
    carriers: sales.carriers.map(({ carrier, ...figures }) => ({
      key: carrier,
      name: fullName(nameOf(carrier)),
      figures,
    })),
    lanes: sales.lanes.map(({ from, to, ...figures }) => ({
      key: `${from} ${to}`,
      name: `${from} → ${to}`,
      figures,
    })),
  };
  return (
    <Panel
      title="Where it comes from"
      about="The largest revenue first."
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Group by"
          value={by}
          onChange={(next) => setBy(next as Grouping)}
          data={Object.entries(groupings).map(([value, label]) => ({ value, label }))}
        />
      }
      flush
    >
      <ListTable
        rows={rows[by]}
        keyOf={({ key }) => key}
        columns={[{ heading: groupings[by], cell: ({ name }) => name }, ...figureColumns]}
        isDense
      />
    </Panel>
  );
}
