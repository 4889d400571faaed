// The built-in gateway for testing: no money moves, and the token decides the outcome. It behaves like a remote
// service: it keeps its own books, commits each entry in its own transaction, survives restarts, and can lose an
// answer after making the entry. Never call it inside a transaction.
import type {
  ChargeMethod,
  ChargeOutcome,
  ChargeRequest,
  Clock,
  Gateway,
  RefundOutcome,
  RefundRequest,
  Secrets,
  TestCharge,
  TestGatewayBooks,
  TestRefund,
} from '../../application/ports.ts';
import { testGatewayName } from '../../domain/payments/payment-method.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type DeclineCode, declined } from './decline.ts';

type Behaviour = {
  /** Without it, the charge is accepted. */
  decline?: DeclineCode;
  /** The entry is made, but the first caller receives no answer. */
  losesAnswer?: true;
  /** Fails before making an entry. */
  fails?: true;
  /** Shown with the saved method, so that testers can tell their methods apart. */
  lastFour: string;
};

export const testTokens: Readonly<Record<string, Behaviour>> = {
  tok_ok: { lastFour: '4242' },
  tok_declined: { decline: 'declined', lastFour: '0002' },
  tok_insufficient_funds: { decline: 'insufficient_funds', lastFour: '9995' },
  tok_expired: { decline: 'expired_card', lastFour: '0069' },
  tok_timeout: { losesAnswer: true, lastFour: '0408' },
  tok_timeout_declined: { losesAnswer: true, decline: 'declined', lastFour: '0410' },
  tok_error: { fails: true, lastFour: '0500' },
};

const referenceBytes = 12;

export function testGateway(app: {
  books: TestGatewayBooks;
  clock: Clock;
  secrets: Secrets;
}): Gateway {
  const newReference = (kind: string): string =>
    `test_${kind}_${app.secrets.randomText(referenceBytes)}`;

  const charge = async (request: ChargeRequest): Promise<ChargeOutcome> => {
    const behaviour = behaviourOf(request.method.token);
    if (behaviour === undefined) return declined('method_unusable', request.method.kind);
    if (behaviour.fails) {
      return { outcome: 'unknown', reason: 'The test gateway failed, as tok_error asks.' };
    }
    const reference = newReference('charge');
    const entered = await app.books.enterCharge({
      key: request.key,
      token: request.method.token,
      amountCents: request.amountCents,
      isAccepted: behaviour.decline === undefined,
      reference,
      bookingId: request.bookingId,
      memberId: request.memberId,
      enteredAtMs: app.clock.nowMs(),
    });
    assertSameCharge(entered, request);
    if (behaviour.losesAnswer && entered.reference === reference) {
      return { outcome: 'unknown', reason: `The answer was lost, as ${entered.token} asks.` };
    }
    return chargeOutcome(entered, request.method.kind);
  };

  return {
    name: testGatewayName,
    charge,
    findCharge: async (request) => {
      const entered = await app.books.findCharge(request.key);
      if (entered === undefined) return { outcome: 'absent' };
      assertSameCharge(entered, request);
      return chargeOutcome(entered, request.method.kind);
    },
    refund: async (request) => {
      const entered = await app.books.enterRefund({
        key: request.key,
        chargeReference: request.chargeReference,
        amountCents: request.amountCents,
        reference: newReference('refund'),
        enteredAtMs: app.clock.nowMs(),
      });
      if (entered === 'no_such_charge') {
        return { outcome: 'refused', reason: 'The gateway has no such charge.' };
      }
      if (entered === 'too_much') {
        return { outcome: 'refused', reason: 'Less than that is left of the charge.' };
      }
      return refundOutcome(entered, request);
    },
    findRefund: async (request) => {
      const entered = await app.books.findRefund(request.key);
      return entered === undefined ? { outcome: 'absent' } : refundOutcome(entered, request);
    },
    saveMethod: async ({ kind, token }) => {
      const behaviour = behaviourOf(token);
      if (behaviour === undefined) {
        throw new Refusal({
          code: 'payment_token_refused',
          reason: `The test gateway does not know this token. Use one of ${Object.keys(testTokens).join(', ')}.`,
        });
      }
      const { lastFour } = behaviour;
      const maskedLabel =
        kind === 'card' ? `Test card ending ${lastFour}` : `Test wallet ending ${lastFour}`;
      return { token, customer: undefined, maskedLabel, fingerprint: token };
    },
  };
}

function behaviourOf(token: string): Behaviour | undefined {
  return Object.hasOwn(testTokens, token) ? testTokens[token] : undefined;
}

function chargeOutcome(entered: TestCharge, what: ChargeMethod['kind']): ChargeOutcome {
  return entered.isAccepted
    ? { outcome: 'charged', reference: entered.reference }
    : declined(behaviourOf(entered.token)?.decline ?? 'declined', what);
}

function refundOutcome(entered: TestRefund, request: RefundRequest): RefundOutcome {
  if (
    entered.amountCents !== request.amountCents ||
    entered.chargeReference !== request.chargeReference
  ) {
    throw new Error(`The refund key ${request.key} was used for another refund.`);
  }
  return { outcome: 'refunded', reference: entered.reference };
}

/** A key always belongs to the same charge; a different one is a bug in the caller. */
function assertSameCharge(entered: TestCharge, request: ChargeRequest): void {
  if (
    entered.amountCents !== request.amountCents ||
    entered.token !== request.method.token ||
    entered.bookingId !== request.bookingId
  ) {
    throw new Error(`The charge key ${request.key} was used for another charge.`);
  }
}
