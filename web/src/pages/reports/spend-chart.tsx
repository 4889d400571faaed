// Spend by carrier and month. The largest few carriers have a colour; the others share one.
import { useCallback, useMemo } from 'react';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import type { Dashboard } from '../../api/wire.ts';
import type { Inks } from '../../parts/chart.tsx';
import { ChartPanel } from '../../parts/chart-panel.tsx';
import { valuesBeside } from '../../parts/chart-values.ts';
import { money } from '../../parts/figures.tsx';
import {
  dollarAxis,
  dollarsInShort,
  fromFirst,
  legendBelow,
  monthName,
  namedValue,
  shortMonths,
} from './axes.ts';

const mostShown = 6;
const height = 320;

export function SpendChart({ dashboard }: { dashboard: Dashboard }) {
  const { shown, spend } = useMemo(() => fromFirstSpend(dashboard), [dashboard]);
  const nameOf = useCarrierName();
  const name = useCallback((carrier: string) => fullName(nameOf(carrier)), [nameOf]);
  const draw = useCallback(
    (inks: Inks) => {
      const others = spend.slice(mostShown);
      const bar = (label: string, data: number[], backgroundColor: string) => ({
        label,
        data,
        backgroundColor,
        maxBarThickness: 44,
      });
      return {
        type: 'bar' as const,
        data: {
          labels: shortMonths(shown),
          datasets: [
            ...spend
              .slice(0, mostShown)
              .map(({ carrier, months }, at) =>
                bar(name(carrier), months, inks.series[at] ?? inks.rest),
              ),
            ...(others.length === 0
              ? []
              : [
                  bar(
                    `${others.length} others`,
                    shown.map((_month, at) =>
                      others.reduce((sum, { months }) => sum + (months[at] ?? 0), 0),
                    ),
                    inks.rest,
                  ),
                ]),
          ],
        },
        plugins: [valuesBeside(dollarsInShort, inks.text)],
        options: {
          interaction: { mode: 'index' as const, intersect: false },
          scales: {
            x: { stacked: true, grid: { display: false } },
            y: { stacked: true, beginAtZero: true, ...dollarAxis },
          },
          plugins: {
            legend: legendBelow,
            tooltip: {
              filter: ({ parsed }: { parsed: { y: number | null } }) => parsed.y !== 0,
              callbacks: { label: namedValue('y', money) },
            },
          },
        },
      };
    },
    [spend, shown, name],
  );
  const [dearest] = spend;
  return (
    <ChartPanel
      title="Spend by carrier and month"
      about="Freight and later charges. The current month is incomplete."
      summary={
        dearest === undefined
          ? ''
          : `The most went to ${name(dearest.carrier)}: ${money(dearest.total)}.`
      }
      height={height}
      draw={draw}
      empty="No bookings in this period."
      numbers={{
        columns: [
          { name: 'Carrier' },
          { name: 'Bookings', isNumber: true },
          ...shown.map((month) => ({ name: monthName(month), isNumber: true })),
          { name: 'Total', isNumber: true },
        ],
        rows: spend.map(({ carrier, bookings, months, total }) => ({
          key: carrier,
          cells: [name(carrier), bookings, ...months.map(money), money(total)],
        })),
      }}
    />
  );
}

/** The months from the first with bookings, and the spend in them. */
function fromFirstSpend({ spend, period }: Dashboard) {
  const shown = fromFirst(period.months, (_month, at) =>
    spend.some(({ months }) => (months[at] ?? 0) !== 0),
  );
  const begins = period.months.length - shown.length;
  return {
    shown,
    spend: spend.map((one) => ({ ...one, months: one.months.slice(begins) })),
  };
}
