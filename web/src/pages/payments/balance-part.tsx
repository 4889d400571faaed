// Pays what is owed on the credit account with a saved card: all of it, or a part.
import { Alert, Button, Group, Modal, NativeSelect, NumberInput, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { refusalOf } from '../../api/client.ts';
import { balanceQuery, methodsQuery, usePayBalance } from '../../api/payments.ts';
import { useMay } from '../../api/session.ts';
import type { Balance, PaymentMethod } from '../../api/wire.ts';
import { detailWords } from '../../parts/decline-words.ts';
import { money } from '../../parts/figures.tsx';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Problem } from '../../parts/states.tsx';

export function BalancePart() {
  const { data: balance } = useQuery(balanceQuery);
  const methods = useQuery(methodsQuery).data ?? [];
  const mayPay = useMay('admin');
  const [isOpen, { open, close }] = useDisclosure(false);
  if (balance === undefined) return null;
  const hindrance = !mayPay
    ? 'Admins of your team can pay. Ask one of them.'
    : methods.length === 0
      ? 'Save a card first.'
      : undefined;
  return (
    <>
      <BalanceState balance={balance} hindrance={hindrance} onPay={open} />
      <Modal opened={isOpen} onClose={close} title="Pay what you owe">
        {isOpen ? <PayForm balance={balance} methods={methods} onDone={close} /> : null}
      </Modal>
    </>
  );
}

type BalanceStateProps = { balance: Balance; hindrance: string | undefined; onPay: () => void };

function BalanceState({ balance, hindrance, onPay }: BalanceStateProps) {
  const latest = balance.latest_payment;
  if (latest !== null && latest.status !== 'charged')
    return (
      <Alert mt="sm" color="ochre" title={`Your payment of ${money(latest.amount)} is in progress`}>
        The card’s bank has not confirmed it yet. You won’t be charged twice.
      </Alert>
    );
  if (balance.owed < balance.least_payment) return null;
  return (
    <Group mt="sm" gap="sm">
      <Text className="figures">{money(balance.owed)} owed</Text>
      <Button size="xs" disabled={hindrance !== undefined} onClick={onPay}>
        Pay by card…
      </Button>
      {hindrance === undefined ? null : (
        <Text size="sm" c="dimmed">
          {hindrance}
        </Text>
      )}
    </Group>
  );
}

type PayFormProps = { balance: Balance; methods: readonly PaymentMethod[]; onDone: () => void };

function PayForm({ balance, methods, onDone }: PayFormProps) {
  const pay = usePayBalance();
  const [amount, setAmount] = useState<number | string>(balance.owed);
  const [method, setMethod] = useState(
    (methods.find(({ is_default: isDefault }) => isDefault) ?? methods[0])?.id ?? '',
  );
  // As it was when the form opened: a payment on another page after that must stop this one.
  const [seen] = useState(balance.latest_payment?.id ?? 0);
  // A double click submits twice, before the button is disabled.
  const isBusy = useRef(false);
  const submit = (): void => {
    if (isBusy.current) return;
    isBusy.current = true;
    pay.mutate(
      { amount: Number(amount), payment_method: method, after_payment: seen },
      {
        onSuccess: ({ status, amount: paid }) => {
          notifications.show(
            status === 'charged'
              ? { message: `${money(paid)} is paid.`, color: 'eucalypt' }
              : {
                  message: 'The payment is in progress. You won’t be charged twice.',
                  color: 'ochre',
                },
          );
          onDone();
        },
        onSettled: () => {
          isBusy.current = false;
        },
      },
    );
  };
  const refusal = refusalOf(pay.error);
  const wrongAmount = refusal?.field('amount');
  return (
    <Form onSubmit={submit}>
      <NumberInput
        label="Amount"
        description={`At least ${money(balance.least_payment)}; you owe ${money(balance.owed)}`}
        prefix="$"
        min={0}
        decimalScale={2}
        thousandSeparator=","
        value={amount}
        onChange={(value) => {
          pay.reset();
          setAmount(value);
        }}
        error={wrongAmount}
        data-autofocus
        required
        withAsterisk={false}
      />
      <NativeSelect
        label="Card or wallet"
        data={methods.map(({ id, masked_label: label }) => ({ value: id, label }))}
        value={method}
        onChange={(event) => {
          pay.reset();
          setMethod(event.currentTarget.value);
        }}
      />
      {wrongAmount === undefined ? <PayProblem error={pay.error} /> : null}
      <FormFoot onLeave={onDone} verb={`Pay ${money(Number(amount))}`} isPending={pay.isPending} />
    </Form>
  );
}

function PayProblem({ error }: { error: unknown }) {
  const declined = refusalOf(error)?.body.payment_error as { code: string } | undefined;
  if (declined === undefined) return <Problem error={error} />;
  const reason = new Error(`${detailWords(declined.code)}. Choose another card, or ask its bank.`);
  return <Problem error={reason} title="Nothing was charged" />;
}
