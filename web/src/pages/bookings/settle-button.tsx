// Settles a booking whose result only a person can check: the operator enters the result and the connote.
import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useSetStatus } from '../../api/operator.ts';
import { Problem } from '../../parts/states.tsx';

const results = [
  { value: 'booked_manually', label: 'Booked manually' },
  { value: 'confirmed', label: 'Confirmed by the carrier' },
  { value: 'reviewed', label: 'Reviewed' },
  { value: 'request_failed', label: 'Request failed' },
];

export function SettleButton({ id }: { id: number }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [status, setStatus] = useState('booked_manually');
  const [connote, setConnote] = useState('');
  const setResult = useSetStatus(id);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={open}
        aria-label={`Settle booking ${id} manually`}
      >
        Settle…
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Settle booking ${id} manually`}>
        <Stack>
          <Select
            label="Result"
            data={results}
            value={status}
            allowDeselect={false}
            onChange={(value) => setStatus(value ?? 'booked_manually')}
          />
          <TextInput
            label="Consignment note"
            description="As printed on the carrier’s label"
            value={connote}
            onChange={(event) => setConnote(event.currentTarget.value)}
          />
          <Problem error={setResult.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              loading={setResult.isPending}
              onClick={() =>
                setResult.mutate(
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
