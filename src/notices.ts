// What an operator should know about the settings, in a sentence each: logged at every start and shown by the doctor,
// because a wrong choice here costs money or safety and is otherwise noticed too late. None of it keeps a start from
// succeeding.
import type { Log } from './application/ports.ts';
import type { Config } from './config.ts';

type PaymentsNotice = {
  /** Customers would book without paying, or could not pay by card. */
  isDoubtful: boolean;
  sentence: string;
};

export function describePayments({
  payments,
  isProduction,
}: Pick<Config, 'payments' | 'isProduction'>): PaymentsNotice {
  switch (payments.gateway) {
    case 'stripe': {
      const isTestMode = payments.secretKey.includes('_test_');
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
          'Saved cards and wallets are charged by the built-in test gateway: no money moves (docs/operators/payment-gateway.md).',
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

/** A guess at one that is shorter is worth a try. */
const strongCharacters = 32;

export function secretKeyWarning({ secretKey }: Pick<Config, 'secretKey'>): string | undefined {
  return secretKey === undefined || secretKey.length >= strongCharacters
    ? undefined
    : `SECRET_KEY has fewer than ${strongCharacters} characters: whoever guesses it can sign links and sessions. Make one with "openssl rand -hex 32", and start once with this one in SECRET_KEY_PREVIOUS.`;
}

/** All of it, to the log. */
export function sayNotices(log: Log, config: Config): void {
  const { isDoubtful, sentence } = describePayments(config);
  if (isDoubtful) log.warn({}, sentence);
  else log.info({}, sentence);
  const warning = secretKeyWarning(config);
  if (warning !== undefined) log.warn({}, warning);
}
