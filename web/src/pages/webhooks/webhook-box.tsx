// The form of a webhook endpoint, and its secret, which is shown once.
import {
  Alert,
  Button,
  Group,
  Modal,
  MultiSelect,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import {
  longestWebhookDescription,
  longestWebhookUrl,
} from '../../../../src/domain/webhooks/webhook-endpoint.ts';
import { webhookEventTypes } from '../../../../src/domain/webhooks/webhook-event.ts';
import { useAddWebhook, useChangeWebhook } from '../../api/webhooks.ts';
import type { Webhook, WebhookInput, WebhookWithSecret } from '../../api/wire.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { useFields } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Problem } from '../../parts/states.tsx';

type WebhookBoxProps = {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  /** With the secret of a new one. */
  onSaved: (made: WebhookWithSecret | undefined) => void;
};

export function WebhookBox({ webhook, onClose, onSaved }: WebhookBoxProps) {
  const add = useAddWebhook();
  const change = useChangeWebhook(webhook?.id ?? 0);
  const { error, isPending } = webhook === undefined ? add : change;
  const first: Required<WebhookInput> = {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    events: webhook?.events ?? [],
    enabled: webhook?.enabled ?? true,
  };
  const { values: input, put, field, check, wrong, rest } = useFields(first, error);
  const save = (): void =>
    webhook === undefined
      ? add.mutate(input, { onSuccess: onSaved })
      : change.mutate(input, { onSuccess: () => onSaved(undefined) });
  return (
    <Modal
      opened
      onClose={onClose}
      title={webhook === undefined ? 'Add an endpoint' : 'Change endpoint'}
    >
      <Form onSubmit={save}>
        <Problem error={rest} />
        <TextInput
          label="Address"
          description="Begins with https:// and leads to the internet."
          placeholder="https://shop.example/linehaul"
          required
          withAsterisk={false}
          data-autofocus
          maxLength={longestWebhookUrl}
          {...field('url')}
        />
        <TextInput
          label="Description"
          description="For your team, such as Warehouse system."
          maxLength={longestWebhookDescription}
          {...field('description')}
        />
        <MultiSelect
          label="Events"
          description="None chosen means all of them, also those of later versions."
          placeholder={input.events.length === 0 ? 'All events' : ''}
          data={webhookEventTypes}
          value={input.events}
          error={wrong('events')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Choose all events' }}
          onChange={(events) => put({ events: events as Webhook['events'] })}
        />
        {webhook === undefined ? null : (
          <Switch
            label="Switched on"
            description="Events that happen while it is off are not kept."
            {...check('enabled')}
          />
        )}
        <FormFoot
          onLeave={onClose}
          verb={webhook === undefined ? 'Add endpoint' : 'Save endpoint'}
          isPending={isPending}
        />
      </Form>
    </Modal>
  );
}

export function SecretBox({ made, onClose }: { made: WebhookWithSecret; onClose: () => void }) {
  const { previous_secret_until: overlap } = made;
  return (
    <Modal opened onClose={onClose} title="Signing secret" size="lg" closeOnClickOutside={false}>
      <Stack>
        <Alert color="ochre" variant="light" icon={<Icon name="alert" />}>
          Copy it now. We can’t show it again.
        </Alert>
        <CopyField value={made.secret} label="the secret" />
        <Text size="sm">
          Your program verifies with it that a request comes from us
          {overlap === null
            ? '.'
            : '. For 24 hours, requests are signed with the previous secret too.'}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
