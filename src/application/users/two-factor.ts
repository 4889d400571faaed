// The second factor at sign-in: a code of an authenticator app, or one of ten recovery codes. Secrets are sealed, codes
// work once, and attempts are limited for each user, because the guesser knows the password already.
import { Refusal } from '../../domain/refusal.ts';
import { dayMs, minuteMs } from '../../domain/time/durations.ts';
import {
  base32,
  findTotpStep,
  isTotpCode,
  isTotpSecret,
  plainRecoveryCode,
  recoveryCodeBytes,
  totpSecretBytes,
  totpUrl,
  writtenRecoveryCode,
} from '../../domain/users/totp.ts';
import type { User, UserId } from '../../domain/users/user.ts';
import { allowAtMost } from '../allow-at-most.ts';
import { type SignedInCaller, userOf } from '../caller.ts';
import { checkPassword, isStillPassword, notCurrent } from '../members/change-password.ts';
import type { App, Store } from '../ports.ts';

const attempts = { times: 10, windowMs: 5 * minuteMs };
/** Or a patient guesser would find a code within months. Recovery codes, which cannot be guessed, still work. */
const appCodesADay = { times: 50, windowMs: dayMs };
const recoveryCodes = 10;

/** At sign-in, after the password. */
export async function checkSecondFactor(
  app: App,
  user: User,
  code: string | undefined,
): Promise<void> {
  if (!user.hasTwoFactor) return;
  if (code === undefined) throw new Refusal({ code: 'second_factor_needed' });
  // Counted before the check, so that simultaneous guesses are limited too.
  await allowAtMost(app, { what: 'second_factor', who: user.id, ...attempts });
  if (isTotpCode(code))
    await allowAtMost(app, { what: 'second_factor_day', who: user.id, ...appCodesADay });
  if (!(await isUsedNow(app, user.id, code))) {
    app.meter.authenticationFailed('second_factor');
    throw new Refusal({ code: 'second_factor_rejected' });
  }
}

/** Uses the code up. */
async function isUsedNow(app: App, id: UserId, code: string): Promise<boolean> {
  const { twoFactors } = app.store;
  if (!isTotpCode(code))
    return await twoFactors.useRecoveryCode(id, app.secrets.digest(plainRecoveryCode(code)));
  const stored = await twoFactors.find(id);
  if (stored === undefined) return false;
  const opened = app.twoFactor.sealer.open(stored.sealed);
  if (opened === undefined) {
    app.log.error({ user: id }, 'a second factor cannot be read: SECRET_KEY is another one');
    return false;
  }
  const times = { nowMs: app.clock.nowMs(), afterStep: stored.step };
  const step = findTotpStep(opened.text, code, times);
  return step !== undefined && (await twoFactors.useStep(id, step));
}

export type TwoFactorStanding = { isOn: boolean; isRequired: boolean; recoveryCodes: number };

export async function readTwoFactor(app: App, caller: SignedInCaller): Promise<TwoFactorStanding> {
  const { id, hasTwoFactor } = userOf(caller);
  return {
    isOn: hasTwoFactor,
    isRequired: isTwoFactorRequired(app, caller),
    recoveryCodes: await app.store.twoFactors.countRecoveryCodes(id),
  };
}

export type TwoFactorSetup = { secret: string; url: string; qrCode: string };

/** Nothing is stored until a code proves that the app has the secret. */
export function setUpTwoFactor(app: App, caller: SignedInCaller): TwoFactorSetup {
  const { email } = userOf(caller);
  const secret = base32(bytesOf(app, totpSecretBytes));
  const url = totpUrl(secret, { issuer: app.operator.seller.name, email });
  return { secret, url, qrCode: app.twoFactor.drawQr(url) };
}

export type TwoFactorStart = { secret: string; code: string; currentPassword: string };

/** Returns the recovery codes, which are shown once. Signs every other device out. */
export async function switchTwoFactorOn(
  app: App,
  caller: SignedInCaller,
  { secret, code, currentPassword }: TwoFactorStart,
  address: string,
): Promise<string[]> {
  const { id } = userOf(caller);
  const nowMs = app.clock.nowMs();
  const step = isTotpSecret(secret)
    ? findTotpStep(secret, code, { nowMs, afterStep: 0 })
    : undefined;
  if (step === undefined) throw wrongCode();
  const checked = await checkPassword(app, caller, currentPassword, address);
  const codes = Array.from({ length: recoveryCodes }, () =>
    writtenRecoveryCode(bytesOf(app, recoveryCodeBytes)),
  );
  const session = caller.kind === 'member' ? caller.session?.id : undefined;
  await app.store.transaction(async (store) => {
    if (!(await isStillPassword(app, store, id, checked))) throw notCurrent();
    await store.twoFactors.put(id, {
      sealed: app.twoFactor.sealer.seal(secret),
      step,
      recoveryDigests: codes.map((one) => app.secrets.digest(plainRecoveryCode(one))),
    });
    await store.sessions.end(id, { except: session });
  });
  return codes;
}

const wrongCode = (): Refusal =>
  new Refusal({ code: 'validation', issues: [{ path: ['code'], problem: 'wrong_code' }] });

export async function switchTwoFactorOff(
  app: App,
  caller: SignedInCaller,
  currentPassword: string,
  address: string,
): Promise<void> {
  if (isTwoFactorRequired(app, caller)) throw new Refusal({ code: 'two_factor_required' });
  const { id } = userOf(caller);
  const checked = await checkPassword(app, caller, currentPassword, address);
  await app.store.transaction(async (store) => {
    if (!(await isStillPassword(app, store, id, checked))) throw notCurrent();
    await store.twoFactors.remove(id);
  });
}

/** Of the users of operators, if the operator says so. */
export function isTwoFactorRequired(
  { operator }: Pick<App, 'operator'>,
  { member }: Pick<SignedInCaller, 'member'>,
): boolean {
  return member.isOperator && operator.needsTwoFactor;
}

/** After a change of the secret key, at the start of a server. */
export async function resealTwoFactor(
  { twoFactors }: Pick<Store, 'twoFactors'>,
  { sealer }: Pick<App['twoFactor'], 'sealer'>,
): Promise<void> {
  for (const { id, sealed } of await twoFactors.list()) {
    const opened = sealer.open(sealed);
    if (opened?.isOutdated === true)
      await twoFactors.reseal(id, { before: sealed, after: sealer.seal(opened.text) });
  }
}

const bytesOf = ({ secrets }: App, bytes: number): Buffer =>
  Buffer.from(secrets.randomText(bytes), 'base64url');
