// Warnings about the settings, one sentence each: logged at every start and shown by the doctor, because a wrong
// choice costs money or safety and would be noticed too late. None of them stops a start.
import type { Log, Store } from './application/ports.ts';
import type { Config } from './config.ts';

type PaymentsNotice = {
  /** Customers could book without paying, or could not pay by card. */
  isDoubtful: boolean;
  sentence: string;
};

export function describePayments({
  payments,
  isProduction,
}: Pick<Config, 'payments' | 'isProduction'>): PaymentsNotice {
  switch (payments.gateway) {
    case 'stripe': {
      const isTestMode = isStripeTestMode(payments);
      const isHeard = payments.webhookSecret !== undefined;
      return {
        isDoubtful: isProduction && (isTestMode || !isHeard),
        sentence: [
          isTestMode
            ? 'Saved cards and wallets are charged by Stripe in its test mode: no money moves'
            : 'Saved cards and wallets are charged by Stripe',
          isHeard
            ? ''
            : '; STRIPE_WEBHOOK_SECRET is not set, so late outcomes are found only by asking again',
          ' (docs/operators/payment-gateway.md).',
        ].join(''),
      };
    }
    case 'test':
      return {
        isDoubtful: isProduction,
        sentence:
          'Saved cards and wallets are charged by the built-in test gateway: no money moves, and they cannot pay for connected carriers (docs/operators/payment-gateway.md).',
      };
    case 'none':
      return {
        isDoubtful: true,
        sentence: isProduction
          ? 'There is no payment gateway: saved cards and wallets are refused, credit accounts and demo bookings work. In production the test gateway runs only with PAYMENTS=test (docs/operators/payment-gateway.md).'
          : 'There is no payment gateway: saved cards and wallets are refused, credit accounts and demo bookings work (docs/operators/payment-gateway.md).',
      };
  }
}

const isStripeTestMode = ({ secretKey }: { secretKey: string }): boolean =>
  secretKey.includes('_test_');

/** Connected carriers bill the operator for every consignment, so they need a gateway that moves money. */
export function connectedCarriersWarning(
  { payments, isSimulated }: Pick<Config, 'payments' | 'isSimulated'>,
  accounts: readonly { carrier: string }[],
): string | undefined {
  if (accounts.length === 0 || isSimulated) return undefined;
  const names = accounts.map(({ carrier }) => carrier).join(', ');
  if (payments.gateway === 'test')
    return `The payment gateway is the built-in test gateway, and these carriers are connected: ${names}. Bookings with them by saved card or wallet are refused, because no money would move. Set PAYMENTS=stripe and STRIPE_SECRET_KEY; credit accounts work either way (docs/operators/payment-gateway.md).`;
  if (payments.gateway === 'stripe' && isStripeTestMode(payments))
    return `Stripe runs in its test mode, and these carriers are connected: ${names}. They bill you for every consignment while test cards pay nothing. Set a live STRIPE_SECRET_KEY (docs/operators/payment-gateway.md).`;
  return undefined;
}

/** Shorter secrets can be brute-forced. */
const strongCharacters = 32;

export function secretKeyWarning({ secretKey }: Pick<Config, 'secretKey'>): string | undefined {
  return secretKey === undefined || secretKey.length >= strongCharacters
    ? undefined
    : `SECRET_KEY has fewer than ${strongCharacters} characters: anyone who guesses it can sign links and sessions. Create one with "openssl rand -hex 32", and start once with this one in SECRET_KEY_PREVIOUS.`;
}

type NoticedApp = { log: Log; store: Pick<Store, 'carrierAccounts'> };

/** Logs all notices. */
export async function sayNotices({ log, store }: NoticedApp, config: Config): Promise<void> {
  const { isDoubtful, sentence } = describePayments(config);
  if (isDoubtful) log.warn({}, sentence);
  else log.info({}, sentence);
  const warnings = [
    connectedCarriersWarning(config, await store.carrierAccounts.list(undefined)),
    secretKeyWarning(config),
  ];
  for (const warning of warnings) if (warning !== undefined) log.warn({}, warning);
}
