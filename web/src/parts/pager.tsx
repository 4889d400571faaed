// Page after page of a list whose end is not known until it is reached.
import { Group, Pagination, Text } from '@mantine/core';

type PagerProps = {
  page: number;
  /** The page is full, so that there may be another. */
  hasMore: boolean;
  /** What is listed, for those who hear the buttons. */
  what: string;
  onChange: (page: number) => void;
};

export function Pager({ page, hasMore, what, onChange }: PagerProps) {
  if (page === 1 && !hasMore) return null;
  return (
    <Pagination.Root total={hasMore ? page + 1 : page} value={page} onChange={onChange}>
      <Group gap="xs" justify="center">
        <Pagination.Previous aria-label={`Newer ${what}`} />
        <Text size="sm">Page {page}</Text>
        <Pagination.Next aria-label={`Older ${what}`} />
      </Group>
    </Pagination.Root>
  );
}
