// Bookings per day, including days without any.
import { useCallback, useMemo } from 'react';
import type { Dashboard } from '../../api/wire.ts';
import type { Inks } from '../../parts/chart.tsx';
import { ChartPanel } from '../../parts/chart-panel.tsx';
import { valuesBeside } from '../../parts/chart-values.ts';
import { plural } from '../../parts/figures.tsx';
import { countAxis, dayInFull, dayName, everyDay, fromFirst } from './axes.ts';

const height = 220;
const mostDots = 31;
const leastDays = 7;

export function DaysChart({ dashboard: { days, period, totals } }: { dashboard: Dashboard }) {
  const shown = useMemo(() => {
    const counts = new Map(days.map(({ date, bookings }) => [date, bookings]));
    const all = everyDay(period.from, period.to);
    // One day alone would be a dot without a line.
    const latest = all[Math.max(0, all.length - leastDays)] ?? period.from;
    return fromFirst(all, (date) => counts.has(date) || date === latest).map((date) => ({
      date,
      count: counts.get(date) ?? 0,
    }));
  }, [days, period.from, period.to]);
  const draw = useCallback(
    ({ series: [ink = ''], text }: Inks) => ({
      type: 'line' as const,
      data: {
        labels: shown.map(({ date }) => dayName(date)),
        datasets: [
          {
            label: 'Bookings',
            data: shown.map(({ count }) => count),
            borderColor: ink,
            backgroundColor: `${ink}33`,
            fill: true,
            borderWidth: 1.5,
            // A peak is one day wide, so dots mark the days while there are few.
            pointRadius: shown.map(({ count }) => (count > 0 && days.length <= mostDots ? 2.5 : 0)),
            pointBackgroundColor: ink,
            // Today is the last day, and half of its dot is at the edge.
            clip: 4,
            pointHitRadius: 8,
          },
        ],
      },
      plugins: [valuesBeside(String, text)],
      options: {
        interaction: { mode: 'index' as const, intersect: false },
        scales: {
          x: { grid: { display: false }, ticks: { maxTicksLimit: 12, maxRotation: 0 } },
          y: { beginAtZero: true, ...countAxis },
        },
        plugins: { legend: { display: false }, tooltip: { displayColors: false } },
      },
    }),
    [shown, days.length],
  );
  const busiest = days.toSorted((left, right) => right.bookings - left.bookings)[0];
  return (
    <ChartPanel
      title="Bookings per day"
      about={`${plural(totals.bookings, 'booking')} on ${plural(days.length, 'day')}, Sydney time.`}
      summary={
        busiest === undefined
          ? ''
          : `The busiest day was ${dayName(busiest.date)} with ${plural(busiest.bookings, 'booking')}.`
      }
      height={height}
      draw={draw}
      empty="No bookings in this period."
      numbers={{
        columns: [{ name: 'Day' }, { name: 'Bookings', isNumber: true }],
        rows: days
          .toReversed()
          .map(({ date, bookings }) => ({ key: date, cells: [dayInFull(date), bookings] })),
      }}
    />
  );
}
