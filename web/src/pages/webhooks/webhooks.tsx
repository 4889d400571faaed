// Where a member's events are sent, and what was sent.
import { Badge, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import {
  useDeleteWebhook,
  useRotateSecret,
  useTestWebhook,
  webhooksQuery,
} from '../../api/webhooks.ts';
import type { Webhook, WebhookWithSecret } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { plural, when } from '../../parts/figures.tsx';
import { Listed } from '../../parts/listed.tsx';
import { showFailed } from '../../parts/notices.tsx';
import { Page } from '../../parts/page.tsx';
import { RoleGate } from '../../parts/role-gate.tsx';
import { Empty } from '../../parts/states.tsx';
import { useAskedToAdd } from '../../parts/use-asked-to-add.ts';
import { Deliveries, nameOf } from './deliveries.tsx';
import { SecretBox, WebhookBox } from './webhook-box.tsx';

export function WebhooksPage() {
  const query = useQuery(webhooksQuery);
  const { data } = query;
  const mayChange = useMay('admin');
  /** The endpoint in the form; `new` for a new one. */
  const [edited, setEdited] = useState<Webhook | 'new'>();
  const [fresh, setFresh] = useState<WebhookWithSecret>();
  useAskedToAdd(() => setEdited('new'));
  const add = <Button onClick={() => setEdited('new')}>Add an endpoint</Button>;
  return (
    <Page
      title="Webhooks"
      about="Events of bookings, shipments, orders and payments, sent to your own programs."
      actions={mayChange && data !== undefined && data.length > 0 ? add : null}
    >
      <RoleGate needs="admin">
        <Listed
          of={query}
          rows={data}
          what="endpoints"
          keyOf={({ id }) => id}
          columns={[
            {
              heading: 'Endpoint',
              kind: 'written',
              cell: (webhook) => <b>{nameOf(webhook)}</b>,
              below: ({ url, description }) =>
                description === '' ? '' : <span className="mono">{url}</span>,
            },
            { heading: 'Events', kind: 'written', cell: eventWords },
            {
              heading: 'State',
              kind: 'written',
              cell: (webhook) => <State webhook={webhook} />,
            },
            {
              heading: 'Actions',
              kind: 'actions',
              cell: (webhook) => (
                <WebhookActions
                  webhook={webhook}
                  onEdit={() => setEdited(webhook)}
                  onSecret={setFresh}
                />
              ),
            },
          ]}
          empty={
            <Empty icon="bolt" title="No endpoints yet" action={add}>
              Add an address of your own program. It receives an event when a booking is confirmed,
              a shipment is delivered and more.
            </Empty>
          }
        />
      </RoleGate>
      {data === undefined || data.length === 0 ? null : <Deliveries webhooks={data} />}
      {edited === undefined ? null : (
        <WebhookBox
          webhook={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(made) => {
            setEdited(undefined);
            if (made !== undefined) setFresh(made);
          }}
        />
      )}
      {fresh === undefined ? null : <SecretBox made={fresh} onClose={() => setFresh(undefined)} />}
    </Page>
  );
}

function eventWords({ events }: Webhook): string {
  return events.length === 0 ? 'All' : events.join(', ');
}

/** Lines of constant height, so that nothing moves while events are delivered. */
function State({ webhook }: { webhook: Webhook }) {
  const { enabled, switched_off: off, failing_since: failing, waiting } = webhook;
  const word = enabled ? (failing === null ? 'On' : 'Failing') : 'Off';
  const about =
    off !== null
      ? `Switched off ${when(off)}: nothing had arrived for three days.`
      : failing !== null
        ? `Nothing has arrived since ${when(failing)}.`
        : enabled
          ? 'No problems'
          : 'You switched it off.';
  return (
    <>
      <Group gap={6}>
        <Badge variant="light" color={colours[word]} autoContrast>
          {word}
        </Badge>
        <Text size="sm">{plural(waiting, 'event')} waiting</Text>
      </Group>
      <Text size="xs" c="dimmed">
        {about}
      </Text>
    </>
  );
}

const colours = { On: 'eucalypt', Failing: 'ochre', Off: 'gray' };

type WebhookActionsProps = {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (made: WebhookWithSecret) => void;
};

function WebhookActions({ webhook, onEdit, onSecret }: WebhookActionsProps) {
  const { id, enabled, waiting } = webhook;
  const name = nameOf(webhook);
  const test = useTestWebhook(id);
  const rotate = useRotateSecret(id);
  const remove = useDeleteWebhook(id);
  const sendTest = (): void =>
    test.mutate(undefined, {
      onSuccess: () =>
        notifications.show({ color: 'eucalypt', message: `Test event queued for ${name}.` }),
      onError: showFailed,
    });
  return (
    <Group gap={6}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={!enabled}
        loading={test.isPending}
        onClick={sendTest}
        aria-label={`Send test event to ${name}`}
      >
        Send test event
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onEdit} aria-label={`Change ${name}`}>
        Change
      </Button>
      <ConfirmButton
        size="compact-sm"
        variant="subtle"
        aria-label={`Rotate secret of ${name}`}
        title="Rotate the signing secret?"
        about="For 24 hours, events are signed with both secrets, so that you can change yours without a gap."
        verb="Rotate secret"
        wayOut="Keep secret"
        isHarmless
        isPending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutateAsync(undefined).then(onSecret)}
      >
        Rotate secret…
      </ConfirmButton>
      <ConfirmButton
        size="compact-sm"
        variant="subtle"
        aria-label={`Delete ${name}`}
        title={`Delete ${name}?`}
        about={
          waiting === 0
            ? 'Its list of deliveries goes too.'
            : `Its list of deliveries goes too, and ${plural(waiting, 'waiting event')} will not be sent.`
        }
        verb="Delete endpoint"
        wayOut="Keep endpoint"
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        Delete…
      </ConfirmButton>
    </Group>
  );
}
