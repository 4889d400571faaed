// Settles a booking whose result only a person can find out: the operator enters the result and the connote.
import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useSetStatus } from '../../api/operator.ts';
import { Problem } from '../../parts/states.tsx';

const moves = [
  { value: 'booked_manually', label: 'Booked by hand' },
  { value: 'confirmed', label: 'Confirmed by the carrier' },
  { value: 'reviewed', label: 'Reviewed' },
  { value: 'request_failed', label: 'The request failed' },
];

export function FinishButton({ id }: { id: number }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [status, setStatus] = useState('booked_manually');
  const [connote, setConnote] = useState('');
  const move = useSetStatus(id);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={open}
        aria-label={`Finish booking ${id} by hand`}
      >
        Finish…
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Finish booking ${id} by hand`}>
        <Stack>
          <Select
            label="What became of it"
            data={moves}
            value={status}
            allowDeselect={false}
            onChange={(value) => setStatus(value ?? 'booked_manually')}
          />
          <TextInput
            label="The carrier’s number for it"
            description="As it stands on the carrier’s own label"
            value={connote}
            onChange={(event) => setConnote(event.currentTarget.value)}
          />
          <Problem error={move.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Leave it
            </Button>
            <Button
              loading={move.isPending}
              onClick={() =>
                move.mutate(
                  { status, ...(connote.trim() === '' ? {} : { connote: connote.trim() }) },
                  { onSuccess: close },
                )
              }
            >
              Save
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
