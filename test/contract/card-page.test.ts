// Adding a card on Stripe's own page: the redirects, the checks of what comes back, and what is saved.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Gateway } from '../../src/application/ports.ts';
import { StripeUnderTest } from '../support/money/stripe/stripe-gateway.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

const publicUrl = 'https://freight.example.com';
const visa = { brand: 'visa', last4: '4242', fingerprint: 'Xt5EWLLDS7FJjR1c' };

for (const setup of setups) {
  describe(`adding a card on a page of Stripe's, on ${setup.name}`, () => {
    let t: TestApp;
    let stripe: StripeUnderTest;
    let member: TestMember;
    let jane: Visitor;
    let stranger: Visitor;
    before(async () => {
      stripe = await StripeUnderTest.start({ repeats: 0 }, setup);
      t = await startTestApp(setup, { gateway: stripe.gateway, publicUrl });
      member = await t.addMember();
      jane = await new Visitor(t, '192.0.2.1').signIn(member);
      stranger = await new Visitor(t, '192.0.2.2').signIn(await t.addMember('other@example.com'));
    });
    after(async () => {
      await t.close();
      await stripe.close();
    });
    afterEach(() => stripe.server.calm());

    /** Opens a session and returns its id. */
    const open = async (visitor: Visitor): Promise<string> => {
      const answer = await visitor.send('POST', '/members/card-page', {});
      assert.equal(answer.statusCode, 201, answer.body);
      const [, id = ''] = /^https:\/\/checkout\.stripe\.com\/c\/pay\/(cs_\w+)$/.exec(
        answer.json().url,
      ) ?? ['', ''];
      return id;
    };
    const save = (visitor: Visitor, session: string) =>
      visitor.send('POST', '/members/card-page/saved', { session });
    const enter = (session: string): string => {
      const card = stripe.server.account.addMethod('card', { does: 'accept' }, visa);
      return stripe.server.sessions.finish(session, card);
    };
    const listed = async (visitor: Visitor): Promise<string[]> =>
      (await visitor.get('/members/payment-methods'))
        .json()
        .map((method: { masked_label: string }) => method.masked_label);

    test("opens the card page for the member's one customer and saves the entered card once", async () => {
      assert.equal((await jane.get('/members/payment-setup')).json().has_card_page, true);
      const session = await open(jane);
      const request = stripe.server.requests.at(-1);
      assert.equal(request?.path, '/v1/checkout/sessions');
      assert.match(request.idempotencyKey ?? '', /^linehaul-/);
      assert.equal(request.form.mode, 'setup');
      assert.equal(request.form.cancel_url, `${publicUrl}/payments`);
      const back = enter(session);
      assert.equal(back, `${publicUrl}/payments?card=${session}`);
      const saved = await save(jane, session);
      assert.equal(saved.statusCode, 201, saved.body);
      assert.equal(saved.json().masked_label, 'Visa ending 4242');
      const again = await save(jane, session);
      assert.equal(again.statusCode, 200, again.body);
      assert.equal(again.json().id, saved.json().id);
      // The same card entered on another page is not saved twice.
      const next = await open(jane);
      enter(next);
      assert.equal((await save(jane, next)).json().id, saved.json().id);
      assert.deepEqual(await listed(jane), ['Visa ending 4242']);
      const { customers } = stripe.server.account;
      const ofMember = [...customers.values()].filter(
        ({ metadata }) => metadata.linehaul_member === String(member.id),
      );
      assert.equal(ofMember.length, 1);
    });

    test('creates one Stripe customer even when the answer is lost or the e-mail address changes', async () => {
      const lost = await t.addMember('lost@example.com');
      const visitor = await new Visitor(t, '192.0.2.4').signIn(lost);
      stripe.server.fail(/^POST \/v1\/customers$/, 'done_then_500', 1);
      const refused = await visitor.send('POST', '/members/card-page', {});
      assert.equal(refused.statusCode, 503, refused.body);
      assert.equal((await visitor.send('POST', '/members/card-page', {})).statusCode, 201);
      const count = () =>
        [...stripe.server.account.customers.values()].filter(
          ({ metadata }) => metadata.linehaul_member === String(lost.id),
        ).length;
      assert.equal(count(), 1);
      for (const customer of stripe.server.account.customers.values())
        if (customer.email === lost.email) customer.email = 'older@example.com';
      assert.equal((await visitor.send('POST', '/members/card-page', {})).statusCode, 201);
      assert.equal(count(), 1, 'the stored customer is used, not one found by e-mail address');
      // A customer deleted at Stripe is created again.
      for (const [id, { metadata }] of stripe.server.account.customers)
        if (metadata.linehaul_member === String(lost.id))
          stripe.server.account.customers.delete(id);
      assert.equal((await visitor.send('POST', '/members/card-page', {})).statusCode, 201);
      assert.equal(count(), 1);
    });

    test('saves no card from a card page that is unfinished, unknown or of another member', async () => {
      const left = await open(jane);
      const unfinished = await save(jane, left);
      assert.equal(unfinished.statusCode, 422, unfinished.body);
      assert.match(unfinished.json().message, /left the page before you finished/);
      await open(stranger);
      const before = await listed(stranger);
      enter(left);
      const foreign = await save(stranger, left);
      assert.equal(foreign.statusCode, 422, foreign.body);
      assert.match(foreign.json().message, /was not opened for you/);
      for (const odd of ['', 'pm_1', 'seti_1Fake1', 'cs_../../customers', 'cs_test_unknown'])
        assert.equal((await save(stranger, odd)).statusCode, 422, odd);
      assert.deepEqual(await listed(stranger), before);
      const session = stripe.server.sessions.read(left);
      session.metadata = { linehaul_member: '999999' };
      assert.equal((await save(jane, left)).statusCode, 422);
    });

    test('saves nothing while Stripe is unavailable, and saves the card on a retry', async () => {
      const session = await open(jane);
      enter(session);
      stripe.server.fail(/checkout/, { status: 500 }, 1);
      const away = await save(jane, session);
      assert.equal(away.statusCode, 503, away.body);
      assert.match(away.json().message, /Nothing was saved\. Try again/);
      assert.equal((await save(jane, session)).statusCode, 200);
    });

    test('names the PUBLIC_URL to set when the return address is not ours', async () => {
      const origin = { origin: 'http://10.1.2.3:8080' };
      const refused = await jane.send('POST', '/members/card-page', {}, origin);
      assert.equal(refused.statusCode, 422, refused.body);
      assert.match(refused.json().message, /set PUBLIC_URL=http:\/\/10\.1\.2\.3:8080\.$/);
      const here = await jane.send('POST', '/members/card-page', {}, { origin: publicUrl });
      assert.equal(here.statusCode, 201, here.body);
    });

    test('blames PUBLIC_URL, not the token, when Stripe rejects the return address', async () => {
      const fault = { status: 400, code: 'url_invalid', type: 'invalid_request_error' };
      stripe.server.fail(/^POST \/v1\/checkout\/sessions$/, fault, 1);
      const refused = await jane.send('POST', '/members/card-page', {});
      assert.equal(refused.statusCode, 422, refused.body);
      assert.match(refused.json().message, /could not open the card page \(url_invalid\)/);
      assert.match(refused.json().message, /PUBLIC_URL/);
      assert.doesNotMatch(refused.json().message, /token/);
      const unknown = await save(jane, 'cs_test_unknown');
      assert.match(unknown.json().message, /was not opened for you/);
    });

    test('says that there is no card page without Stripe', async () => {
      const { gateway } = t.app;
      const { cardPage: _none, ...rest } = gateway;
      for (const [name, words] of [
        ['test', /Add a test card/],
        ['none', /set PAYMENTS=stripe/],
      ] as const) {
        Object.assign(t.app, { gateway: { ...rest, name } satisfies Gateway });
        try {
          for (const [path, body] of [
            ['/members/card-page', {}],
            ['/members/card-page/saved', { session: 'cs_test_1' }],
          ] as const) {
            const refused = await jane.send('POST', path, body);
            assert.equal(refused.statusCode, 422, refused.body);
            assert.match(refused.json().message, words);
          }
        } finally {
          Object.assign(t.app, { gateway });
        }
      }
    });
  });
}
