// The contract that every payment gateway fulfils. What is particular to one gateway (its tokens, protocol and faults)
// is tested next to it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aCharge, anOddAmount, janesEmail } from '../../../test/support/money/charges.ts';
import { type GatewayUnderTest, gateways } from '../../../test/support/money/gateways.ts';

for (const { name, open } of gateways) {
  describe(`payments through ${name}`, () => {
    let under: GatewayUnderTest;
    before(async () => {
      under = await open();
    });
    after(() => under.close());

    const saved = async (kind: 'card' | 'wallet', behaviour: keyof GatewayUnderTest['tokens']) => {
      const { token, customer } = await under.gateway.saveMethod({
        kind,
        token: under.tokens[behaviour][kind],
        memberId: aCharge.memberId,
        email: janesEmail,
      });
      return { kind, token, customer };
    };
    let lastKey = 0;
    const newCharge = async (
      behaviour: keyof GatewayUnderTest['tokens'],
      kind: 'card' | 'wallet' = 'card',
    ) => {
      lastKey += 1;
      return { ...aCharge, key: `charge-${lastKey}`, method: await saved(kind, behaviour) };
    };

    for (const kind of ['card', 'wallet'] as const) {
      test(`charges a saved ${kind} once for a key, even when asked again`, async () => {
        const request = await newCharge('accepts', kind);
        const first = await under.gateway.charge(request);
        assert.equal(first.outcome, 'charged');
        assert.deepEqual(await under.gateway.charge(request), first);
        assert.deepEqual(await under.gateway.findCharge(request), first);
        assert.equal(await under.timesCharged(request), 1);
      });
    }

    test('twenty simultaneous charges with one key charge once and get the same outcome or unknown', async () => {
      const request = await newCharge('accepts');
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => under.gateway.charge(request)),
      );
      assert.equal(await under.timesCharged(request), 1);
      const settled = await under.gateway.findCharge(request);
      assert.equal(settled.outcome, 'charged');
      for (const outcome of outcomes) {
        if (outcome.outcome !== 'unknown') assert.deepEqual(outcome, settled);
      }
      assert.ok(outcomes.some(({ outcome }) => outcome === 'charged'));
    });

    for (const [behaviour, code] of [
      ['declines', 'card_declined'],
      ['lacksFunds', 'insufficient_funds'],
      ['hasExpired', 'expired_card'],
    ] as const) {
      test(`declines a card that ${behaviour} as ${code}, at once and later, and takes no money`, async () => {
        const request = await newCharge(behaviour);
        const outcome = await under.gateway.charge(request);
        assert.equal(outcome.outcome, 'declined');
        assert.equal(outcome.code, code);
        assert.match(outcome.userMessage, /^The card .*\.$/);
        assert.deepEqual(await under.gateway.charge(request), outcome);
        assert.deepEqual(await under.gateway.findCharge(request), outcome);
        assert.equal(await under.timesCharged(request), 0);
      });
    }

    test('a declined wallet is described as a wallet', async () => {
      const request = await newCharge('declines', 'wallet');
      const outcome = await under.gateway.charge(request);
      assert.equal(outcome.outcome, 'declined');
      assert.equal(outcome.code, 'wallet_declined');
      assert.match(outcome.userMessage, /^The wallet /);
    });

    test('a charge whose answer is lost is unknown, then found as charged', async () => {
      const request = await newCharge('losesAnswer');
      const lost = await under.gateway.charge(request);
      assert.equal(lost.outcome, 'unknown');
      assert.notEqual(lost.reason, '');
      const found = await under.gateway.findCharge(request);
      assert.equal(found.outcome, 'charged');
      assert.deepEqual(await under.gateway.charge(request), found);
      assert.equal(await under.timesCharged(request), 1);
    });

    test('a decline whose answer is lost is unknown, then found as declined', async () => {
      const request = await newCharge('losesDecline');
      assert.equal((await under.gateway.charge(request)).outcome, 'unknown');
      const found = await under.gateway.findCharge(request);
      assert.equal(found.outcome, 'declined');
      assert.equal(await under.timesCharged(request), 0);
    });

    test('a charge is unknown, then found absent, when the gateway fails before charging', async () => {
      const request = await newCharge('breaksDown');
      assert.equal((await under.gateway.charge(request)).outcome, 'unknown');
      assert.deepEqual(await under.gateway.findCharge(request), { outcome: 'absent' });
      assert.equal(await under.timesCharged(request), 0);
    });

    test('reports an unrequested charge as absent, and can charge it afterwards', async () => {
      const request = await newCharge('accepts');
      assert.deepEqual(await under.gateway.findCharge(request), { outcome: 'absent' });
      assert.deepEqual(await under.gateway.findCharge(request), { outcome: 'absent' });
      assert.equal((await under.gateway.charge(request)).outcome, 'charged');
      assert.equal(await under.timesCharged(request), 1);
    });

    test('finds its charges again after a restart', async () => {
      const charged = await newCharge('losesAnswer');
      const absent = await newCharge('accepts');
      await under.gateway.charge(charged);
      const restarted = await under.restart();
      assert.equal((await restarted.findCharge(charged)).outcome, 'charged');
      assert.equal((await restarted.findCharge(absent)).outcome, 'absent');
    });

    test('rejects a key that was used for another charge as a mistake, not an outcome', async () => {
      const request = await newCharge('accepts');
      await under.gateway.charge(request);
      const other = { ...request, amountCents: request.amountCents + 1 };
      await assert.rejects(under.gateway.charge(other), /used for another charge/);
      await assert.rejects(under.gateway.findCharge(other), /used for another charge/);
      assert.equal(await under.timesCharged(request), 1);
    });

    test('pays a refund once for a key, in parts and never above the charge', async () => {
      const request = await newCharge('accepts');
      const charged = await under.gateway.charge(request);
      assert.equal(charged.outcome, 'charged');
      const refund = (key: string, amountCents: number) => ({
        key: `${request.key}-${key}`,
        chargeReference: charged.reference,
        amountCents,
        bookingId: request.bookingId,
      });
      const part = refund('part', anOddAmount);
      assert.deepEqual(await under.gateway.findRefund(part), { outcome: 'absent' });
      const first = await under.gateway.refund(part);
      assert.equal(first.outcome, 'refunded');
      assert.deepEqual(await under.gateway.refund(part), first);
      assert.deepEqual(await under.gateway.findRefund(part), first);
      const tooMuch = refund('too-much', request.amountCents - anOddAmount + 1);
      assert.equal((await under.gateway.refund(tooMuch)).outcome, 'refused');
      const rest = refund('rest', request.amountCents - anOddAmount);
      assert.equal((await under.gateway.refund(rest)).outcome, 'refunded');
      assert.equal(await under.refundedCents(charged.reference), request.amountCents);
    });

    test('ten simultaneous refunds with one key refund once', async () => {
      const request = await newCharge('accepts');
      const charged = await under.gateway.charge(request);
      assert.equal(charged.outcome, 'charged');
      const refund = {
        key: `${request.key}-refund`,
        chargeReference: charged.reference,
        amountCents: anOddAmount,
        bookingId: request.bookingId,
      };
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => under.gateway.refund(refund)),
      );
      assert.ok(outcomes.some(({ outcome }) => outcome === 'refunded'));
      assert.ok(!outcomes.some(({ outcome }) => outcome === 'refused'));
      assert.equal(await under.refundedCents(charged.reference), anOddAmount);
    });

    test("refuses to refund another gateway's charge", async () => {
      const refund = {
        key: 'refund-of-nothing',
        chargeReference: 'another_gateways_charge',
        amountCents: anOddAmount,
        bookingId: aCharge.bookingId,
      };
      const outcome = await under.gateway.refund(refund);
      assert.equal(outcome.outcome, 'refused');
      assert.notEqual(outcome.reason, '');
    });

    test('declines a method of another gateway without trying it', async () => {
      const method = { kind: 'card' as const, token: 'elsewhere_1', customer: undefined };
      const outcome = await under.gateway.charge({ ...aCharge, key: 'foreign-method', method });
      assert.equal(outcome.outcome, 'declined');
      assert.equal(outcome.code, 'method_unusable');
    });

    test('rejects an unknown token in a sentence that does not repeat it', async () => {
      await assert.rejects(
        under.gateway.saveMethod({
          kind: 'card',
          token: 'unknown_token_9f2c',
          memberId: aCharge.memberId,
          email: janesEmail,
        }),
        (error: Error & { data?: { code: string } }) => {
          assert.equal(error.data?.code, 'payment_token_refused');
          assert.ok(!error.message.includes('9f2c'));
          return true;
        },
      );
    });

    for (const kind of ['card', 'wallet'] as const) {
      test(`shows a saved ${kind} without its secret token`, async () => {
        const token = under.tokens.accepts[kind];
        const method = await under.gateway.saveMethod({
          kind,
          token,
          memberId: aCharge.memberId,
          email: janesEmail,
        });
        assert.match(method.maskedLabel, under.labels[kind]);
        assert.ok(!method.maskedLabel.includes(method.token));
        assert.ok(!method.maskedLabel.includes(token));
      });
    }
  });
}
