// Saving cards and wallets at Stripe: their owner, their label and the refusals.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { aCharge, janesEmail } from '../../../../test/support/money/charges.ts';
import { StripeUnderTest } from '../../../../test/support/money/stripe/stripe-gateway.ts';
import { memberId } from '../../../domain/members/member.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { refusalSentence } from '../../../wording/refusals.ts';

const accepts = { does: 'accept' } as const;
const visa = { brand: 'visa', last4: '4242' };

describe('saving methods at Stripe', () => {
  let under: StripeUnderTest;
  before(async () => {
    under = await StripeUnderTest.start({ repeats: 0 });
  });
  after(() => under.close());
  afterEach(() => under.server.calm());

  const save = (kind: 'card' | 'wallet', token: string, owner = aCharge.memberId) =>
    under.gateway.saveMethod({ kind, token, memberId: owner, email: janesEmail });
  const refuses = async (saving: Promise<unknown>, code: string, sentence: RegExp) => {
    await assert.rejects(saving, (error) => {
      assert.ok(error instanceof Refusal, String(error));
      assert.equal(error.data.code, code);
      assert.match(refusalSentence(error.data), sentence);
      return true;
    });
  };

  test("a card becomes a method of the member's one customer, verified for later use", async () => {
    const { account } = under.server;
    const first = await save('card', account.addMethod('card', accepts, visa));
    const asked = under.server.requests.at(-1);
    assert.equal(asked?.path, '/v1/setup_intents');
    assert.equal(asked.form.usage, 'off_session');
    assert.equal(asked.form.confirm, 'true');
    const second = await save('card', account.addMethod('card', accepts, visa));
    assert.ok(first.customer);
    assert.equal(second.customer, first.customer);
    assert.deepEqual(account.customers.get(first.customer), {
      id: first.customer,
      object: 'customer',
      email: janesEmail,
      metadata: { linehaul_member: '17' },
    });
    // Another member with the same e-mail address has a separate customer.
    const other = await save('card', account.addMethod('card', accepts, visa), memberId(18));
    assert.notEqual(other.customer, first.customer);
  });

  test('saving a card twice saves it once', async () => {
    const token = under.server.account.addMethod('card', accepts, visa);
    const first = await save('card', token);
    assert.deepEqual(await save('card', token), first);
  });

  test('recognises a card by its number under any token', async () => {
    const { account } = under.server;
    const fingerprintOf = async (fingerprint: string | null) => {
      const card = { ...visa, fingerprint };
      return (await save('card', account.addMethod('card', accepts, card))).fingerprint;
    };
    assert.equal(await fingerprintOf('Xt5EWLLDS7FJjR1c'), await fingerprintOf('Xt5EWLLDS7FJjR1c'));
    assert.notEqual(
      await fingerprintOf('Xt5EWLLDS7FJjR1c'),
      await fingerprintOf('Yt5EWLLDS7FJjR1c'),
    );
    // Cards without a fingerprint may differ, even if their labels are equal.
    assert.notEqual(await fingerprintOf(null), await fingerprintOf(null));
    const paypal = account.addMethod('paypal', accepts);
    assert.equal((await save('wallet', account.addSetup(paypal))).fingerprint, paypal);
  });

  for (const [type, details, label] of [
    ['card', visa, 'Visa ending 4242'],
    ['card', { brand: 'mastercard', last4: '4444' }, 'Mastercard ending 4444'],
    [
      'card',
      { brand: 'visa', display_brand: 'eftpos_australia', last4: '0123' },
      'eftpos ending 0123',
    ],
    ['card', { brand: 'amex', last4: '0005' }, 'American Express ending 0005'],
    ['card', { brand: 'a_new_brand', last4: '9999' }, 'Card ending 9999'],
    ['paypal', { payer_email: 'jane@tilewarehouse.example' }, 'PayPal j***@tilewarehouse.example'],
    ['paypal', { payer_email: null }, 'PayPal'],
    ['link', { email: 'jane@tilewarehouse.example' }, 'Link j***@tilewarehouse.example'],
    ['payto', { bsb_number: '123456', last4: '6789' }, 'PayTo ending 6789'],
    ['amazon_pay', {}, 'Amazon Pay'],
    ['revolut_pay', {}, 'Revolut Pay'],
  ] as const) {
    test(`${type} ${JSON.stringify(details)} is shown as "${label}"`, async () => {
      const { account } = under.server;
      const method = account.addMethod(type, accepts, details);
      const saved =
        type === 'card'
          ? await save('card', method)
          : await save('wallet', account.addSetup(method));
      assert.equal(saved.maskedLabel, label);
    });
  }

  test('keeps the mandate of a wallet for later charges', async () => {
    const { account } = under.server;
    const method = account.addMethod('payto', accepts, { last4: '6789' });
    const saved = await save('wallet', account.addSetup(method, {}, 'mandate_1Fake'));
    assert.equal(saved.token, `${method}:mandate_1Fake`);
    const again = await save('wallet', method);
    assert.equal(again.token, saved.token);
  });

  test('refuses a set-up that is unfinished or has no customer', async () => {
    const { account } = under.server;
    const id = account.addSetup(account.addMethod('card', accepts, visa));
    const setup = account.setups.get(id);
    assert.ok(setup);
    setup.status = 'requires_action';
    await refuses(save('card', id), 'payment_token_refused', /requires action .*finish it first/);
    setup.status = 'succeeded';
    setup.customer = null;
    await refuses(save('card', id), 'payment_token_refused', /belongs to no customer/);
  });

  test('rejects a method of another member', async () => {
    const { account } = under.server;
    const token = account.addMethod('card', accepts, visa);
    await save('card', token, memberId(18));
    await refuses(save('card', token), 'payment_token_refused', /belongs to another member/);
    const theirs = account.addSetup(account.addMethod('paypal', accepts), {
      metadata: { linehaul_member: '18' },
    });
    await refuses(save('wallet', theirs), 'payment_token_refused', /belongs to another member/);
  });

  test('rejects a wallet that is not set up and a method of the wrong kind', async () => {
    const { account } = under.server;
    const wallet = account.addMethod('paypal', accepts);
    await refuses(save('wallet', wallet), 'payment_token_refused', /not set up for later payments/);
    await refuses(save('card', wallet), 'payment_token_refused', /paypal.* as a card/);
    const card = account.addMethod('card', accepts, visa);
    await refuses(save('wallet', card), 'payment_token_refused', /card.* as a wallet/);
    const debit = account.addMethod('au_becs_debit', accepts);
    await refuses(save('wallet', debit), 'payment_token_refused', /au becs debit/);
  });

  test('does not save a card that the bank declines or that needs authentication', async () => {
    const { account } = under.server;
    const bad = account.addMethod('card', { does: 'decline', code: 'card_declined_at_once' });
    await refuses(save('card', bad), 'payment_token_refused', /The card was declined/);
    const asks = account.addMethod('card', { does: 'ask_owner' });
    await refuses(save('card', asks), 'payment_token_refused', /wants the card's owner to approve/);
    assert.equal(account.methods.get(asks)?.customer, null);
    assert.equal([...account.setups.values()].at(-1)?.status, 'canceled');
  });

  test('rejects malformed and unknown tokens without further requests', async () => {
    const before = under.server.requests.length;
    for (const odd of [
      '',
      'tok_ok',
      'pm_',
      'pm_1/../customers',
      'seti_1?x=y',
      '4242424242424242',
    ]) {
      await refuses(save('card', odd), 'payment_token_refused', /not from Stripe/);
    }
    assert.equal(under.server.requests.length, before);
    await refuses(save('card', 'pm_1Unknown'), 'payment_token_refused', /do not mix/);
    await refuses(save('card', 'seti_1Unknown'), 'payment_token_refused', /do not mix/);
  });

  test('says that Stripe is unavailable, or that it rejects the key', async () => {
    const token = under.server.account.addMethod('card', accepts, visa);
    under.server.fail(/^GET /, { status: 503 });
    await refuses(
      save('card', token),
      'payment_gateway_unavailable',
      /not reachable\. Nothing was saved/,
    );
    under.server.calm();
    const wrong = await under.restart('sk_test_51WrongWrongWrong');
    await refuses(
      wrong.saveMethod({ kind: 'card', token, memberId: aCharge.memberId, email: janesEmail }),
      'payment_gateway_unavailable',
      /STRIPE_SECRET_KEY/,
    );
    const checked = await under.opened.check();
    assert.equal(checked.isWell, false);
    assert.match(checked.sentence, /does not accept STRIPE_SECRET_KEY .*req_Fake\d+/);
    await under.restart();
    assert.equal((await under.opened.check()).isWell, true);
    assert.ok(!JSON.stringify(under.log).includes('Wrong'));
  });
});
