// Creates a key for a shop or program, and shows its secret once.
import { Alert, Button, Group, Modal, Radio, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { moduleTypeNames, type NewKey, useAddKey } from '../../api/keys.ts';
import type { NewApiKey } from '../../api/wire.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { useFields } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Problem } from '../../parts/states.tsx';

const blank: NewKey = { module_type: 'custom_site', site: '', demo_mode: false };

export function NewKeyBox({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const add = useAddKey();
  const { values: input, put, field, check, rest } = useFields(blank, add.error);
  const close = (): void => {
    onClose();
    put(blank);
    add.reset();
  };
  const submit = (): void => add.mutate(input);
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
        <Form onSubmit={submit}>
          <Problem error={rest} />
          <Radio.Group label="Purpose" {...field('module_type')}>
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
            {...field('site')}
          />
          <Switch
            label="Demo mode"
            description="Bookings with this key are demos: nothing is charged or sent."
            {...check('demo_mode')}
          />
          <FormFoot onLeave={close} verb="Create key" isPending={add.isPending} />
        </Form>
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
          Open settings
        </Button>
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
