// A list that the service answers: loading, failed or empty, or else its table, with saved views and pages where it has
// them. With a title, the panel stays while the list loads.
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ListTable, type ListTableProps } from './list-table.tsx';
import { Panel, type PanelProps } from './page.tsx';
import { NoMore, Pager, type PagerProps } from './pager.tsx';
import { SavedViews, type SavedViewsProps } from './saved-views.tsx';
import { Awaiting } from './states.tsx';

type ListedProps<Row> = Omit<ListTableProps<Row>, 'rows' | 'isOld'> &
  Pick<PanelProps, 'title' | 'about' | 'actions'> & {
    of: Pick<UseQueryResult, 'error' | 'refetch' | 'isPlaceholderData'>;
    /** The rows of the answer. */
    rows: readonly Row[] | undefined;
    /** Names the rows: "calls". */
    what: string;
    /** Shown in place of an empty first page. */
    empty: ReactNode;
    /** For a list that users keep views of. */
    views?: SavedViewsProps;
    page?: number | undefined;
    /** For a list of more than one page. */
    onPage?: (page: number) => void;
    pageOrder?: PagerProps['order'];
    /** Above the table, in the panel. */
    children?: ReactNode;
  };

export function Listed<Row>(props: ListedProps<Row>) {
  const { of, rows, what, empty, views, page = 1, onPage, pageOrder, children, ...others } = props;
  const { title, about, actions, ...table } = others;
  const awaiting = (
    <Awaiting of={{ data: rows, error: of.error, refetch: of.refetch }} what={what} />
  );
  const list =
    rows === undefined ? null : rows.length > 0 ? (
      <ListTable name={views?.list} {...table} rows={rows} isOld={of.isPlaceholderData} />
    ) : page > 1 ? (
      <NoMore what={what} order={pageOrder} />
    ) : (
      empty
    );
  return (
    <>
      {views === undefined ? null : <SavedViews {...views} />}
      {title === undefined ? awaiting : null}
      {title === undefined && list === null ? null : (
        <Panel title={title} about={about} actions={actions} flush>
          {title === undefined ? null : awaiting}
          {children}
          {list}
        </Panel>
      )}
      {onPage === undefined ? null : (
        <Pager page={page} listed={rows?.length} what={what} order={pageOrder} onChange={onPage} />
      )}
    </>
  );
}

/** The search of a list in its address. A changed search starts at the first page. */
export function useListSearch<
  Search extends { page?: number | undefined; sort?: string | undefined },
>(search: Search) {
  const navigate = useNavigate();
  const put = (change: Search, replace = false): void =>
    void navigate({
      to: '.',
      search: { ...search, page: undefined, ...change } as never,
      replace,
    });
  return {
    put,
    page: search.page,
    onPage: (page: number) => put({ page } as Search),
    order: { by: search.sort, onOrder: (sort?: string) => put({ sort } as Search) },
  };
}
