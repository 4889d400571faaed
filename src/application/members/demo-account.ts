// Creates a demo member and a demo key in an empty database, so that the first request of a new installation works.
// Every confirmation with that key is a demo. With simulated carriers the member has credit, books like a real
// member, and is an operator. Member and key are created in one transaction, because a member without a key would be
// unusable.
import type { MemberDetails } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';
import { makeKeySecret } from '../keys/manage-keys.ts';
import type { AccountsApp } from '../ports.ts';

const passwordBytes = 9;

const demoDetails: MemberDetails = {
  email: 'demo@linehaul.example',
  companyName: 'Demo Traders',
  firstName: 'Dana',
  lastName: 'Demo',
  phone: '0200000000',
  suburb: 'SYDNEY',
  postcode: '2000',
  state: 'NSW',
  country: 'AU',
};

export type DemoAccount = { email: string; password: string; key: string };

/**
 * Undefined, without a change, if there are members already. With `creditCents`, for simulated carriers, bookings are
 * sent to them on credit; without it, every booking is a demo.
 */
export async function openDemoAccount(
  app: AccountsApp,
  creditCents?: Cents,
): Promise<DemoAccount | undefined> {
  if (!(await app.store.members.isEmpty())) return undefined;
  const password = app.secrets.randomText(passwordBytes);
  const passwordHash = await app.passwords.hash(password);
  const { key, digest, prefix } = makeKeySecret(app.secrets);
  const createdAtMs = app.clock.nowMs();
  return await app.store.transaction(async (store) => {
    const memberId = await store.members.add({ ...demoDetails, passwordHash, createdAtMs });
    // Another process on the same empty database was faster; its demo account is used.
    if (memberId === 'email_taken') return undefined;
    const isDemo = creditCents === undefined;
    await store.members.change(memberId, { mayBookLive: !isDemo, isOperator: !isDemo });
    if (!isDemo) await store.credit.setLimit(memberId, creditCents, createdAtMs);
    await store.keys.add({
      memberId,
      digest,
      prefix,
      moduleType: 'custom_site',
      site: 'Demo',
      isDemo,
      createdAtMs,
    });
    return { email: demoDetails.email, password, key };
  });
}
