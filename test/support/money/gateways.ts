// Opens every payment gateway for the contract that they share, with tokens for each outcome and the amount that the
// gateway itself says it charged.
import { testGateway } from '../../../src/adapters/payments/test-gateway.ts';
import { systemSecrets } from '../../../src/adapters/system.ts';
import type { ChargeRequest, Gateway } from '../../../src/application/ports.ts';
import { openTestStore, type Setup, setups } from '../setups.ts';
import { silentLog } from '../test-logs.ts';
import { janesEmail } from './charges.ts';
import { StripeUnderTest } from './stripe/stripe-gateway.ts';
import type { Behaviour } from './stripe/stripe-objects.ts';

type Tokens = { card: string; wallet: string };

export type GatewayUnderTest = {
  gateway: Gateway;
  tokens: {
    accepts: Tokens;
    declines: Tokens;
    lacksFunds: Tokens;
    hasExpired: Tokens;
    losesAnswer: Tokens;
    losesDecline: Tokens;
    breaksDown: Tokens;
  };
  labels: { card: RegExp; wallet: RegExp };
  /** How many times the gateway says it charged for this key. */
  timesCharged(request: ChargeRequest): Promise<number>;
  refundedCents(chargeReference: string): Promise<number>;
  /** The same gateway in a new process, which knows only what is stored. */
  restart(): Promise<Gateway>;
  close(): Promise<void>;
};

export type GatewayChoice = { name: string; open(): Promise<GatewayUnderTest> };

const both = (token: string): Tokens => ({ card: token, wallet: token });

const builtIn = (setup: Setup): GatewayChoice => ({
  name: `the test gateway on ${setup.engine}`,
  open: async () => {
    const place = await setup.makePlace();
    const stores = [await openTestStore(place, silentLog)];
    const [store] = stores;
    if (store === undefined) throw new Error('a store was opened');
    const clock = { nowMs: () => 1_794_700_000_000 };
    const refunds = new Map<string, number>();
    const gateway = testGateway({
      books: {
        ...store.testGateway,
        enterRefund: async (refund) => {
          const entered = await store.testGateway.enterRefund(refund);
          if (typeof entered === 'object' && entered.reference === refund.reference) {
            const before = refunds.get(refund.chargeReference) ?? 0;
            refunds.set(refund.chargeReference, before + refund.amountCents);
          }
          return entered;
        },
      },
      clock,
      secrets: systemSecrets,
    });
    return {
      gateway,
      tokens: {
        accepts: both('tok_ok'),
        declines: both('tok_declined'),
        lacksFunds: both('tok_insufficient_funds'),
        hasExpired: both('tok_expired'),
        losesAnswer: both('tok_timeout'),
        losesDecline: both('tok_timeout_declined'),
        breaksDown: both('tok_error'),
      },
      labels: { card: /^Test card ending \d{4}$/, wallet: /^Test wallet ending \d{4}$/ },
      // A key has at most one entry, so the count is whether the entry was accepted.
      timesCharged: async ({ key }) =>
        (await store.testGateway.findCharge(key))?.isAccepted === true ? 1 : 0,
      refundedCents: async (reference) => refunds.get(reference) ?? 0,
      restart: async () => {
        const again = await openTestStore(place, silentLog);
        stores.push(again);
        return testGateway({ books: again.testGateway, clock, secrets: systemSecrets });
      },
      close: async () => {
        for (const opened of stores) await opened.close();
        await place.remove();
      },
    };
  },
});

const isConfirming = (path: string): boolean => path.endsWith('/confirm');
const isMaking = (path: string): boolean => path === '/v1/payment_intents';

const stripe = (setup: Setup): GatewayChoice => ({
  name: `Stripe, remembered on ${setup.engine}`,
  open: async () => {
    const under = await StripeUnderTest.start({}, setup);
    const { server } = under;
    const { account } = server;
    const methods = (behaviour: Behaviour): Tokens => ({
      card: account.addMethod('card', behaviour, { brand: 'visa', last4: '4242' }),
      wallet: account.addSetup(account.addMethod('paypal', behaviour, { payer_email: janesEmail })),
    });
    const accept: Behaviour = { does: 'accept' };
    const decline: Behaviour = {
      does: 'decline',
      code: 'card_declined',
      declineCode: 'generic_decline',
    };
    const tokens = {
      accepts: methods(accept),
      declines: methods(decline),
      lacksFunds: methods({ ...decline, declineCode: 'insufficient_funds' }),
      hasExpired: methods({ does: 'decline', code: 'expired_card' }),
      losesAnswer: methods(accept),
      losesDecline: methods(decline),
      breaksDown: methods(accept),
    };
    const losesAnswer = [tokens.losesAnswer.card, tokens.losesDecline.card];
    server.fail(
      ({ path, form }) => isConfirming(path) && losesAnswer.includes(String(form.payment_method)),
      'done_then_reset',
    );
    server.fail(
      ({ path, form }) => isMaking(path) && form.payment_method === tokens.breaksDown.card,
      'reset',
    );
    return {
      gateway: under.gateway,
      tokens,
      labels: { card: /^Visa ending 4242$/, wallet: /^PayPal j\*\*\*@tilewarehouse\.example$/ },
      timesCharged: async (request) => under.timesCharged(request),
      refundedCents: async (reference) => account.refundedCents(reference),
      restart: () => under.restart(),
      close: () => under.close(),
    };
  },
});

export const gateways: readonly GatewayChoice[] = [...setups.map(builtIn), ...setups.map(stripe)];
