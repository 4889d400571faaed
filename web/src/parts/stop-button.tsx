// Stops a bulk action after the current row.
import { Button } from '@mantine/core';
import type { OneByOne } from './one-by-one.ts';

export function StopButton({ of }: { of: Pick<OneByOne<never, unknown>, 'phase' | 'stop'> }) {
  if (of.phase === 'idle') return null;
  return (
    <Button variant="default" loading={of.phase === 'stopping'} onClick={of.stop}>
      Stop after this one
    </Button>
  );
}
