// Previous and next page of a list of unknown length, newest first by default.
import { Group, Pagination, Text } from '@mantine/core';
import { Empty } from './states.tsx';

/** The service's page size for every list. */
export const perPage = 50;

type PagerProps = {
  page: number;
  /** The number of rows on the page: after a full page there may be another. */
  listed: number | undefined;
  /** Names the list for screen readers. */
  what: string;
  /** Labels of the two directions. */
  order?: { before: string; behind: string };
  onChange: (page: number) => void;
};

const newestFirst = { before: 'Newer', behind: 'Older' };

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
export function NoMore({ what, before = 'Newer ones' }: { what: string; before?: string }) {
  return (
    <Empty icon="check" title={`No more ${what}`}>
      {before} are on the page before.
    </Empty>
  );
}
