// What was sent to an endpoint, newest first, with the body, the answer and a replay.
import {
  Badge,
  Button,
  Code,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DeliveriesShown, useReplay, webhookDeliveriesQuery } from '../../api/webhooks.ts';
import type { Webhook, WebhookDelivery } from '../../api/wire.ts';
import { DialogButton } from '../../parts/dialog-button.tsx';
import { plural, when, whenExactly } from '../../parts/figures.tsx';
import { Listed } from '../../parts/listed.tsx';
import { showFailed } from '../../parts/notices.tsx';
import { Empty } from '../../parts/states.tsx';

const all = '';

export function Deliveries({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [chosen, setChosen] = useState<number>();
  const [shown, setShown] = useState<DeliveriesShown>({ page: 1 });
  const webhook = webhooks.find(({ id }) => id === chosen) ?? webhooks[0];
  const deliveries = useQuery(webhookDeliveriesQuery(webhook?.id ?? 0, shown));
  if (webhook === undefined) return null;
  return (
    <Listed
      of={deliveries}
      rows={deliveries.data}
      what="deliveries"
      page={shown.page}
      onPage={(page) => setShown({ ...shown, page })}
      empty={<NoDeliveries status={shown.status} />}
      title="Deliveries"
      about="Of the last 30 days."
      actions={
        <Group gap="xs">
          {webhooks.length === 1 ? null : (
            <NativeSelect
              size="xs"
              aria-label="Endpoint"
              value={webhook.id}
              onChange={({ currentTarget: { value } }) => {
                setChosen(Number(value));
                setShown({ page: 1 });
              }}
              data={webhooks.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
            />
          )}
          <SegmentedControl
            size="xs"
            aria-label="Deliveries shown"
            value={shown.status ?? all}
            onChange={(status) =>
              setShown({
                page: 1,
                status: status === all ? undefined : (status as WebhookDelivery['status']),
              })
            }
            data={[
              { value: all, label: 'All' },
              { value: 'waiting', label: 'Waiting' },
              { value: 'failed', label: 'Failed' },
            ]}
          />
        </Group>
      }
      keyOf={({ id }) => id}
      columns={[
        {
          heading: 'Event',
          kind: 'written',
          cell: ({ type }) => <span className="mono">{type}</span>,
        },
        {
          heading: 'Status',
          kind: 'written',
          cell: ({ status }) => (
            <Badge variant="light" color={statuses[status].colour} autoContrast>
              {statuses[status].name}
            </Badge>
          ),
          below: ({ problem, status }) => (status === 'delivered' ? '' : problem),
        },
        {
          heading: 'Attempts',
          kind: 'figure',
          cell: ({ attempts }) => attempts,
          below: ({ attempts, next_attempt: next }) =>
            attempts > 0 && next !== null ? `next ${when(next)}` : '',
        },
        { heading: 'Happened', cell: ({ created }) => when(created) },
        {
          heading: 'Actions',
          kind: 'actions',
          cell: (delivery) => <DeliveryActions webhook={webhook} delivery={delivery} />,
        },
      ]}
    />
  );
}

export const nameOf = ({ description, url }: Webhook): string => description || url;

const statuses: Readonly<Record<WebhookDelivery['status'], { name: string; colour: string }>> = {
  waiting: { name: 'Waiting', colour: 'ochre' },
  delivered: { name: 'Delivered', colour: 'eucalypt' },
  failed: { name: 'Failed', colour: 'red' },
};

function NoDeliveries({ status }: Pick<DeliveriesShown, 'status'>) {
  if (status === 'waiting')
    return (
      <Empty icon="check" title="No delivery waits">
        Everything has arrived.
      </Empty>
    );
  if (status === 'failed')
    return (
      <Empty icon="check" title="No delivery failed">
        An event that did not arrive within three days appears here with the reason.
      </Empty>
    );
  return (
    <Empty icon="bolt" title="No deliveries yet">
      Send a test event, or book something.
    </Empty>
  );
}

function DeliveryActions({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const replay = useReplay(webhook.id);
  const what = `${delivery.type} of ${whenExactly(delivery.created)}`;
  const sendAgain = (): void =>
    replay.mutate(delivery.id, {
      onSuccess: () =>
        notifications.show({ color: 'eucalypt', message: `${delivery.type} is sent again.` }),
      onError: showFailed,
    });
  return (
    <Group gap={6} justify="flex-end">
      <DialogButton
        size="compact-sm"
        variant="subtle"
        title={delivery.type}
        aria-label={`Show ${what}`}
        dialog={() => <Exchange delivery={delivery} />}
      >
        Show
      </DialogButton>
      {delivery.status === 'waiting' ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={replay.isPending}
          aria-label={`Send again: ${what}`}
          onClick={sendAgain}
        >
          Send again
        </Button>
      )}
    </Group>
  );
}

function Exchange({ delivery }: { delivery: WebhookDelivery }) {
  const { answer_status: status, answer_body: answer, took_ms: took, problem } = delivery;
  return (
    <Stack gap="xs">
      <Text size="sm">
        Message <span className="mono">{delivery.message_id}</span>,{' '}
        {plural(delivery.attempts, 'attempt')}
      </Text>
      <Text fw={600}>We sent</Text>
      <Code block>{JSON.stringify(JSON.parse(delivery.body), undefined, 2)}</Code>
      <Text fw={600}>You answered</Text>
      {problem === null ? null : <Text size="sm">{problem}</Text>}
      {status === null ? (
        <Text size="sm" c="dimmed">
          No answer yet.
        </Text>
      ) : (
        <>
          <Text size="sm">
            Status {status} after {took} ms
          </Text>
          {answer === '' ? null : <Code block>{answer}</Code>}
        </>
      )}
    </Stack>
  );
}
