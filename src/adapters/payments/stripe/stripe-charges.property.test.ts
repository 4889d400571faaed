// Whatever is asked about one charge, in whatever order, by however many processes at once, and whatever goes
// wrong on the way: money is taken once at most, and no answer that claims to be certain is ever wrong.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { StripeUnderTest } from '../../../../test/support/money/stripe/stripe-gateway.ts';
import type { Fault } from '../../../../test/support/money/stripe/stripe-server.ts';
import type { ChargeRequest } from '../../../application/ports.ts';

type Step = { do: 'charge' | 'find' | 'forget'; faults: Fault[]; atOnce: boolean };

// Only faults that the SDK does not wait out, so that many runs take little time.
const fault = fc.constantFrom<Fault>(
  'done_then_truncated',
  'done_then_500',
  { status: 500 },
  { status: 429 },
  { status: 409 },
);
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('charge', 'charge', 'find', 'forget'),
  // For the next requests, one after the other; with none left everything works.
  faults: fc.array(fc.option(fault, { nil: { after: Promise.resolve() } as Fault }), {
    maxLength: 3,
  }),
  atOnce: fc.boolean(),
});

describe('any history of one charge', () => {
  let under: StripeUnderTest;
  before(async () => {
    under = await StripeUnderTest.start({ repeats: 0 });
  });
  after(() => under.close());

  /** Certainties hold from the moment they are told; `absent` until it is asked for again. */
  const run = async (request: ChargeRequest, { do: what }: Step): Promise<void> => {
    if (what === 'forget') {
      under.server.keys.forgetAll();
      return;
    }
    const { gateway } = under;
    const { outcome } =
      what === 'charge' ? await gateway.charge(request) : await gateway.findCharge(request);
    if (outcome === 'charged') assert.equal(under.timesCharged(request), 1);
    if (outcome === 'declined') assert.equal(under.timesCharged(request), 0);
  };

  const history = async (request: ChargeRequest, steps: readonly Step[]): Promise<void> => {
    let together: Promise<void>[] = [];
    for (const one of steps) {
      for (const planned of one.faults) under.server.fail(/payment_intents/, planned, 1);
      together.push(run(request, one));
      if (!one.atOnce) {
        await Promise.all(together);
        together = [];
      }
    }
    await Promise.all(together);
    under.server.calm();
    assert.ok(under.timesCharged(request) <= 1);
    const found = await under.gateway.findCharge(request);
    assert.ok(['charged', 'declined', 'absent'].includes(found.outcome), found.outcome);
    assert.equal(under.timesCharged(request), found.outcome === 'charged' ? 1 : 0);
    // Asked for again at the end it is charged, or declined, for good.
    const last = await under.gateway.charge(request);
    assert.ok(['charged', 'declined'].includes(last.outcome), last.outcome);
    if (found.outcome !== 'absent') assert.deepEqual(last, found);
    assert.equal(under.timesCharged(request), last.outcome === 'charged' ? 1 : 0);
  };

  for (const [name, behaviour] of [
    ['a good card', { does: 'accept' }],
    ['a card that is declined', { does: 'decline', code: 'card_declined' }],
  ] as const) {
    test(`to ${name} ends with one charge or none`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          await history(await under.newCharge(behaviour), steps);
        }),
        { numRuns: 150 },
      );
    });
  }
});
