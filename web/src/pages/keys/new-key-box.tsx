// Creates a key for a shop or program, and shows its secret once.
import { Alert, Button, Group, Modal, Radio, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { moduleTypeNames, type NewKey, useAddKey } from '../../api/keys.ts';
import type { NewApiKey } from '../../api/wire.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Problem } from '../../parts/states.tsx';

const blank: NewKey = { module_type: 'custom_site', site: '', demo_mode: false };

export function NewKeyBox({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [input, setInput] = useState(blank);
  const add = useAddKey();
  const close = (): void => {
    onClose();
    setInput(blank);
    add.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate(input);
  };
  const refusal = add.error instanceof ApiError ? add.error : undefined;
  const wrongSite = refusal?.field('site');
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={add.isSuccess ? 'Your new key' : 'Create a key'}
      size="lg"
      closeOnClickOutside={!add.isSuccess}
    >
      {add.isSuccess ? (
        <FreshKey made={add.data} onDone={close} />
      ) : (
        <form onSubmit={submit}>
          <Stack>
            {wrongSite === undefined ? <Problem error={add.error} /> : null}
            <Radio.Group
              label="Purpose"
              value={input.module_type}
              onChange={(value) =>
                setInput({ ...input, module_type: value as NewKey['module_type'] })
              }
            >
              <Stack gap={8} mt={6}>
                {Object.entries(moduleTypeNames).map(([type, name]) => (
                  <Radio key={type} value={type} label={name} />
                ))}
              </Stack>
            </Radio.Group>
            <TextInput
              label="Site"
              description="Its domain or name. Bookings made with the key carry it."
              placeholder="shop.example.com.au"
              required
              withAsterisk={false}
              data-autofocus
              value={input.site}
              error={wrongSite}
              onChange={(event) => setInput({ ...input, site: event.currentTarget.value })}
            />
            <Switch
              label="Demo mode"
              description="Nothing that is booked with it is real or charged."
              checked={input.demo_mode}
              onChange={(event) => setInput({ ...input, demo_mode: event.currentTarget.checked })}
            />
            <FormFoot onLeave={close} verb="Create key" isPending={add.isPending} />
          </Stack>
        </form>
      )}
    </Modal>
  );
}

/** Also shown after the secret of a key was replaced. */
export function FreshKey({ made, onDone }: { made: NewApiKey; onDone: () => void }) {
  const navigate = useNavigate();
  return (
    <Stack>
      <Alert color="ochre" variant="light" icon={<Icon name="alert" />}>
        Copy it now. We don’t store it and can’t show it again.
      </Alert>
      <CopyField value={made.key} label="the key" />
      <Text size="sm" c="dimmed">
        Your program sends it in the <code>Api-key</code> header of every request.
      </Text>
      <Group justify="flex-end">
        <Button
          variant="default"
          onClick={() => {
            onDone();
            void navigate({ to: '/keys/$id', params: { id: String(made.id) } });
          }}
        >
          Its settings
        </Button>
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
