// A panel with a chart. A button switches to its numbers in a table of the same height, so that the page does not
// move. Without data it shows the reason.
import { Box, SegmentedControl, Table, Text } from '@mantine/core';
import type { ChartConfiguration } from 'chart.js';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import classes from './chart.module.css';
import type { Inks } from './chart.tsx';
import { Panel } from './page.tsx';

/** The chart library loads after the page and its figures. */
const ChartCanvas = lazy(async () => ({ default: (await import('./chart.tsx')).ChartCanvas }));

/** Numbers are aligned right, words left. */
type Column = { name: string; isNumber?: boolean };

type Numbers = {
  columns: readonly Column[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
};

type ChartPanelProps = {
  title: string;
  about: string;
  /** The chart in one sentence. */
  summary: string;
  height: number;
  draw: (inks: Inks) => ChartConfiguration;
  numbers: Numbers;
  /** Shown instead of a chart without data. */
  empty: string;
};

export function ChartPanel(props: ChartPanelProps) {
  const { title, about, summary, height, draw, numbers, empty } = props;
  const [view, setView] = useState('chart');
  const isEmpty = numbers.rows.length === 0;
  return (
    <Panel
      title={title}
      about={about}
      actions={
        isEmpty ? null : (
          <SegmentedControl
            size="xs"
            aria-label={`How ${title} is shown`}
            value={view}
            onChange={setView}
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'numbers', label: 'Numbers' },
            ]}
          />
        )
      }
    >
      {isEmpty ? (
        <Text c="dimmed" size="sm">
          {empty}
        </Text>
      ) : view === 'chart' ? (
        <Suspense fallback={<div style={{ blockSize: height }} />}>
          <ChartCanvas label={`${title}. ${summary}`} height={height} draw={draw} />
        </Suspense>
      ) : (
        <NumbersTable title={title} height={height} numbers={numbers} />
      )}
    </Panel>
  );
}

type NumbersTableProps = { title: string; height: number; numbers: Numbers };

function NumbersTable({ title, height, numbers: { columns, rows } }: NumbersTableProps) {
  return (
    // If it is too large for its place it scrolls, by keyboard too.
    <Box
      component="section"
      className={classes.numbers}
      style={{ blockSize: height }}
      aria-label={`${title}, numbers`}
      tabIndex={0}
    >
      <Table verticalSpacing={6} className="figures">
        <Table.Caption className="visually-hidden">{title}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, isNumber }) => (
              <Table.Th key={name} scope="col" ta={isNumber === true ? 'right' : 'left'}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{first}</Table.Th>
              {rest.map((cell, at) => {
                const column = columns[at + 1];
                return (
                  <Table.Td key={column?.name} ta={column?.isNumber === true ? 'right' : 'left'}>
                    {cell}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
