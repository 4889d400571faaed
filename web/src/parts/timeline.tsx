// Tracking events, newest first, and the stages to come.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { trackingQuery } from '../api/tracking.ts';
import type { Tracking } from '../api/wire.ts';
import { pickupDay } from './figures.tsx';
import { historiesOf } from './histories.ts';
import { Icon } from './icon.tsx';
import { Loading, Problem } from './states.tsx';
import classes from './timeline.module.css';
import { readablePlace } from './title-case.ts';

/** The stages' names on the receiver's tracking page. */
const stages = ['Booked', 'Picked up', 'In transit', 'Out for delivery', 'Delivered'];

export function Timeline({ reference }: { reference: string }) {
  const { data, error, refetch } = useQuery(trackingQuery(reference));
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what="the tracking" />;
  return <TimelineOf tracking={data} />;
}

export function TimelineOf({ tracking }: { tracking: Tracking }) {
  const histories = historiesOf(tracking);
  const eta = tracking.items.find((item) => item.eta !== null)?.eta;
  return (
    <Stack gap="lg">
      <div>
        <Text fw={650} fz="lg">
          {tracking.headline}
        </Text>
        <Text c="dimmed">{tracking.summary}</Text>
        {eta === undefined || eta === null ? null : (
          <Text mt={4}>
            Expected by <b>{pickupDay(eta)}</b>
          </Text>
        )}
      </div>
      {tracking.connote === null ? null : <Stages tracking={tracking} />}
      {histories.map(({ name, events }) => (
        <div key={name}>
          {histories.length > 1 ? (
            <Text size="sm" fw={600} mb={4}>
              {name}
            </Text>
          ) : null}
          <ul className={classes.events}>
            {events.map((event) => (
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

function Stages({ tracking: { state, stepReached } }: { tracking: Tracking }) {
  const isHeldUp = state === 'attention';
  return (
    <ol
      className={classes.stages}
      aria-label={isHeldUp ? 'Stages, held up' : 'Stages'}
      data-attention={isHeldUp || undefined}
    >
      {stages.map((name, n) => (
        <li
          key={name}
          data-reached={n <= stepReached || undefined}
          aria-current={n === stepReached ? 'step' : undefined}
        >
          <span className={classes.dot}>
            {n > stepReached ? null : (
              <Icon name={isHeldUp && n === stepReached ? 'alert' : 'check'} size={12} />
            )}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}
