// Tracking by booking id or connote.
import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { bookingsQuery } from '../../api/bookings.ts';
import { useSession } from '../../api/session.ts';
import { trackingQuery } from '../../api/tracking.ts';
import type { Booking } from '../../api/wire.ts';
import { CopyField, CopyText } from '../../parts/copy-field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { type Column, RowLink } from '../../parts/list-table.tsx';
import { Listed, useListSearch } from '../../parts/listed.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { TimelineOf } from '../../parts/timeline.tsx';
import { carrierColumn, receiverColumn } from '../bookings/booking-columns.tsx';

export function TrackingPage() {
  const { of, page } = useSearch({ from: '/members/tracking' });
  const navigate = useNavigate();
  const [text, setText] = useState(of ?? '');
  const [followed, setFollowed] = useState(of);
  // A new address, from the menu or the back button, also fills the box.
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
            w={{ base: '100%', xs: 320 }}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit">Track shipment</Button>
        </Group>
      </form>
      {of === undefined ? <UnderWay page={page ?? 1} /> : <Found reference={of} />}
    </Page>
  );
}

/** Undelivered shipments, newest first; each page begins with the shipments in trouble. */
function UnderWay({ page }: { page: number }) {
  const shipments = useQuery(bookingsQuery('member', { show: 'under_way', page }));
  const { onPage } = useListSearch({ page });
  return (
    <Listed
      title="Under way"
      about="Booked in the last 60 days and not delivered yet."
      of={shipments}
      rows={shipments.data?.toSorted(
        (one, other) => Number(isHeldUp(other)) - Number(isHeldUp(one)),
      )}
      what="shipments"
      keyOf={({ id }) => id}
      columns={columns}
      isDense
      page={page}
      onPage={onPage}
      empty={
        <Empty icon="tracking" title="No shipments under way">
          Every confirmed shipment appears here until it is delivered. A demo’s tracking advances by
          itself, so that you can see how it works.
        </Empty>
      }
    />
  );
}

const columns: Column<Booking>[] = [
  {
    heading: 'Consignment note',
    cell: ({ id, connote }) => (
      <RowLink to="/tracking" search={{ of: connote ?? String(id) }}>
        {connote ?? id}
      </RowLink>
    ),
  },
  receiverColumn,
  carrierColumn,
  {
    heading: 'Status',
    cell: (booking) =>
      booking.journey === undefined ? null : (
        <Badge variant="light" color={isHeldUp(booking) ? 'red' : 'eucalypt'} autoContrast>
          {booking.journey.phrase}
        </Badge>
      ),
  },
];

const isHeldUp = ({ journey }: Booking): boolean => journey?.state === 'attention';

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
      title={
        data.connote === null ? (
          `Booking ${data.bookingId}`
        ) : (
          <CopyText value={data.connote} label="the consignment note" />
        )
      }
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
