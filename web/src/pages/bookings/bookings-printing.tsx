// Prints documents of the bookings selected in the list.
import { Button, Loader, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Batch, printBatch } from '../../api/documents.ts';
import type { Booking } from '../../api/wire.ts';
import { plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { SelectionBar } from '../../parts/selection-bar.tsx';
import { Problem } from '../../parts/states.tsx';

type PrintingProps = { bookings: readonly Booking[]; onClear: () => void };

/**
 * Labels and manifests of the selected bookings in one file. The selection stays, because people print labels and
 * manifests of the same bookings.
 */
export function Printing({ bookings, onClear }: PrintingProps) {
  const print = useMutation({
    mutationFn: (batch: Batch) =>
      printBatch(
        batch,
        bookings.map(({ id }) => id),
      ),
  });
  if (bookings.length === 0) return null;
  return (
    <SelectionBar
      words={`${plural(bookings.length, 'booking')} chosen`}
      onClear={onClear}
      below={
        <>
          {print.isPending ? (
            <Stack gap={4}>
              <Text size="sm">
                Creating one file for {plural(bookings.length, 'booking')}. A large file takes a
                moment.
              </Text>
              <Loader size="sm" type="bars" role="progressbar" aria-label="Creating the file" />
            </Stack>
          ) : null}
          <Problem error={print.error} title="Nothing was printed" />
        </>
      }
    >
      {batches.map(({ batch, name }) => (
        <Button
          key={batch}
          size="xs"
          variant="default"
          disabled={print.isPending}
          loading={print.isPending && print.variables === batch}
          leftSection={<Icon name="document" size={14} />}
          onClick={() => print.mutate(batch)}
        >
          {name}
        </Button>
      ))}
    </SelectionBar>
  );
}

const batches: readonly { batch: Batch; name: string }[] = [
  { batch: 'labels', name: 'Labels, A4' },
  { batch: 'a6labels', name: 'Labels, A6' },
  { batch: 'zpl', name: 'Labels, ZPL' },
  { batch: 'manifests', name: 'Manifests' },
];
