// Opens the operator area in a real browser. Olga is the operator, and Jane is a member who books on credit.
import { hiTrans } from '../../carriers/hi_trans/connector/hi-trans.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { liveCarrier, ScriptedBooking } from '../support/carriers/scripted-booking.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import type { TestAppOptions, TestMember } from '../support/test-app.ts';

/** `live_one` is a live carrier whose answers follow `carrierBooking`; Hi-Trans can be connected. */
export async function openOperatorArea({
  carrierBooking = new ScriptedBooking(),
  ...options
}: { carrierBooking?: ScriptedBooking } & Pick<TestAppOptions, 'carriersDir'> = {}): Promise<{
  area: MembersArea;
  olga: TestMember;
}> {
  const area = await MembersArea.open({
    live: [liveCarrier('live_one', carrierBooking)],
    connectors: [hiTrans],
    ...options,
  });
  const olga = await area.t.addMember('olga@example.com');
  await changeMember(area.t.app, olga.email, { isOperator: true });
  await setCreditLimit(area.t.app, area.jane.email, 1_000_00);
  return { area, olga };
}

/** Books one carton for Jane. */
export async function book(
  { t, jane }: MembersArea,
  courier: string,
  payment_method = 'credit',
): Promise<number> {
  const headers = { 'api-key': jane.key };
  const post = async (url: string, payload: object) =>
    (await t.inject({ method: 'POST', url: `/api/v5/bookings${url}`, headers, payload })).json();
  const { id, quotes } = await post('', sydneyToMelbourne());
  const pickup_date = quotes[courier].pickup_dates[0];
  await post(`/v4/${id}/confirm`, { courier, pickup_date, payment_method });
  return id;
}
