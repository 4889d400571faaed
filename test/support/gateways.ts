// Every payment gateway, opened for the contract that all of them keep: which tokens do what, and how much
// money really moved according to the gateway itself.
import { testGateway } from '../../src/adapters/payments/test-gateway.ts';
import { systemSecrets } from '../../src/adapters/system.ts';
import type { ChargeRequest, Payments } from '../../src/application/ports.ts';
import { memberId } from '../../src/domain/accounts/member.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { openTestStore, type Setup, setups } from './setups.ts';
import { silentLog } from './silence.ts';

type Tokens = { card: string; wallet: string };

export type GatewayUnderTest = {
  payments: Payments;
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
  /** How often the gateway itself has taken money for this key. */
  timesCharged(request: ChargeRequest): Promise<number>;
  refundedCents(chargeReference: string): Promise<number>;
  /** The gateway can be heard again. */
  recover(): Promise<void>;
  /** The same gateway as another process sees it, which knows nothing but what is stored. */
  restart(): Promise<Payments>;
  close(): Promise<void>;
};

export type Gateway = { name: string; open(): Promise<GatewayUnderTest> };

export const aCharge: Omit<ChargeRequest, 'key' | 'method'> = {
  amountCents: 18_455,
  bookingId: bookingId(623_634),
  memberId: memberId(17),
  description: 'Booking 623634',
};
export const anOddAmount = 4_567;

const both = (token: string): Tokens => ({ card: token, wallet: token });

const builtIn = (setup: Setup): Gateway => ({
  name: `the test gateway on ${setup.engine}`,
  open: async () => {
    const place = await setup.makePlace();
    const stores = [await openTestStore(place, silentLog)];
    const [store] = stores;
    if (store === undefined) throw new Error('a store was opened');
    const clock = { nowMs: () => 1_794_700_000_000 };
    const refunds = new Map<string, number>();
    const payments = testGateway({
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
      payments,
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
      // One key has one entry at most, so there is nothing to count but whether it was accepted.
      timesCharged: async ({ key }) =>
        (await store.testGateway.findCharge(key))?.isAccepted === true ? 1 : 0,
      refundedCents: async (reference) => refunds.get(reference) ?? 0,
      recover: async () => {},
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

export const gateways: readonly Gateway[] = setups.map(builtIn);
