// A stranger's first minute: on an empty database a demo member and a demo key are made, so that the
// very first request works. Every confirm with that key is a demo; no live booking is opened by it. With simulated
// carriers the member books for real, as it seems: it has credit, and sees what the operator sees.
// Member and key are made in one transaction: a crash between them would leave a member nobody can use.
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

/** Undefined when there are members already: then nothing is made. */
export async function openDemoAccount(app: AccountsApp): Promise<DemoAccount | undefined> {
  return await openAccount(app, undefined);
}

/** The same for a database that only simulated carriers hear of: bookings are sent to them, on credit. */
export async function openTrialAccount(
  app: AccountsApp,
  creditCents: Cents,
): Promise<DemoAccount | undefined> {
  return await openAccount(app, creditCents);
}

async function openAccount(
  app: AccountsApp,
  creditCents: Cents | undefined,
): Promise<DemoAccount | undefined> {
  if (!(await app.store.members.isEmpty())) return undefined;
  const password = app.secrets.randomText(passwordBytes);
  const passwordHash = await app.passwords.hash(password);
  const { key, digest, prefix } = makeKeySecret(app.secrets);
  const createdAtMs = app.clock.nowMs();
  return await app.store.transaction(async (store) => {
    const memberId = await store.members.add({ ...demoDetails, passwordHash, createdAtMs });
    // Another process on the same empty database was first; its demo account is the one.
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
