// A member's credit account for the operator: the limit, payments received at the bank, and reversing a mistaken
// payment.
import {
  Button,
  Group,
  NumberInput,
  type NumberInputProps,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { refusalOf } from '../../api/client.ts';
import {
  useReceivePayment,
  useRefundPayment,
  useReverseReceipt,
  useSetLimit,
} from '../../api/operator.ts';
import type { WholeMember } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CreditGauge } from '../../parts/credit-gauge.tsx';
import { detailWords } from '../../parts/decline-words.ts';
import { money, when } from '../../parts/figures.tsx';
import { lineKey } from '../../parts/line-key.ts';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { Problem } from '../../parts/states.tsx';
import { paymentStatus } from '../payments/entry-name.ts';

/** Two members may have the same company name. */
function nameAndMail({ company_name: company, email }: WholeMember): string {
  return company === '' ? email : `${company} (${email})`;
}

function whatItDoes(member: WholeMember): string {
  const { used } = member.credit;
  return used > 0
    ? `It reduces the ${money(used)} that ${nameAndMail(member)} owes.`
    : `${nameAndMail(member)} owes nothing, so it counts towards later bookings.`;
}

type Draft = { amount: number | string; reference: string; key: string };

const noPayment: Draft = { amount: '', reference: '', key: '' };

export function CreditPart({ id, member }: { id: string; member: WholeMember }) {
  const { credit } = member;
  const setLimit = useSetLimit(id);
  const receive = useReceivePayment(id);
  const [limit, setLimitText] = useState<number | string>(credit.limit);
  const [payment, setPayment] = useState(noPayment);
  const draft = (change: Partial<Draft>): void => {
    receive.reset();
    setPayment({ ...payment, ...change, key: lineKey() });
  };
  // Without a bank reference this payment looks the same as an earlier one, so the operator must confirm that it is
  // another.
  const again =
    refusalOf(receive.error)?.code === 'receipt_noted_before' && payment.reference.trim() === '';
  const amount = Number(payment.amount);
  const done = (message: string) => () => notifications.show({ message, color: 'eucalypt' });
  return (
    <Panel title="Credit account">
      <Stack gap="md">
        <CreditGauge credit={credit} />
        <Group align="flex-end" gap="xs">
          <DollarInput
            label="Credit limit"
            description="0 closes the account to new bookings"
            value={limit}
            onChange={setLimitText}
          />
          <Button
            variant="default"
            disabled={limit === '' || Number(limit) === credit.limit}
            loading={setLimit.isPending}
            onClick={() => setLimit.mutate(Number(limit), { onSuccess: done('The limit is set.') })}
          >
            Set limit
          </Button>
        </Group>
        <Group align="flex-end" gap="xs">
          <DollarInput
            label="Payment received"
            description="Reduces the amount owed"
            value={payment.amount}
            onChange={(amount) => draft({ amount })}
          />
          <TextInput
            label="The bank’s reference"
            description="Prevents recording a payment twice"
            maxLength={140}
            w={260}
            value={payment.reference}
            onChange={(event) => draft({ reference: event.currentTarget.value })}
          />
          <ConfirmButton
            disabled={amount === 0}
            title={`Record a payment of ${money(amount)}?`}
            about={whatItDoes(member)}
            verb={again ? `Record another ${money(amount)}` : `Record ${money(amount)}`}
            wayOut="Cancel"
            isHarmless
            isPending={receive.isPending}
            error={receive.error}
            onConfirm={() =>
              receive.mutateAsync({ ...payment, amount, again }).then(() => {
                setPayment(noPayment);
                done('The payment is recorded.')();
              })
            }
          >
            Record payment…
          </ConfirmButton>
        </Group>
        <Problem error={setLimit.error} />
        <Receipts id={id} receipts={member.receipts} />
        <CardPayments payments={member.balance_payments} />
      </Stack>
    </Panel>
  );
}

function DollarInput(props: NumberInputProps) {
  return (
    <NumberInput prefix="$" min={0} decimalScale={2} thousandSeparator="," w={220} {...props} />
  );
}

function Receipts({ id, receipts }: { id: string; receipts: WholeMember['receipts'] }) {
  const reverse = useReverseReceipt(id);
  if (receipts.length === 0) return null;
  return (
    <ListTable
      rows={receipts}
      keyOf={({ id: receipt }) => receipt}
      columns={[
        { heading: 'Received', cell: ({ at }) => when(at) },
        { heading: 'Amount', kind: 'figure', cell: ({ amount }) => money(amount) },
        { heading: 'Reference', cell: ({ reference }) => reference ?? '–' },
        {
          heading: 'Actions',
          kind: 'actions',
          cell: ({ id: receipt, amount, is_taken_back: isReversed }) =>
            isReversed ? (
              <Text size="sm" c="dimmed">
                Reversed
              </Text>
            ) : (
              <ConfirmButton
                size="compact-sm"
                aria-label={`Reverse the payment of ${money(amount)}`}
                title={`Reverse the payment of ${money(amount)}?`}
                about="For a payment that was recorded by mistake or returned by the bank. The amount is owed again, and both entries stay in the books."
                verb="Reverse payment"
                isPending={reverse.isPending}
                error={reverse.error}
                onConfirm={() => reverse.mutateAsync(receipt)}
              >
                Reverse…
              </ConfirmButton>
            ),
        },
      ]}
    />
  );
}

/** Payments of the balance that the member made by card, and their refunds. */
function CardPayments({ payments }: { payments: WholeMember['balance_payments'] }) {
  const refund = useRefundPayment();
  if (payments.length === 0) return null;
  return (
    <ListTable
      rows={payments}
      keyOf={({ id }) => id}
      columns={[
        { heading: 'Paid by card', cell: ({ created_at: at }) => when(at) },
        { heading: 'Amount', kind: 'figure', cell: ({ amount }) => money(amount) },
        {
          heading: 'Result',
          cell: paymentStatus,
          below: ({ detail, status }) =>
            status === 'charged' ? '' : detail && detailWords(detail),
        },
        {
          heading: 'Actions',
          kind: 'actions',
          cell: ({ id, amount, is_refundable: isRefundable }) =>
            isRefundable ? (
              <ConfirmButton
                size="compact-sm"
                aria-label={`Refund the payment of ${money(amount)}`}
                title={`Refund ${money(amount)} to the card?`}
                about="The whole payment goes back to the card it was made with. The amount is owed again."
                verb="Refund payment"
                isPending={refund.isPending}
                error={refund.error}
                onConfirm={() => refund.mutateAsync(id)}
              >
                Refund…
              </ConfirmButton>
            ) : null,
        },
      ]}
    />
  );
}
