// A list as a table: heads over the columns on a wide screen, a card for each row on a phone, where each cell says its own
// name (`data-label`).
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list-table.module.css';

/** A column's name, or more than a name: figures stand at its right, and what is not a text has a key. */
export type Head =
  | string
  | { figure: string }
  | { key: string; width: number; children: ReactNode };

type ListTableProps = {
  heads: readonly Head[];
  /** Rows close together, for long lists of short lines. */
  isDense?: boolean;
  /** A row leads somewhere. */
  isHighlighted?: boolean;
  /** What is shown is what was asked for before. */
  isOld?: boolean;
  className?: string;
  children: ReactNode;
};

export function ListTable(props: ListTableProps) {
  const {
    heads,
    isDense = false,
    isHighlighted = false,
    isOld = false,
    className,
    children,
  } = props;
  return (
    <div className={classes.frame} data-old={isOld || undefined}>
      <Table
        className={classes.table}
        verticalSpacing={isDense ? 6 : 'sm'}
        highlightOnHover={isHighlighted}
      >
        <Table.Thead>
          <Table.Tr>{heads.map(columnHead)}</Table.Tr>
        </Table.Thead>
        <Table.Tbody className={className}>{children}</Table.Tbody>
      </Table>
    </div>
  );
}

function columnHead(head: Head) {
  if (typeof head === 'string') return <Table.Th key={head}>{head}</Table.Th>;
  if ('figure' in head)
    return (
      <Table.Th key={head.figure} ta="right">
        {head.figure}
      </Table.Th>
    );
  return (
    <Table.Th key={head.key} w={head.width} data-choose={head.key === 'choose' || undefined}>
      {head.children}
    </Table.Th>
  );
}

/** What the box over a list says where there is room for it. */
export const chooseAllWords = classes.chooseAll ?? '';

/** What leads to the row's own page. */
export const rowLink = classes.link ?? '';
