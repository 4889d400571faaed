// What a member can do about a booked shipment without the freight desk: move its pickup, cancel it, or send delivered
// freight back. Each dialog says
// what follows before anything happens: the days on offer, or the refund.
import { Button, Modal, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changesQuery, useCancelOwnBooking, useMovePickup } from '../../api/bookings.ts';
import { trackingQuery } from '../../api/tracking.ts';
import type { Booking, MemberChanges } from '../../api/wire.ts';
import { day, money } from '../../parts/figures.tsx';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Loading, Problem } from '../../parts/states.tsx';

/** Before the other buttons, so that those stay in place when these appear. */
export function MemberActions({ booking }: { booking: Booking }) {
  const { data } = useQuery({
    ...changesQuery(booking.id),
    enabled: booking.status === 'Confirmed',
  });
  const cancel = useCancelOwnBooking(booking.id);
  const [isMoving, moving] = useDisclosure(false);
  const [isCancelling, cancelling] = useDisclosure(false);
  if (booking.status !== 'Confirmed' || data === undefined) return null;
  return (
    <>
      <ReturnButton booking={booking} />
      {data.pickup.why_not === null ? (
        <Button size="sm" variant="default" onClick={moving.open}>
          Change pickup…
        </Button>
      ) : null}
      {data.cancel.why_not === null ? (
        <Button size="sm" variant="default" onClick={cancelling.open}>
          Cancel booking…
        </Button>
      ) : null}
      <Modal opened={isMoving} onClose={moving.close} title="Change the pickup day">
        <MoveForm booking={booking} pickup={data.pickup} onLeave={moving.close} />
      </Modal>
      <Modal
        opened={isCancelling}
        onClose={cancelling.close}
        title={`Cancel booking ${booking.id}?`}
      >
        <CancelQuestion booking={booking} cancel={cancel} onLeave={cancelling.close} />
      </Modal>
    </>
  );
}

function ReturnButton({ booking: { id, connote } }: { booking: Booking }) {
  const { data } = useQuery({ ...trackingQuery(connote ?? ''), enabled: connote !== null });
  return data?.state === 'delivered' ? (
    <ButtonLink
      to="/quote"
      search={{ back: id }}
      size="sm"
      variant="default"
      leftSection={<Icon name="swap" size={16} />}
    >
      Book a return
    </ButtonLink>
  ) : null;
}

type MoveFormProps = { booking: Booking; pickup: MemberChanges['pickup']; onLeave: () => void };

function MoveForm({ booking, pickup, onLeave }: MoveFormProps) {
  const move = useMovePickup(booking.id);
  const [date, setDate] = useState(pickup.dates[0] ?? '');
  return (
    <Form onSubmit={() => move.mutate(date, { onSuccess: onLeave })}>
      <Radio.Group label="New pickup day" value={date} onChange={setDate}>
        <Stack gap="xs" mt="xs">
          {pickup.dates.map((one) => (
            <Radio key={one} value={one} label={day(one)} />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm">
        The driver comes between {pickup.hours.from} and {pickup.hours.to}. The price stays the
        same. Labels show the pickup day, so print them again.
      </Text>
      <Problem error={move.error} />
      <FormFoot
        onLeave={onLeave}
        wayOut="Keep the day"
        verb="Change pickup"
        isPending={move.isPending}
      />
    </Form>
  );
}

type CancelQuestionProps = {
  booking: Booking;
  cancel: ReturnType<typeof useCancelOwnBooking>;
  onLeave: () => void;
};

function CancelQuestion({ booking, cancel, onLeave }: CancelQuestionProps) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...changesQuery(booking.id),
    refetchOnMount: 'always',
  });
  // The page may have been open for an hour.
  const changes = isFetchedAfterMount && error === null ? data?.cancel : undefined;
  return (
    <Stack>
      <Problem error={error} onRetry={() => void refetch()} />
      {changes === undefined && error === null ? <Loading what="the refund" /> : null}
      {changes === undefined ? null : <WhatHappens changes={changes} />}
      <Problem error={cancel.error} />
      <FormFoot
        onLeave={onLeave}
        wayOut="Keep booking"
        verb="Cancel booking"
        isDisabled={changes?.why_not !== null}
        isPending={cancel.isPending}
        isDestructive
        onDo={() => void cancel.mutateAsync().then(onLeave, () => undefined)}
      />
    </Stack>
  );
}

function WhatHappens({ changes }: { changes: MemberChanges['cancel'] }) {
  if (changes.why_not !== null)
    return (
      <Text size="sm">
        This booking can no longer be cancelled here. Close this dialog to see who can help.
      </Text>
    );
  return (
    <>
      <Text size="sm">{refundSentence(changes)}</Text>
      <Text size="sm">{carrierSentences[changes.way]}</Text>
    </>
  );
}

function refundSentence({ gateway_refund, credit_refund }: MemberChanges['cancel']): string {
  const sentences = [
    ...(gateway_refund > 0
      ? [`${money(gateway_refund)}, the full price, will be refunded to your card or wallet.`]
      : []),
    ...(credit_refund > 0
      ? [`${money(credit_refund)}, the full price, will be credited to your account.`]
      : []),
  ];
  return sentences.join(' ') || 'We charged nothing for it, so there is no refund.';
}

const carrierSentences: Readonly<Record<MemberChanges['cancel']['way'], string>> = {
  asked: 'We’ll ask the carrier first. If it refuses, the booking stays and nothing is refunded.',
  by_hand: 'The carrier has not been notified yet, so no driver will come.',
  not_with_carrier: 'No carrier has it, so no driver will come.',
};
