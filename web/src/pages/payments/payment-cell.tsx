// The status of a charge or refund, with a button to check one whose result is unknown.
import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useCheckPayment } from '../../api/operator.ts';
import type { OpenPayment } from '../../api/wire.ts';
import { detailWords } from '../../parts/decline-words.ts';
import { money, when } from '../../parts/figures.tsx';
import { methodName } from '../../parts/method-name.ts';
import { showFailed } from '../../parts/notices.tsx';
import { paymentStatus } from './entry-name.ts';

export function PaymentCell({ payment }: { payment: OpenPayment | null }) {
  if (payment === null) return null;
  return (
    <>
      <Text size="sm" className="figures">
        {money(payment.amount)} · {paymentStatus(payment)}
      </Text>
      <Text size="xs" c="dimmed">
        {methodName(payment.method, undefined)}
        {payment.retry_at === null ? '' : `, next check ${when(payment.retry_at)}`}
      </Text>
      {payment.detail === '' ? null : (
        <Text size="xs" c="dimmed">
          {detailWords(payment.detail)}
        </Text>
      )}
    </>
  );
}

export function CheckButton({ id }: { id: number }) {
  const check = useCheckPayment();
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Check payment ${id} now`}
      loading={check.isPending}
      // Notify even if the row has gone by then, because the payment has been settled.
      onClick={() =>
        check.mutateAsync(id).then(
          (payment) =>
            notifications.show({
              message:
                payment.retry_at === null
                  ? `Settled: ${paymentStatus(payment)}.`
                  : 'Being checked.',
              color: payment.retry_at === null ? 'eucalypt' : 'ochre',
            }),
          showFailed,
        )
      }
    >
      Check now
    </Button>
  );
}
