// A list as a table: column heads on wide screens; on phones a card for each row, where each cell shows its own name
// (`data-label`).
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list-table.module.css';

/** A column's name, or its name with options: numbers are aligned right, and a head that is not text needs a key. */
export type Head =
  | string
  | { figure: string }
  | { key: string; width: number; children: ReactNode };

type ListTableProps = {
  heads: readonly Head[];
  /** Compact rows, for long lists. */
  isDense?: boolean;
  /** Rows are links. */
  isHighlighted?: boolean;
  /** The list still shows the previous answer. */
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
  if (typeof head === 'string')
    return (
      // Buttons are of no use on paper.
      <Table.Th key={head} data-screen={head === 'Actions' || undefined}>
        {head}
      </Table.Th>
    );
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

/**
 * Shows the label of the checkbox that selects all rows on phones only; elsewhere the column's head explains it.
 */
export const chooseAllWords = classes.chooseAll ?? '';

/** The link to the row's page. */
export const rowLink = classes.link ?? '';
