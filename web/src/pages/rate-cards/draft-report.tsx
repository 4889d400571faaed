// The check of a carrier's new files: mistakes with their places, and prices before and after for recently quoted shipments.
import { fullName, useCarrierName } from '../../api/carriers.ts';
import type { DraftReport } from '../../api/wire.ts';
import { kilograms, money } from '../../parts/figures.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { titleCase } from '../../parts/title-case.ts';

export function Mistakes({ problems }: { problems: DraftReport['problems'] }) {
  return (
    <Panel title="Check results" flush>
      <ListTable
        rows={problems}
        keyOf={({ file, line, column, message }) => `${file}:${line}:${column}:${message}`}
        columns={[
          {
            heading: 'Where',
            kind: 'code',
            cell: ({ file, line, column }) => (line === 0 ? file : `${file}:${line}:${column}`),
          },
          {
            heading: 'What',
            cell: ({ severity, message }) =>
              severity === 'warning' ? `Worth a look: ${message}` : message,
          },
          {
            heading: 'Found',
            kind: 'code',
            cell: ({ field, value }) =>
              field === null || value === '' ? value : `${field}: ${value}`,
          },
        ]}
      />
    </Panel>
  );
}

type Difference = DraftReport['differences'][number];

const percents = new Intl.NumberFormat('en-AU', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

export function Differences({ difference }: { difference: Difference }) {
  const nameOf = useCarrierName();
  const { string_id, sampled, same, dearer, cheaper, gained, lost, before, after } = difference;
  const parts = [
    `${same} the same`,
    dearer === 0 ? '' : `${dearer} dearer`,
    cheaper === 0 ? '' : `${cheaper} cheaper`,
    gained === 0 ? '' : `${gained} newly served`,
    lost === 0 ? '' : `${lost} no longer served`,
  ].filter((part) => part !== '');
  return (
    <Panel
      title={fullName(nameOf(string_id))}
      about={
        sampled === 0
          ? 'Nothing was quoted yet that could be compared.'
          : `Of the last ${sampled} shipments: ${parts.join(', ')}.${before === 0 ? '' : ` Total change: ${percents.format(after / before - 1)}.`}`
      }
      flush={difference.examples.length > 0}
    >
      {difference.examples.length === 0 ? null : (
        <ListTable
          rows={difference.examples}
          keyOf={(one) => one.booking_id}
          columns={[
            { heading: 'From', cell: ({ from }) => titleCase(from) },
            { heading: 'To', cell: ({ to }) => titleCase(to) },
            { heading: 'Weight', kind: 'figure', cell: ({ weight }) => kilograms(weight) },
            { heading: 'Now', kind: 'figure', cell: ({ before: now }) => price(now) },
            { heading: 'Then', kind: 'figure', cell: ({ after: then }) => price(then) },
            {
              heading: 'Change',
              kind: 'figure',
              cell: ({ before: now, after: then }) =>
                now === null || then === null ? '' : percents.format(then / now - 1),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function price(amount: number | null): string {
  return amount === null ? 'no price' : money(amount);
}
