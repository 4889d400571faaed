// A member's credit account for the operator: the limit, payments received at the bank, and reversing a mistaken
// payment.
import {
  Button,
  Group,
  NumberInput,
  type NumberInputProps,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { useReceivePayment, useSetLimit, useTakeBackReceipt } from '../../api/operator.ts';
import type { WholeMember } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CreditGauge } from '../../parts/credit-gauge.tsx';
import { money, when } from '../../parts/figures.tsx';
import { lineKey } from '../../parts/line-key.ts';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { Problem } from '../../parts/states.tsx';

/** Two members may have the same company name. */
function nameAndMail({ company_name: company, email }: WholeMember): string {
  return company === '' ? email : `${company} (${email})`;
}

function whatItDoes(member: WholeMember): string {
  const { used } = member.credit;
  return used > 0
    ? `It is taken off the ${money(used)} that ${nameAndMail(member)} owes`
    : `${nameAndMail(member)} owes nothing: it counts for later bookings`;
}

function isNotedBefore(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'receipt_noted_before';
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
  const again = isNotedBefore(receive.error) && payment.reference.trim() === '';
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
            title={`Note a payment of ${money(amount)}?`}
            about={`${whatItDoes(member)}, and stands in the books from then on.`}
            verb={again ? `Note another ${money(amount)}` : `Note ${money(amount)}`}
            wayOut="Not yet"
            isHarmless
            isPending={receive.isPending}
            error={receive.error}
            onConfirm={() =>
              receive.mutateAsync({ ...payment, amount, again }).then(() => {
                setPayment(noPayment);
                done('The payment is noted.')();
              })
            }
          >
            Note payment…
          </ConfirmButton>
        </Group>
        <Problem error={setLimit.error} />
        <Receipts id={id} receipts={member.receipts} />
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
  const takeBack = useTakeBackReceipt(id);
  if (receipts.length === 0) return null;
  return (
    <ListTable
      heads={['Received', { figure: 'Amount' }, 'Reference', '']}
      isDense
      className="figures"
    >
      {receipts.map(({ id: receipt, at, amount, reference, is_taken_back: isTakenBack }) => (
        <Table.Tr key={receipt}>
          <Table.Td data-label="Received">{when(at)}</Table.Td>
          <Table.Td data-label="Amount" data-figure>
            {money(amount)}
          </Table.Td>
          <Table.Td data-label="Reference">{reference ?? '–'}</Table.Td>
          <Table.Td>
            {isTakenBack ? (
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
                isPending={takeBack.isPending}
                error={takeBack.error}
                onConfirm={() => takeBack.mutateAsync(receipt)}
              >
                Take back…
              </ConfirmButton>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
