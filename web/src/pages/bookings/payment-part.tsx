// The choice of payment: credit account, saved card or wallet, or demo. The carrier bills bookings quoted by the
// member's own carrier account.
import { Radio, Stack, Text } from '@mantine/core';
import type { Credit, PaymentMethod } from '../../api/wire.ts';
import { money } from '../../parts/figures.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Panel } from '../../parts/page.tsx';

type PaymentPartProps = {
  amount: number;
  credit: Credit;
  methods: readonly PaymentMethod[];
  mayBookLive: boolean;
  /** The carrier bills the member. */
  isOwn: boolean;
  value: string;
  onChange: (value: string) => void;
};

/**
 * The preselected payment: the credit account if enough credit is available, otherwise the default card, otherwise a
 * demo.
 */
export function likelyPayment(
  credit: Credit,
  methods: readonly PaymentMethod[],
  mayBookLive: boolean,
  amount = 0,
): string {
  if (!mayBookLive) return 'demo';
  if (credit.has_account && credit.available >= amount) return 'credit';
  return methods.find((method) => method.is_default)?.id ?? methods[0]?.id ?? 'demo';
}

/** With this choice, the request contains no payment method. */
export const billedByCarrier = 'carrier';

export function PaymentPart(props: PaymentPartProps) {
  const { amount, credit, methods, mayBookLive, isOwn, value, onChange } = props;
  const isEnough = credit.available >= amount;
  return (
    <Panel title="Payment">
      <Radio.Group aria-label="Payment" value={value} onChange={onChange}>
        <Stack gap="sm">
          {isOwn ? (
            <Radio
              value={billedByCarrier}
              disabled={!mayBookLive}
              label="Your own account"
              description="The carrier bills you; nothing is charged here."
            />
          ) : null}
          {credit.has_account && !isOwn ? (
            <Radio
              value="credit"
              disabled={!mayBookLive || !isEnough}
              label="Credit account"
              description={
                isEnough
                  ? `${money(credit.available)} of ${money(credit.limit)} available`
                  : `Only ${money(credit.available)} of ${money(credit.limit)} left`
              }
            />
          ) : null}
          {(isOwn ? [] : methods).map((method) => (
            <Radio
              key={method.id}
              value={method.id}
              disabled={!mayBookLive}
              label={method.masked_label}
              description={method.is_default ? 'Your default' : undefined}
            />
          ))}
          <Radio
            value="demo"
            label="Demo"
            description="Nothing is charged, no carrier is notified, and the label is marked as a demo."
          />
        </Stack>
      </Radio.Group>
      {mayBookLive ? null : (
        <Text size="sm" c="dimmed" mt="sm">
          Live bookings are switched off for your account. Ask your freight desk.
        </Text>
      )}
      {mayBookLive && !isOwn && !credit.has_account && methods.length === 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          You have neither a credit account nor a saved card yet; see{' '}
          <TextLink to="/payments">payments and credit</TextLink>.
        </Text>
      ) : null}
    </Panel>
  );
}
