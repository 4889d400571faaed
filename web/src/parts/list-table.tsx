// A list as a table, from one description of its columns: heads that sort on wide screens; on phones a card for each
// row, where each cell shows its column's name. Clicking a row opens its link.
import { ActionIcon, Checkbox, Popover, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import classes from './list-table.module.css';

export type Column<Row> = {
  /** Also names the column where a person chooses columns. */
  heading: string;
  cell: (row: Row) => ReactNode;
  /** A second, quieter line. */
  below?: (row: Row) => ReactNode;
  /**
   * `figure`: aligned right. `written`: text that people enter, which may be long. `short`: never breaks.
   * `code`: an identifier. `actions`: buttons, of no use on paper. In dense lists: `yielding`, a text that is cut
   * where many columns need room; `status`, badges that are shown whole, with words that are cut.
   */
  kind?: 'figure' | 'written' | 'short' | 'code' | 'actions' | 'yielding' | 'status';
  /** The service's name of this order. */
  sort?: string;
  /** Shown only if a person chooses it. */
  isExtra?: boolean;
};

/** Leaves out columns under a condition: `...columnsIf(isOperator, {…})`. */
export const columnsIf = <Row,>(is: boolean, ...columns: Column<Row>[]): Column<Row>[] =>
  is ? columns : [];

/** Rows that a person has selected for a bulk action, by their keys. */
export type Chosen = {
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
};

type RowChoice<Row> = Chosen & {
  /** Labels of the checkbox that selects all rows, and of a row's. */
  all: string;
  one: (row: Row) => string;
  isOffered?: (row: Row) => boolean;
};

/** A column's `sort`, with a minus sign for the opposite direction; undefined is the list's own order. */
type Order = {
  by: string | undefined;
  onOrder: (by: string | undefined) => void;
};

export type ListTableProps<Row> = {
  rows: readonly Row[];
  keyOf: (row: Row) => number | string;
  columns: readonly Column<Row>[];
  choice?: RowChoice<Row> | undefined;
  order?: Order | undefined;
  /** Names the list whose columns a person can choose; this browser remembers them. */
  name?: string | undefined;
  /** One line for each row, for lists that people scan. */
  isDense?: boolean;
  /** The list still shows the previous answer. */
  isOld?: boolean;
  rowProps?: (row: Row) => ComponentProps<typeof Table.Tr>;
};

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { rows, keyOf, choice, order, name, isDense = false, isOld = false, rowProps } = props;
  const { isShown, menu } = useColumnChoice(name, props.columns);
  const columns = props.columns.filter(isShown);
  return (
    <div className={classes.frame} data-old={isOld || undefined}>
      <Table className={classes.table} data-dense={isDense || undefined}>
        <Table.Thead>
          <Table.Tr>
            {choice === undefined ? null : <ChooseAll rows={rows} keyOf={keyOf} choice={choice} />}
            {columns.map((column) => (
              <Head key={column.heading} column={column} order={order} />
            ))}
            {menu === null ? null : <Table.Th data-kind="menu">{menu}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onClick={openRow}>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)} tabIndex={-1} data-row-of-list {...rowProps?.(row)}>
              {choice === undefined ? null : <ChooseOne row={row} keyOf={keyOf} choice={choice} />}
              {columns.map(({ heading, cell, below, kind }) => (
                <Table.Td key={heading} data-label={heading} data-kind={kind}>
                  {cell(row)}
                  <Below>{below?.(row)}</Below>
                </Table.Td>
              ))}
              {menu === null ? null : <Table.Td data-kind="menu" />}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Below({ children }: { children?: ReactNode }) {
  if (children === undefined || children === null || children === '') return null;
  return (
    <>
      {/* Separates the two in the row's accessible name, where both are on one line. */}{' '}
      <Text size="xs" c="dimmed" component="div" className={classes.below}>
        {children}
      </Text>
    </>
  );
}

function Head<Row>({ column, order }: { column: Column<Row>; order: Order | undefined }) {
  const { heading, kind, sort } = column;
  if (sort === undefined || order === undefined)
    return <Table.Th data-kind={kind}>{heading}</Table.Th>;
  const isDown = order.by === `-${sort}`;
  const isSorted = isDown || order.by === sort;
  // First ascending, then descending, then the list's own order.
  const next = isDown ? undefined : isSorted ? `-${sort}` : sort;
  return (
    <Table.Th
      data-kind={kind}
      data-sorted={isSorted || undefined}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}
    >
      <UnstyledButton className={classes.sort} onClick={() => order.onOrder(next)}>
        {heading}
        <Icon name={isDown ? 'down' : 'up'} size={12} />
      </UnstyledButton>
    </Table.Th>
  );
}

/** Headings that a person has shown or hidden. */
type ColumnChoice = Readonly<Record<string, boolean>>;

export const useChosenColumns = (name: string | undefined) =>
  useLocalStorage<ColumnChoice>({
    key: `linehaul-columns-${name}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });

function useColumnChoice<Row>(name: string | undefined, columns: readonly Column<Row>[]) {
  const [chosen, setChosen] = useChosenColumns(name);
  const isShown = ({ heading, isExtra = false }: Column<Row>): boolean =>
    chosen[heading] ?? !isExtra;
  // The first column stays, because it has the link.
  const [, ...others] = columns;
  const menu =
    name === undefined ? null : (
      <Popover position="bottom-end" trapFocus shadow="md">
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Choose columns">
            <Icon name="operator" size={14} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label="Columns">
          <Stack gap="xs">
            {others.map((column) => (
              <Checkbox
                key={column.heading}
                size="xs"
                label={column.heading}
                checked={isShown(column)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen({ ...chosen, [column.heading]: checked })
                }
              />
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
    );
  return { isShown, menu };
}

type ChooseProps<Row> = Pick<ListTableProps<Row>, 'rows' | 'keyOf'> & { choice: RowChoice<Row> };

/** Selects all rows, or none of them; selected rows of other pages stay as they are. */
function ChooseAll<Row>({ rows, keyOf, choice }: ChooseProps<Row>) {
  const { all, isOffered = () => true, chosen, onChoose } = choice;
  const ids = rows.filter(isOffered).map((row) => Number(keyOf(row)));
  const isAll = ids.length > 0 && ids.every((id) => chosen.has(id));
  return (
    <Table.Th data-kind="choose">
      <Checkbox
        size="xs"
        label={<span className={classes.chooseAll}>{all}</span>}
        disabled={ids.length === 0}
        checked={isAll}
        onChange={() => onChoose(changed(chosen, ids, !isAll))}
      />
    </Table.Th>
  );
}

function ChooseOne<Row>({ row, keyOf, choice }: Omit<ChooseProps<Row>, 'rows'> & { row: Row }) {
  const { one, isOffered = () => true, chosen, onChoose } = choice;
  const id = Number(keyOf(row));
  return (
    <Table.Td data-kind="choose">
      <Checkbox
        size="xs"
        aria-label={one(row)}
        disabled={!isOffered(row)}
        checked={chosen.has(id)}
        onChange={({ currentTarget: { checked } }) => onChoose(changed(chosen, [id], checked))}
      />
    </Table.Td>
  );
}

/** The selection with these rows, or without them. */
export function changed(
  chosen: ReadonlySet<number>,
  ids: readonly number[],
  isIn: boolean,
): ReadonlySet<number> {
  const others = [...chosen].filter((id) => !ids.includes(id));
  return new Set(isIn ? [...others, ...ids] : others);
}

/** The link to the row's page. */
export const RowLink = createLink((props: ComponentProps<'a'>) => (
  <a {...props} className={classes.link} data-opens-row />
));

/** A click beside the row's link follows it, except on other controls and after selecting text. */
function openRow({ target, ...event }: MouseEvent<HTMLElement>): void {
  const at = target as Element;
  if (at.closest('a, button, input, label, [role="dialog"]') !== null) return;
  if (document.getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  at.closest('tr')
    ?.querySelector('[data-opens-row]')
    ?.dispatchEvent(
      new window.MouseEvent('click', {
        bubbles: true,
        cancelable: true,
        ctrlKey,
        metaKey,
        shiftKey,
      }),
    );
}
