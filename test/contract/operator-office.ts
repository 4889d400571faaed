// An operator and two members for tests of every member's bookings, on both engines: Olga is the operator, Jane and
// Bob book on credit.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { dhlExpress } from '../../carriers/dhl_express/connector/dhl-express.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { type BookingShown, Checkout } from '../support/bookings/checkout.ts';
import { listToNotify, markNotified } from '../support/bookings/run-sheets.ts';
import { liveCarrier, ScriptedBooking } from '../support/carriers/scripted-booking.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { type Setup, setups } from '../support/setups.ts';
import { startTestApp } from '../support/test-app.ts';

export const onCredit = { payment_method: 'credit' };

/** Runs the same tests in every setup. The office exists only while a test runs. */
export function describeForOperator(title: string, tests: (fixture: () => Fixture) => void): void {
  for (const setup of setups)
    describe(`${title} on ${setup.name}`, () => {
      let fixture: Fixture;
      before(async () => {
        fixture = await openOffice(setup);
      });
      after(() => fixture.t.close());
      tests(() => fixture);
    });
}

type Fixture = Awaited<ReturnType<typeof openOffice>>;

async function openOffice(setup: Setup) {
  /** The answers of the live carrier `live_one`. */
  const carrierBooking = new ScriptedBooking();
  const t = await startTestApp(setup, {
    live: [liveCarrier('live_one', carrierBooking)],
    connectors: [auspost, dhlExpress],
    limits: { membersPerMinute: 0, v5PerMinute: 0 },
  });
  const jane = await t.addMember();
  const bob = await t.addMember('bob@example.com');
  const janes = new Checkout(t, jane);
  const bobs = new Checkout(t, bob);
  for (const shop of [janes, bobs]) await shop.giveCredit(100_000);
  const operator = await t.addMember('olga@example.com');
  await changeMember(t.app, operator.email, { isOperator: true });
  const olga = await new Visitor(t).signIn(operator);

  const list = async (query = '') => {
    const answer = await olga.get(`/operator/bookings?${query}`);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const ids = async (query = ''): Promise<number[]> =>
    (await list(query)).map(({ id }: { id: number }) => id);
  const read = async ({ id }: BookingShown) => (await olga.get(`/operator/bookings/${id}`)).json();
  const toNotify = async (): Promise<number[]> => (await listToNotify(olga)).map(({ id }) => id);
  const mark = (bookings: readonly number[], isNotified = true) =>
    markNotified(olga, bookings, isNotified);
  return { t, carrierBooking, olga, jane, bob, janes, bobs, list, ids, read, toNotify, mark };
}
