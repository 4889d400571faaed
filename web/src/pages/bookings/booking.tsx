// A booking's page: its journey, its freight, and the next possible actions.
import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { isUnderWay, isUnsettled } from '../../api/booking-status.ts';
import { bookingQuery, useDeleteBooking } from '../../api/bookings.ts';
import type { Booking } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CustomsPanel } from '../../parts/customs-panel.tsx';
import { when } from '../../parts/figures.tsx';
import { FreightParts } from '../../parts/freight-parts.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { Awaiting } from '../../parts/states.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { Consignment } from './consignment.tsx';
import { DocumentsPart } from './documents-part.tsx';

/** How often to reload the booking while the result of its payment is unknown. */
const refetchMs = 3_000;

export function BookingPage() {
  const { id } = useParams({ from: '/members/bookings/$id' });
  const {
    data: booking,
    error,
    refetch,
  } = useQuery({
    ...bookingQuery(Number(id)),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnsettled(state.data) ? refetchMs : false,
  });
  return (
    <Page
      title={`Booking ${id}`}
      above={<BackLink to="/bookings">Bookings</BackLink>}
      about={
        booking === undefined ? undefined : (
          <>
            {placeLine(booking.sender)} → {placeLine(booking.receiver)}
            {booking.order === undefined ? null : (
              <>
                {' · '}
                <TextLink to="/orders/$id" params={{ id: String(booking.order.order_id) }}>
                  Order {booking.order.order_number}
                </TextLink>
              </>
            )}
          </>
        )
      }
      actions={booking === undefined ? null : <Actions booking={booking} />}
    >
      <Awaiting of={{ data: booking, error, refetch }} what="the booking" />
      {booking === undefined ? null : <BookingParts booking={booking} />}
    </Page>
  );
}

function Actions({ booking }: { booking: Booking }) {
  const navigate = useNavigate();
  const remove = useDeleteBooking(booking.id);
  return (
    <>
      <StatusBadge status={booking.status} />
      {booking.status === 'new' ? (
        <>
          <ConfirmButton
            size="sm"
            leftSection={<Icon name="trash" size={16} />}
            title="Delete this quote?"
            about="It is not paid for, so nothing is lost but the prices."
            verb="Delete it"
            isPending={remove.isPending}
            error={remove.error}
            onConfirm={() =>
              remove.mutateAsync(undefined).then(() => navigate({ to: '/bookings' }))
            }
          >
            Delete
          </ConfirmButton>
          <ButtonLink to="/quote" search={{ booking: booking.id }} size="sm">
            Choose a carrier
          </ButtonLink>
        </>
      ) : isUnderWay(booking) ? null : (
        <ButtonLink
          to="/quote"
          search={{ again: booking.id }}
          size="sm"
          variant="default"
          leftSection={<Icon name="refresh" size={16} />}
        >
          Book again
        </ButtonLink>
      )}
    </>
  );
}

function BookingParts({ booking }: { booking: Booking }) {
  return (
    <Stack gap="lg">
      <WhereItStands booking={booking} />
      {booking.status === 'new' ? null : <Consignment booking={booking} />}
      {booking.connote === null ? null : <DocumentsPart booking={booking} />}
      {booking.connote === null ? null : (
        <Panel title="Tracking">
          <Timeline reference={booking.connote} />
        </Panel>
      )}
      <FreightParts freight={booking} />
      <CustomsPanel declaration={booking.customs_declaration} />
      <Text size="sm" c="dimmed">
        Quoted {when(booking.booked_at)}
        {booking.booked_by === '' ? '' : ` by ${booking.booked_by}`}
        {booking.confirmed_at === undefined ? '' : `, booked ${when(booking.confirmed_at)}`}
      </Text>
    </Stack>
  );
}

/** Explains the payment and the next step of a booking that is neither a quote nor simply booked. */
function WhereItStands({ booking }: { booking: Booking }) {
  if (isUnsettled(booking)) {
    return (
      <Alert color="ochre" icon={<Icon name="clock" />} title="Not certain yet" role="status">
        We’re confirming the payment with the bank or the booking with the carrier. You won’t be
        charged twice. This page shows the result.
      </Alert>
    );
  }
  if (booking.status === 'Request Failed') {
    return (
      <Alert color="red" icon={<Icon name="alert" />} title="The carrier has not answered">
        We don’t know yet whether the carrier accepted this booking. Your freight desk will check,
        then book it manually, or cancel and refund it. Don’t book it again: it could be picked up
        and charged twice.
      </Alert>
    );
  }
  if (booking.status === 'Pending Review') {
    return (
      <Alert
        color="ochre"
        icon={<Icon name="clock" />}
        title="Your freight desk is checking this booking"
      >
        They will confirm it, or cancel and refund it. You won’t be charged again, and the carrier
        may not have the booking yet.
      </Alert>
    );
  }
  return null;
}
