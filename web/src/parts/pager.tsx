// Page after page of a list, newest first unless it is said, whose end is not known until it is reached.
import { Group, Pagination, Text } from '@mantine/core';
import { Empty } from './states.tsx';

/** As many as the service puts on a page, of whatever is listed. */
export const perPage = 50;

type PagerProps = {
  page: number;
  /** How many are on the page: with a full one there may be another. */
  listed: number | undefined;
  /** What is listed, for those who hear the buttons. */
  what: string;
  /** How what is on the page before, and on the page behind, differs. */
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

/** The page behind the last, where the last was full. */
export function NoMore({ what, before = 'Newer ones' }: { what: string; before?: string }) {
  return (
    <Empty icon="check" title={`No more ${what}`}>
      {before} are on the page before.
    </Empty>
  );
}
