// Stripe's page on which a member saves a card: a Checkout Session in setup mode, which charges nothing. The browser
// returns with the session's id. The id alone proves nothing, so we ask Stripe who owns the session and whether it is
// complete.
import type { CardPage } from '../../../application/ports.ts';
import { askOrRefuse, refused } from './method-refusals.ts';
import { idOf, typesOf } from './saved-method.ts';
import { newNonce, type StripeParts } from './stripe-client.ts';
import { keptCustomer, obtainCustomer } from './stripe-customers.ts';

/** Stripe replaces this with the session's id. */
const sessionPlace = '{CHECKOUT_SESSION_ID}';
const kind = 'card';

export function stripeCardPage(parts: StripeParts): CardPage {
  return {
    open: ({ memberId, email, doneUrl, leftUrl }) =>
      askOrRefuse(parts, { kind, memberId, notDone: notOpened }, async (stripe) => {
        const metadata = { linehaul_member: memberId };
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'setup',
            customer: await obtainCustomer(parts, stripe, { memberId, email }),
            allowed_payment_method_types: [...typesOf(kind)],
            success_url: doneUrl(sessionPlace),
            cancel_url: leftUrl,
            metadata,
            setup_intent_data: { metadata },
          },
          { idempotencyKey: newNonce(parts.secrets) },
        );
        if (session.url === null) throw refused('Stripe did not open a page. Try again.');
        return { url: session.url };
      }),
    findSaved: ({ memberId, session: id }) =>
      askOrRefuse(
        parts,
        { kind, memberId, unknown: notTheirs, notDone: notTold },
        async (stripe) => {
          if (!/^cs_\w+$/.test(id)) throw refused(notTheirs);
          const session = await stripe.checkout.sessions.retrieve(id);
          const customer = await keptCustomer(parts, memberId);
          const isTheirs =
            session.mode === 'setup' &&
            session.metadata?.linehaul_member === String(memberId) &&
            customer !== undefined &&
            idOf(session.customer) === customer;
          if (!isTheirs) throw refused(notTheirs);
          const setup = idOf(session.setup_intent);
          if (session.status !== 'complete' || setup === undefined)
            throw refused(
              'No card was saved: you left the page before you finished. Add the card again.',
            );
          return setup;
        },
      ),
  };
}

const notOpened = (code: string): string =>
  `Stripe could not open the card page${code}. Nothing was saved. The operator must check PUBLIC_URL, the address that the page returns to.`;
const notTold = (code: string): string =>
  `Stripe could not say whether your card was saved${code}. Add the card again.`;
const notTheirs = 'This card page was not opened for you. Add the card again.';
