// The tracking events of one consignment. The operator adds an event, or removes one that a person entered.
import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { eventsQuery, type NewEvent, useAddEvent, useRemoveEvent } from '../../api/tracking.ts';
import type { OperatorEvents } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { useFields } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { Awaiting, Empty, Problem } from '../../parts/states.tsx';
import { readablePlace } from '../../parts/title-case.ts';

export function BookingEvents({ booking }: { booking: number }) {
  const query = useQuery(eventsQuery(booking));
  const { data } = query;
  const panel = useRef<HTMLElement>(null);
  if (data === undefined) return <Awaiting of={query} what="the events" />;
  return (
    <>
      <Panel
        ref={panel}
        title={data.connote ?? `Booking ${booking}`}
        about={
          <span role="status">
            Booking {booking} · {data.tracking.headline}
          </span>
        }
        actions={
          <ButtonLink
            to="/operator/bookings/$id"
            params={{ id: String(booking) }}
            variant="default"
            size="xs"
          >
            Open booking
          </ButtonLink>
        }
        flush
      >
        {data.events.length === 0 ? (
          <Empty icon="tracking" title="No events yet">
            Add the first one below.
          </Empty>
        ) : (
          <EventTable shown={data} onRemoved={() => panel.current?.focus()} />
        )}
      </Panel>
      <Panel title="Add event">
        <EventForm booking={booking} pieces={data.pieces} />
      </Panel>
    </>
  );
}

function EventTable({ shown, onRemoved }: { shown: OperatorEvents; onRemoved: () => void }) {
  const remove = useRemoveEvent(shown.booking_id);
  return (
    <ListTable
      rows={shown.events}
      keyOf={({ id }) => id}
      columns={[
        { heading: 'Time at the place', cell: (event) => event.date_text },
        {
          heading: 'Event',
          kind: 'written',
          cell: ({ description, status }) => description || status,
          below: ({ status }) => status ?? 'Not a known status',
        },
        { heading: 'Place', cell: ({ location }) => readablePlace(location) },
        {
          heading: 'Piece',
          cell: ({ piece }) => (piece === null ? 'All' : `${piece} of ${shown.pieces}`),
        },
        {
          heading: 'Entered by',
          cell: (event) => (
            <Group gap="xs" wrap="nowrap">
              {event.is_removable ? 'A person' : 'Carrier'}
              {event.is_removable ? (
                <ConfirmButton
                  size="compact-sm"
                  aria-label={`Remove event ${event.description || event.status}`}
                  title="Remove this event?"
                  about="The events that remain decide the status. E-mails about it that are not sent yet are dropped; sent e-mails stay sent."
                  verb="Remove event"
                  wayOut="Keep event"
                  isPending={remove.isPending}
                  error={remove.error}
                  onConfirm={() => remove.mutateAsync(event.id).then(onRemoved)}
                >
                  Remove
                </ConfirmButton>
              ) : null}
            </Group>
          ),
        },
      ]}
    />
  );
}

const statuses = [
  { value: 'pending', label: 'Awaiting pickup' },
  { value: 'picked_up', label: 'Picked up' },
  { value: 'in_transit', label: 'In transit' },
  { value: 'out_for_delivery', label: 'Out for delivery' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'futile', label: 'Delivery attempted' },
  { value: 'check_address', label: 'Check address' },
  { value: 'damaged', label: 'Damaged' },
];

const blank: NewEvent = {
  status: 'in_transit',
  description: '',
  location: '',
  at: '',
  piece: null,
};

function EventForm({ booking, pieces }: { booking: number; pieces: number }) {
  const add = useAddEvent(booking);
  const { values: given, put, field } = useFields(blank, add.error);
  // The next event of the same consignment is often of the same place.
  const submit = (): void =>
    void add.mutateAsync(given).then(
      () => put({ ...blank, location: given.location }),
      () => undefined,
    );
  return (
    <Form onSubmit={submit}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect label="Status" data={statuses} {...field('status')} />
        <TextInput
          type="datetime-local"
          label="Time"
          description="Local time of the place. Empty means now."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('at')}
        />
        <TextInput label="Place" placeholder="MELBOURNE VIC" {...field('location')} />
        {pieces > 1 ? (
          <NativeSelect
            label="Piece"
            {...field('piece')}
            value={given.piece ?? ''}
            data={[
              { value: '', label: `All ${pieces} pieces` },
              ...Array.from({ length: pieces }, (_, n) => ({
                value: String(n + 1),
                label: `Piece ${n + 1}`,
              })),
            ]}
            onChange={(event) => put({ piece: Number(event.currentTarget.value) || null })}
          />
        ) : null}
      </SimpleGrid>
      <TextInput
        label="What happened"
        placeholder="Signed by Sam at the front desk"
        {...field('description')}
      />
      <Stack gap="sm" align="flex-start">
        <Problem error={add.error} title="The event was not added" />
        <Button type="submit" loading={add.isPending}>
          Add event
        </Button>
      </Stack>
    </Form>
  );
}
