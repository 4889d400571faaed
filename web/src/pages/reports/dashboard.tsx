// A member's last months in charts, with the numbers behind each. Without bookings, links to the quote page.
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dashboardQuery } from '../../api/reports.ts';
import type { Dashboard } from '../../api/wire.ts';
import { money } from '../../parts/figures.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import { shownMonths } from '../../search.ts';
import { AnswersChart } from './answers-chart.tsx';
import classes from './dashboard.module.css';
import { DaysChart } from './days-chart.tsx';
import { LanesChart } from './lanes-chart.tsx';
import { SpendChart } from './spend-chart.tsx';
import { Totals } from './totals.tsx';
import { WeightsChart } from './weights-chart.tsx';

const usualMonths = 12;

export function DashboardPage() {
  const { months = usualMonths } = useSearch({ from: '/members/dashboard' });
  const navigate = useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(dashboardQuery(months));
  return (
    <Page
      title="Dashboard"
      actions={
        <NativeSelect
          aria-label="Period"
          value={String(months)}
          onChange={(event) =>
            void navigate({
              to: '/dashboard',
              search: { months: Number(event.currentTarget.value) },
              replace: true,
            })
          }
          data={shownMonths.map((count) => ({
            value: String(count),
            label: `The last ${count} months`,
          }))}
        />
      }
    >
      <Awaiting of={{ data, error, refetch }} what="your figures" />
      {data === undefined ? null : (
        <div className={classes.parts} data-old={isPlaceholderData || undefined}>
          <Figures dashboard={data} />
        </div>
      )}
    </Page>
  );
}

function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { totals, answers } = dashboard;
  if (totals.bookings === 0) {
    return (
      <>
        <Panel>
          <Empty
            icon="chart"
            title="No bookings in this period"
            action={<ButtonLink to="/quote">Get a quote</ButtonLink>}
          >
            Your spend by carrier and lane appears here after your first booking. Demos and
            cancelled bookings are not included.
          </Empty>
        </Panel>
        {answers.length === 0 ? null : <AnswersChart dashboard={dashboard} />}
      </>
    );
  }
  return (
    <>
      <DashboardTotals totals={totals} />
      <SpendChart dashboard={dashboard} />
      <DaysChart dashboard={dashboard} />
      <div className={classes.pair}>
        <LanesChart dashboard={dashboard} />
        <AnswersChart dashboard={dashboard} />
      </div>
      <WeightsChart dashboard={dashboard} />
    </>
  );
}

const wholeNumbers = new Intl.NumberFormat('en-AU');

function DashboardTotals({ totals }: { totals: Dashboard['totals'] }) {
  const { bookings, spent, additional_charges } = totals;
  const shown = [
    { name: 'Bookings', value: wholeNumbers.format(bookings) },
    { name: 'Spent', value: money(spent) },
    { name: 'Average booking', value: money(spent / bookings) },
    { name: 'Later charges by carriers', value: money(additional_charges) },
  ];
  return <Totals cols={{ base: 2, md: 4 }} shown={shown} />;
}
