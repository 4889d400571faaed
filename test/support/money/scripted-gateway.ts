// A scripted payment gateway. Its charges and refunds outlive the service, and tests can inspect them and the
// requests.
import type {
  ChargeOutcome,
  ChargeRequest,
  Gateway,
  RefundOutcome,
  RefundRequest,
} from '../../../src/application/ports.ts';

/**
 * `lost_request` never arrives; `lost_answer` is carried out without an answer; `throws` breaks the gateway's
 * contract; `hangs` never answers and does nothing, `hangs_after` is carried out first.
 */
export type Act =
  | 'works'
  | 'declines'
  | 'lost_request'
  | 'lost_answer'
  | 'throws'
  | 'hangs'
  | 'hangs_after';

export type Question = 'charge' | 'findCharge' | 'refund' | 'findRefund';

type Charge = { request: ChargeRequest; outcome: ChargeOutcome };

export class ScriptedGateway implements Gateway {
  readonly name = 'scripted';
  readonly requests: Question[] = [];
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, RefundRequest>();
  /** The next acts of each operation; `works` once the script is empty. */
  readonly script: Partial<Record<Question, Act[]>> = {};
  choose: (question: Question) => Act = (question) => this.script[question]?.shift() ?? 'works';

  /** Money that the gateway holds: all charges less refunds. */
  keptCents(): number {
    let cents = 0;
    for (const { request, outcome } of this.charges.values())
      if (outcome.outcome === 'charged') cents += request.amountCents;
    for (const { amountCents } of this.refunds.values()) cents -= amountCents;
    return cents;
  }

  /** Successful charges for one booking. */
  chargesOf(bookingId: number): Charge[] {
    return [...this.charges.values()].filter(
      ({ request, outcome }) => request.bookingId === bookingId && outcome.outcome === 'charged',
    );
  }

  charge = (request: ChargeRequest): Promise<ChargeOutcome> =>
    this.#act('charge', (declines) => {
      const known = this.charges.get(request.key);
      if (known !== undefined) return known.outcome;
      const outcome: ChargeOutcome = declines
        ? { outcome: 'declined', code: 'card_declined', userMessage: 'The card was declined.' }
        : { outcome: 'charged', reference: `charge ${this.charges.size + 1}` };
      this.charges.set(request.key, { request, outcome });
      return outcome;
    });

  findCharge = (request: ChargeRequest): Promise<ChargeOutcome | { outcome: 'absent' }> =>
    this.#act('findCharge', () => this.charges.get(request.key)?.outcome ?? { outcome: 'absent' });

  refund = (request: RefundRequest): Promise<RefundOutcome> =>
    this.#act('refund', (declines) => {
      if (declines) return { outcome: 'refused', reason: 'the card is closed' };
      if (!this.refunds.has(request.key)) this.refunds.set(request.key, request);
      return { outcome: 'refunded', reference: `refund ${request.key}` };
    });

  findRefund = (request: RefundRequest): Promise<RefundOutcome | { outcome: 'absent' }> =>
    this.#act('findRefund', () =>
      this.refunds.has(request.key)
        ? { outcome: 'refunded', reference: `refund ${request.key}` }
        : { outcome: 'absent' },
    );

  saveMethod: Gateway['saveMethod'] = async ({ kind, token }) => ({
    token,
    customer: undefined,
    maskedLabel: `${kind} ${token}`,
    // `visa#1` and `visa#2` are two tokens of the same card.
    fingerprint: token.split('#')[0] ?? token,
  });

  async #act<Outcome>(
    question: Question,
    work: (declines: boolean) => Outcome,
  ): Promise<Outcome | { outcome: 'unknown'; reason: string }> {
    this.requests.push(question);
    const act = this.choose(question);
    switch (act) {
      case 'works':
      case 'declines':
        return work(act === 'declines');
      case 'lost_answer':
        work(false);
        return { outcome: 'unknown', reason: 'the answer was lost' };
      case 'lost_request':
        return { outcome: 'unknown', reason: 'the connection broke' };
      case 'throws':
        throw new Error('the gateway is not itself');
      case 'hangs_after':
        work(false);
        return await new Promise(() => {});
      case 'hangs':
        return await new Promise(() => {});
    }
  }
}
