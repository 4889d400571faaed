// The check of a carrier's new files: mistakes with their places, and prices before and after for recently quoted shipments.
import { Table, Text } from '@mantine/core';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import type { DraftReport } from '../../api/wire.ts';
import { kilograms, money } from '../../parts/figures.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { titleCase } from '../../parts/title-case.ts';

export function Mistakes({ problems }: { problems: DraftReport['problems'] }) {
  return (
    <Panel title="Check results" flush>
      <ListTable heads={['Where', 'What', 'Found']} isDense>
        {problems.map(({ file, line, column, field, message, value, severity }) => (
          <Table.Tr key={`${file}:${line}:${column}:${message}`}>
            <Table.Td data-label="Where" className="mono">
              {line === 0 ? file : `${file}:${line}:${column}`}
            </Table.Td>
            <Table.Td data-label="What">
              {severity === 'warning' ? 'Worth a look: ' : ''}
              {message}
            </Table.Td>
            <Table.Td data-label="Found" className="mono">
              {field === null || value === '' ? value : `${field}: ${value}`}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
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
          heads={[
            'From',
            'To',
            { figure: 'Weight' },
            { figure: 'Now' },
            { figure: 'Then' },
            { figure: 'Change' },
          ]}
          isDense
          className="figures"
        >
          {difference.examples.map((one) => (
            <Table.Tr key={one.booking_id}>
              <Table.Td data-label="From">{titleCase(one.from)}</Table.Td>
              <Table.Td data-label="To">{titleCase(one.to)}</Table.Td>
              <Table.Td data-label="Weight" data-figure>
                {kilograms(one.weight)}
              </Table.Td>
              <Table.Td data-label="Now" data-figure>
                {price(one.before)}
              </Table.Td>
              <Table.Td data-label="Then" data-figure>
                {price(one.after)}
              </Table.Td>
              <Table.Td data-label="Change" data-figure>
                <Text span size="sm">
                  {one.before === null || one.after === null
                    ? ''
                    : percents.format(one.after / one.before - 1)}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </Panel>
  );
}

function price(amount: number | null): string {
  return amount === null ? 'no price' : money(amount);
}
