// Scanned against quoted weight: one point per booking, and a line where both are equal. Carriers charge for points
// above it.
import { useCallback } from 'react';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import type { Dashboard } from '../../api/wire.ts';
import type { Inks } from '../../parts/chart.tsx';
import { ChartPanel } from '../../parts/chart-panel.tsx';
import { kilograms, money, plural } from '../../parts/figures.tsx';
import { BookingLink } from '../payments/booking-link.tsx';

const height = 300;
/** Beyond the heaviest, so that its point is not cut off. */
const margin = 1.05;

const kilogramAxis = (text: string) => ({
  beginAtZero: true,
  title: { display: true, text },
  border: { display: false },
  ticks: { maxTicksLimit: 7, callback: (value: string | number) => `${value} kg` },
});

export function WeightsChart({ dashboard: { weights } }: { dashboard: Dashboard }) {
  const nameOf = useCarrierName();
  const name = useCallback((carrier: string) => fullName(nameOf(carrier)), [nameOf]);
  const { bookings, carriers } = weights;
  const draw = useCallback(
    (inks: Inks) => {
      const most =
        margin * Math.max(...bookings.flatMap(({ quoted, scanned }) => [quoted, scanned]));
      const points = bookings.map(({ quoted, scanned }) => ({ x: quoted, y: scanned }));
      return {
        type: 'scatter' as const,
        data: {
          datasets: [
            {
              label: 'Bookings',
              data: points,
              pointRadius: 4,
              pointHoverRadius: 6,
              backgroundColor: bookings.map(({ quoted, scanned }) =>
                scanned > quoted ? inks.bad : inks.good,
              ),
              borderColor: inks.panel,
            },
            {
              label: 'As quoted',
              data: [
                { x: 0, y: 0 },
                { x: most, y: most },
              ],
              showLine: true,
              pointRadius: 0,
              pointHitRadius: 0,
              borderColor: inks.rest,
              borderWidth: 1,
              borderDash: [5, 4],
            },
          ],
        },
        options: {
          scales: {
            x: { ...kilogramAxis('As quoted'), max: most, ticks: tidyTicks(most) },
            y: { ...kilogramAxis('As scanned'), max: most, ticks: tidyTicks(most) },
          },
          plugins: {
            legend: { display: false },
            tooltip: {
              displayColors: false,
              filter: ({ datasetIndex }: { datasetIndex: number }) => datasetIndex === 0,
              callbacks: {
                label: ({ dataIndex }: { dataIndex: number }) => {
                  const one = bookings[dataIndex];
                  return one === undefined
                    ? ''
                    : `Booking ${one.booking_id}: ${kilograms(one.quoted)} quoted, ${kilograms(one.scanned)} scanned`;
                },
              },
            },
          },
        },
      };
    },
    [bookings],
  );
  const heavier = bookings.filter(({ quoted, scanned }) => scanned > quoted).length;
  const charged = carriers.reduce((sum, { additional_charges }) => sum + additional_charges, 0);
  const weighed = carriers.reduce((sum, one) => sum + one.bookings, 0);
  return (
    <ChartPanel
      title="Quoted against scanned weight"
      about={
        weighed === 0
          ? 'Weights scanned by carriers, compared with your quotes.'
          : `${heavierWords(heavier, bookings.length)} Later charges: ${money(charged)}.`
      }
      summary={heavierWords(heavier, bookings.length)}
      height={height}
      draw={draw}
      empty="No scanned weights in this period."
      numbers={{
        columns: [
          { name: 'Booking or carrier' },
          { name: 'Carrier' },
          { name: 'Quoted', isNumber: true },
          { name: 'Scanned', isNumber: true },
          { name: 'Difference', isNumber: true },
        ],
        rows: [
          ...carriers.map((one) => ({
            key: one.carrier,
            cells: [
              `All ${one.bookings}`,
              name(one.carrier),
              kilograms(one.quoted),
              kilograms(one.scanned),
              difference(one),
            ],
          })),
          ...bookings.map((one) => ({
            key: String(one.booking_id),
            cells: [
              <BookingLink key="link" id={one.booking_id} />,
              name(one.carrier),
              kilograms(one.quoted),
              kilograms(one.scanned),
              difference(one),
            ],
          })),
        ],
      }}
    />
  );
}

/** The latest scanned weights in a sentence. */
function heavierWords(heavier: number, weighed: number): string {
  if (weighed === 1)
    return `The only booking with a scanned weight was ${heavier === 1 ? '' : 'not '}heavier than quoted.`;
  const found = heavier === 0 ? 'none was' : heavier === 1 ? 'one was' : `${heavier} were`;
  return `Of the last ${plural(weighed, 'booking')} with a scanned weight, ${found} heavier than quoted.`;
}

/** The axis ends at the heaviest point, which is not a round number and gets no label. */
function tidyTicks(most: number) {
  return {
    maxTicksLimit: 7,
    callback: (value: string | number) => (Number(value) === most ? '' : `${value} kg`),
  };
}

function difference({ quoted, scanned }: { quoted: number; scanned: number }): string {
  const more = Math.round((scanned - quoted) * 1000) / 1000;
  return `${more > 0 ? '+' : ''}${kilograms(more)}`;
}
