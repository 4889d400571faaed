// How carriers answered: a price, no offer, or a failure.
import { useCallback } from 'react';
import { type CarrierName, fullName, useCarrierName } from '../../api/carriers.ts';
import type { Dashboard } from '../../api/wire.ts';
import type { Inks } from '../../parts/chart.tsx';
import { ChartPanel } from '../../parts/chart-panel.tsx';
import { legendBelow, linesOf, namedValue } from './axes.ts';

const mostShown = 10;
const leastHeight = 400;
/** The legend and the percentages below the bars. */
const belowBars = 75;
const lineHeight = 15;
const betweenNames = 2;

type Answers = Dashboard['answers'][number];

const askedOf = ({ quoted, no_service, failed }: Answers): number => quoted + no_service + failed;
const share = (part: number, answers: Answers): number => part / askedOf(answers);
const percents = new Intl.NumberFormat('en-AU', { style: 'percent', maximumFractionDigits: 1 });

/** Names stand beside the bars. A phone has little room for both, so a service is shown below its carrier. */
const longestLine = 21;
const inLines = ({ carrier, service }: CarrierName): string[] =>
  [carrier, service].flatMap((words) => linesOf(words, longestLine));

export function AnswersChart({ dashboard: { answers } }: { dashboard: Dashboard }) {
  const nameOf = useCarrierName();
  const name = useCallback((carrier: string) => fullName(nameOf(carrier)), [nameOf]);
  const names = answers.slice(0, mostShown).map(({ carrier }) => inLines(nameOf(carrier)));
  // Every bar has as much room as the longest name needs.
  const mostLines = Math.max(0, ...names.map(({ length }) => length));
  const height = Math.max(
    leastHeight,
    belowBars + names.length * (mostLines * lineHeight + betweenNames),
  );
  const draw = useCallback(
    (inks: Inks) => {
      const shown = answers.slice(0, mostShown);
      const part = (label: string, of: (one: Answers) => number, backgroundColor: string) => ({
        label,
        data: shown.map((one) => share(of(one), one)),
        backgroundColor,
        maxBarThickness: 22,
      });
      return {
        type: 'bar' as const,
        data: {
          labels: shown.map(({ carrier }) => inLines(nameOf(carrier))),
          datasets: [
            part('Failed', ({ failed }) => failed, inks.bad),
            part('No such service', ({ no_service }) => no_service, inks.soft),
            part('Priced', ({ quoted }) => quoted, inks.good),
          ],
        },
        options: {
          indexAxis: 'y' as const,
          interaction: { mode: 'index' as const, axis: 'y' as const, intersect: false },
          scales: {
            x: {
              stacked: true,
              max: 1,
              border: { display: false },
              ticks: {
                maxTicksLimit: 5,
                callback: (value: string | number) => percents.format(Number(value)),
              },
            },
            y: { stacked: true, grid: { display: false }, ticks: { autoSkip: false } },
          },
          plugins: {
            legend: legendBelow,
            tooltip: {
              callbacks: {
                title: (pointed: { dataIndex: number }[]) =>
                  pointed.slice(0, 1).map(({ dataIndex }) => name(shown[dataIndex]?.carrier ?? '')),
                label: namedValue('x', (value) => percents.format(value)),
              },
            },
          },
        },
      };
    },
    [answers, nameOf, name],
  );
  const failing = answers.filter(({ failed }) => failed > 0);
  const [worst] = failing;
  return (
    <ChartPanel
      title="Carriers’ answers"
      about={failing.length === 0 ? 'None failed.' : 'Failing most first.'}
      summary={
        worst === undefined
          ? 'No carrier failed to answer.'
          : `${name(worst.carrier)} failed to answer ${percents.format(share(worst.failed, worst))} of the time.`
      }
      height={height}
      draw={draw}
      empty="No quotes in this period."
      numbers={{
        columns: [
          { name: 'Carrier' },
          { name: 'Asked', isNumber: true },
          { name: 'Priced', isNumber: true },
          { name: 'No such service', isNumber: true },
          { name: 'Failed', isNumber: true },
          { name: 'Share failed', isNumber: true },
        ],
        rows: answers.map((one) => ({
          key: one.carrier,
          cells: [
            name(one.carrier),
            askedOf(one),
            one.quoted,
            one.no_service,
            one.failed,
            percents.format(share(one.failed, one)),
          ],
        })),
      }}
    />
  );
}
