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
        if (session.url === null) throw refused('Stripe has not opened a page. Try again.');
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
              'No card was saved: the page was left before it was finished. Add it again.',
            );
          return setup;
        },
      ),
  };
}

const notOpened = (code: string): string =>
  `Stripe does not open its page for cards${code}. Nothing was saved. Whoever runs this service has to look at PUBLIC_URL, where the page leads back to.`;
const notTold = (code: string): string =>
  `Stripe does not tell what became of its page for cards${code}. Add the card again.`;
const notTheirs = 'This is no page that was opened for you to add a card on. Add the card again.';
