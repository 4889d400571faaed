// Random requests about one charge, in any order, some at once and with faults: Stripe charges at most once, and a
// certain outcome is never wrong.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { StripeUnderTest } from '../../../../test/support/money/stripe/stripe-gateway.ts';
import type { Fault } from '../../../../test/support/money/stripe/stripe-server.ts';
import type { ChargeRequest } from '../../../application/ports.ts';

type Step = { do: 'charge' | 'find' | 'forget'; faults: Fault[]; atOnce: boolean };

// Only faults that the SDK reports at once, so that many runs are fast.
const fault = fc.constantFrom<Fault>(
  'done_then_truncated',
  'done_then_500',
  { status: 500 },
  { status: 429 },
  { status: 409 },
);
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('charge', 'charge', 'find', 'forget'),
  // One for each of the next requests. Later requests succeed.
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

  /** `charged` and `declined` are final. `absent` only holds until the next charge, so it is not checked here. */
  const run = async (request: ChargeRequest, { do: action }: Step): Promise<void> => {
    if (action === 'forget') {
      under.server.keys.forgetAll();
      return;
    }
    const { gateway } = under;
    const { outcome } =
      action === 'charge' ? await gateway.charge(request) : await gateway.findCharge(request);
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
    // Charging once more settles the charge.
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
