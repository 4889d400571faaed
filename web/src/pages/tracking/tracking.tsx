// Where a shipment is, by booking number or consignment note.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { trackingQuery } from '../../api/tracking.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { TimelineOf } from '../../parts/timeline.tsx';

export function TrackingPage() {
  const { of } = useSearch({ from: '/members/tracking' });
  const navigate = useNavigate();
  const [text, setText] = useState(of ?? '');
  const [followed, setFollowed] = useState(of);
  // An address that changes otherwise, by the menu or the way back, is what the box says from then on.
  if (of !== followed) {
    setFollowed(of);
    setText(of ?? '');
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = text.trim();
    void navigate({ to: '/tracking', search: wanted === '' ? {} : { of: wanted } });
  };
  return (
    <Page title="Tracking" about="By booking number or consignment note.">
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            aria-label="Booking number or consignment note"
            placeholder="Booking number or consignment note"
            leftSection={<Icon name="search" size={16} />}
            w={320}
            maw="100%"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit">Find it</Button>
        </Group>
      </form>
      {of === undefined ? (
        <Panel>
          <Empty icon="tracking" title="Which shipment?">
            Every booked shipment can be followed here until it has arrived. A demo’s tracking moves
            on by itself, so that you can see how it works.
          </Empty>
        </Panel>
      ) : (
        <Found reference={of} />
      )}
    </Page>
  );
}

function Found({ reference }: { reference: string }) {
  const { data, error, refetch } = useQuery(trackingQuery(reference));
  const { public_url: publicUrl } = useSession();
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what="the shipment" />;
  if (!data.matched) {
    return (
      <Panel>
        <Empty icon="search" title={data.headline}>
          {data.summary}
        </Empty>
      </Panel>
    );
  }
  return (
    <Panel
      title={data.connote ?? `Booking ${data.bookingId}`}
      actions={
        data.bookingId === null ? null : (
          <ButtonLink
            to="/bookings/$id"
            params={{ id: data.bookingId }}
            variant="default"
            size="xs"
          >
            The booking
          </ButtonLink>
        )
      }
    >
      <TimelineOf tracking={data} />
      {data.connote === null ? null : (
        <Stack mt="lg" gap={4}>
          <Text size="sm" fw={500}>
            Link for the receiver
          </Text>
          <CopyField
            value={`${publicUrl}/track/${encodeURIComponent(data.connote)}`}
            label="the link for the receiver"
          />
        </Stack>
      )}
    </Panel>
  );
}
