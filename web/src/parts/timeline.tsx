// Where a shipment has been, newest first, with the stages it still has before it.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { trackingQuery } from '../api/tracking.ts';
import type { Tracking } from '../api/wire.ts';
import { Icon } from './icon.tsx';
import { Loading, Problem } from './states.tsx';
import classes from './timeline.module.css';
import { readablePlace } from './title-case.ts';

const stages = [
  { state: 'picked_up', name: 'Picked up' },
  { state: 'in_transit', name: 'In transit' },
  { state: 'out_for_delivery', name: 'Out for delivery' },
  { state: 'delivered', name: 'Delivered' },
] as const;

export function Timeline({ reference }: { reference: string }) {
  const { data, error, refetch } = useQuery(trackingQuery(reference));
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what="the tracking" />;
  return <TimelineOf tracking={data} />;
}

export function TimelineOf({ tracking }: { tracking: Tracking }) {
  const reached = stages.findIndex(({ state }) => state === tracking.state);
  return (
    <Stack gap="lg">
      <div>
        <Text fw={650} fz="lg">
          {tracking.headline}
        </Text>
        <Text c="dimmed">{tracking.summary}</Text>
      </div>
      <ol
        className={classes.stages}
        aria-label="Stages"
        data-attention={tracking.state === 'attention' || undefined}
      >
        {stages.map(({ state, name }, n) => (
          <li
            key={state}
            data-reached={n <= reached || undefined}
            aria-current={n === reached ? 'step' : undefined}
          >
            <span className={classes.dot}>
              {n <= reached ? <Icon name="check" size={12} /> : null}
            </span>
            {name}
          </li>
        ))}
      </ol>
      {tracking.items.map((item) => (
        <div key={item.label}>
          {tracking.items.length > 1 ? (
            <Text size="sm" fw={600} mb={4}>
              {item.label}
            </Text>
          ) : null}
          <ul className={classes.events}>
            {item.events.map((event) => (
              <li key={`${event.occurredAt} ${event.status} ${event.description}`}>
                <Text size="sm" c="dimmed" className="figures">
                  {event.dateText}
                </Text>
                <div>
                  <Text size="sm" fw={500}>
                    {event.description ?? event.status}
                  </Text>
                  {event.location === null ? null : (
                    <Text size="sm" c="dimmed">
                      {readablePlace(event.location)}
                    </Text>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Stack>
  );
}
