// Previous and next page of a list of unknown length, newest first by default.
import { Group, Pagination, Text } from '@mantine/core';
import { Empty } from './states.tsx';

/** The service's page size for every list. */
export const perPage = 50;

/** Names of the two directions, and of the rows before an empty last page. */
type PageOrder = { before: string; behind: string; others: string };

const newestFirst: PageOrder = { before: 'Newer', behind: 'Older', others: 'Newer ones' };
export const oldestFirst: PageOrder = { before: 'Older', behind: 'Newer', others: 'Older ones' };
export const byName: PageOrder = { before: 'Previous', behind: 'Next', others: 'The others' };

export type PagerProps = {
  page: number;
  /** The number of rows on the page: after a full page there may be another. */
  listed: number | undefined;
  /** Names the list for screen readers. */
  what: string;
  order?: PageOrder | undefined;
  onChange: (page: number) => void;
};

export function Pager({ page, listed, what, order = newestFirst, onChange }: PagerProps) {
  const hasMore = listed === perPage;
  if (page === 1 && !hasMore) return null;
  return (
    <Pagination.Root total={hasMore ? page + 1 : page} value={page} onChange={onChange}>
      <Group gap="xs" justify="center">
        <Pagination.Previous aria-label={`${order.before} ${what}`} />
        <Text size="sm">Page {page}</Text>
        <Pagination.Next aria-label={`${order.behind} ${what}`} />
      </Group>
    </Pagination.Root>
  );
}

/** An empty page after a last page that was full. */
export function NoMore({ what, order = newestFirst }: Pick<PagerProps, 'what' | 'order'>) {
  return (
    <Empty icon="check" title={`No more ${what}`}>
      {order.others} are on the page before.
    </Empty>
  );
}
