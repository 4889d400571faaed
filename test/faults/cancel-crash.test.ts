// Cancels a booking with a connected carrier while the process dies at each step or an answer is lost. In the end the
// booking is cancelled and refunded on both sides, or stands on both.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { type WireAct, wireActs, wireCarrier } from '../support/carriers/wired-carrier.ts';
import { MoneyWorld } from '../support/money/money-world.ts';
import { mortal } from '../support/mortal-app.ts';
import { setups } from '../support/setups.ts';

const mostSteps = 40;

for (const setup of setups) {
  describe(`cancelling with a carrier on ${setup.engine}`, () => {
    let world: MoneyWorld;
    before(async () => {
      world = await MoneyWorld.open(setup, { isPatient: true });
    });
    after(() => world.close());

    const confirmed = async (funding: 'credit' | 'card') => {
      world.begin();
      world.books.choose = () => 'works';
      const member = await world.addMember(10_000);
      return (await world.book(member, 2_500, { carrier: wireCarrier, funding })).id;
    };

    for (const funding of ['credit', 'card'] as const) {
      for (const when of ['before', 'after'] as const) {
        test(`${funding}: a cancellation survives the process dying ${when} every step`, async () => {
          let survived = false;
          let atStep = 1;
          for (; atStep <= mostSteps && !survived; atStep += 1) {
            const id = await confirmed(funding);
            const process = mortal(world.app, { death: { atStep, when } });
            const outcome = await Promise.race([
              cancelBooking(process.app, id).then(() => 'cancelled'),
              process.died,
            ]);
            survived = outcome === 'cancelled';
            await world.recover();
            await world.assertBooks();
            const { status } = (await world.app.store.bookings.findForAnyMember(id)) ?? {};
            if (survived) assert.equal(status, 'cancelled');
          }
          assert.ok(survived && atStep > 4, `${atStep} steps`);
        });
      }

      test(`${funding}: settles a cancellation on both sides however the carrier answers`, async () => {
        for (const act of wireActs) {
          const id = await confirmed(funding);
          const acts: WireAct[] = [act, act, act];
          world.books.choose = () => acts.shift() ?? 'works';
          await cancelBooking(world.app, id).catch(() => undefined);
          world.books.choose = () => 'works';
          await world.recover();
          await world.assertBooks();
          const { status } = (await world.app.store.bookings.findForAnyMember(id)) ?? {};
          const isKept = ['unsent', 'busy', 'no_entry', 'refuses'].includes(act);
          assert.equal(status, isKept ? 'confirmed' : 'cancelled', act);
        }
      });
    }
  });
}
