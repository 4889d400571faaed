// The average price of a booking between two states, or to another country.
import { useCallback } from 'react';
import type { Dashboard } from '../../api/wire.ts';
import type { Inks } from '../../parts/chart.tsx';
import { ChartPanel } from '../../parts/chart-panel.tsx';
import { valuesBeside } from '../../parts/chart-values.ts';
import { kilograms, money, plural } from '../../parts/figures.tsx';
import { dollarAxis } from './axes.ts';

const mostShown = 10;
const height = 400;

type Lane = Dashboard['lanes'][number];

const laneName = ({ from, to }: Lane): string => `${from} → ${to}`;

export function LanesChart({ dashboard: { lanes } }: { dashboard: Dashboard }) {
  const draw = useCallback(
    ({ series: [ink = ''], text }: Inks) => {
      const shown = lanes.slice(0, mostShown);
      return {
        type: 'bar' as const,
        data: {
          labels: shown.map(laneName),
          datasets: [
            {
              label: 'Average price',
              data: shown.map(({ average_price }) => average_price),
              backgroundColor: ink,
              maxBarThickness: 22,
            },
          ],
        },
        plugins: [valuesBeside(money, text)],
        options: {
          indexAxis: 'y' as const,
          scales: {
            x: { beginAtZero: true, ...dollarAxis },
            y: { grid: { display: false } },
          },
          plugins: {
            legend: { display: false },
            tooltip: {
              displayColors: false,
              callbacks: {
                label: ({ dataIndex }: { dataIndex: number }) => {
                  const lane = shown[dataIndex];
                  return lane === undefined
                    ? ''
                    : `${money(lane.average_price)} on ${plural(lane.bookings, 'booking')}`;
                },
              },
            },
          },
        },
      };
    },
    [lanes],
  );
  const [busiest] = lanes;
  return (
    <ChartPanel
      title="Average price per lane"
      about={lanes.length > mostShown ? `The ${mostShown} busiest.` : 'The busiest first.'}
      summary={
        busiest === undefined
          ? ''
          : `The busiest is ${busiest.from} to ${busiest.to}: ${money(busiest.average_price)} on average.`
      }
      height={height}
      draw={draw}
      empty="No bookings in this period."
      numbers={{
        columns: [
          { name: 'Lane' },
          { name: 'Bookings', isNumber: true },
          { name: 'Average price', isNumber: true },
          { name: 'Average weight', isNumber: true },
        ],
        rows: lanes.map((lane) => ({
          key: laneName(lane),
          cells: [
            laneName(lane),
            lane.bookings,
            money(lane.average_price),
            kilograms(lane.average_weight),
          ],
        })),
      }}
    />
  );
}
