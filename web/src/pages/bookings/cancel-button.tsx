// Cancels a booking after a dialog has shown the booking, the refund, who notifies the carrier, and a warning if the
// carrier already has the freight. The dialog loads the booking again when it opens, because a list may be old.
import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { operatorBookingQuery, useCancelBooking } from '../../api/operator.ts';
import type { OperatorBookingPage } from '../../api/wire.ts';
import { DialogButton } from '../../parts/dialog-button.tsx';
import { money } from '../../parts/figures.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loading, Problem } from '../../parts/states.tsx';

export function CancelButton({ id }: { id: number }) {
  return (
    <DialogButton
      size="compact-sm"
      aria-label={`Cancel booking ${id}`}
      title={`Cancel booking ${id}?`}
      dialog={(close) => <CancelQuestion id={id} onClose={close} />}
    >
      Cancel…
    </DialogButton>
  );
}

function CancelQuestion({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(operatorBookingQuery(id));
  // The cached booking may be an hour old.
  const booking = isFetchedAfterMount && error === null ? data : undefined;
  const cancel = useCancelBooking(id);
  return (
    <Stack>
      <Problem error={error} onRetry={() => void refetch()} />
      {booking === undefined && error === null ? <Loading what="the booking" /> : null}
      {booking === undefined ? null : <WhatHappens booking={booking} />}
      <Problem error={cancel.error} />
      <FormFoot
        onLeave={onClose}
        wayOut="Keep booking"
        verb={(booking?.stage ?? null) === null ? 'Cancel booking' : 'Cancel booking anyway'}
        isDisabled={booking === undefined}
        isPending={cancel.isPending}
        isDestructive
        onDo={() => void cancel.mutateAsync().then(onClose, () => undefined)}
      />
    </Stack>
  );
}

function WhatHappens({ booking }: { booking: OperatorBookingPage }) {
  const nameOf = useCarrierName();
  const { courier, connote, stage } = booking;
  const carrier = courier ? fullName(nameOf(courier)) : 'No carrier yet';
  return (
    <>
      {stage === null ? null : (
        <Alert
          color="red"
          icon={<Icon name="alert" />}
          title={`Tracking says: ${stageWords(stage)}`}
        >
          The carrier already has the shipment. {stopSentences[booking.cancel_way]}
        </Alert>
      )}
      <Text size="sm">
        <Text span fw={600}>
          {carrier}
        </Text>
        {connote === null ? '' : ', '}
        {connote === null ? null : <span className="mono">{connote}</span>}
      </Text>
      <Text size="sm">{refundSentence(booking)}</Text>
      <Text size="sm">{carrierSentences[booking.cancel_way]}</Text>
    </>
  );
}

function refundSentence(booking: OperatorBookingPage): string {
  const { payment_method: method, is_demo, gateway_refund, credit_refund } = booking;
  if (is_demo) return 'It is a demo: nothing was paid, so there is no refund.';
  if (method === 'own_account')
    return 'The carrier bills the member directly, so there is no refund here.';
  const sentences = [
    ...(gateway_refund > 0
      ? [`${money(gateway_refund)} will be refunded to the card or wallet.`]
      : []),
    ...(credit_refund > 0
      ? [`${money(credit_refund)} will be credited to the member’s account.`]
      : []),
  ];
  return sentences.join(' ') || 'Nothing was charged, so there is no refund.';
}

/** For freight already with the carrier: whether cancelling stops it. */
const stopSentences: Readonly<Record<OperatorBookingPage['cancel_way'], string>> = {
  asked: 'It may refuse to stop the shipment. Then the booking stays.',
  by_hand: 'Cancelling here does not stop the shipment.',
  not_with_carrier: 'Cancelling here does not stop the shipment.',
};

const carrierSentences: Readonly<Record<OperatorBookingPage['cancel_way'], string>> = {
  asked: 'We’ll ask the carrier first. If it refuses, the booking stays.',
  by_hand: 'We can’t notify this carrier. Call them to cancel.',
  not_with_carrier: 'It was not sent to a carrier.',
};

function stageWords(stage: string): string {
  return stage.replaceAll('_', ' ');
}
