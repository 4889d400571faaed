// Credentials → Caller. Interface, "Authentication". The circuit breaker of rule 5 is here: it counts
// rejected credentials per client address, so that neither keys nor passwords can be guessed.
// Missing credentials never count, and a success neither counts nor resets. While the breaker holds an
// address, keys that were accepted from it lately pass: shops at one address do not stop each other.
import { withPlatformRules } from '../domain/keys/key-settings.ts';
import { Refusal } from '../domain/refusal.ts';
import { hourMs } from '../domain/time/durations.ts';
import { anonymous, type Caller, type SignedInCaller } from './caller.ts';
import { readSettings } from './keys/settings-document.ts';
import { getSessionCaller } from './members/session-caller.ts';
import type { AccountsApp } from './ports.ts';

export type Credentials =
  | { kind: 'none'; wrongHeader?: string }
  | { kind: 'session'; token: string }
  | SentCredentials;

type SentCredentials =
  | { kind: 'key'; key: string }
  | { kind: 'password'; email: string; password: string }
  // Credentials that are present but unreadable are wrong, not missing.
  | { kind: 'unreadable' };

const failuresAllowed = 10;
const failureWindowMs = 5 * 60_000;
const retryAfterSeconds = failureWindowMs / 1000;
/** How long an address is remembered as a key's own. */
const provenForMs = 24 * hourMs;
/** Longer than any password check waits; frees the places of a process that died. */
const checkLeaseMs = 60_000;

/** `address` is the client's, an IPv6 address already reduced to its network. */
export async function authenticate(
  app: AccountsApp,
  credentials: Credentials,
  address: string,
): Promise<Caller> {
  if (credentials.kind === 'none') return anonymous;
  // A token cannot be guessed, and browsers keep sending expired ones, so this is not a guess.
  if (credentials.kind === 'session') return await getSessionCaller(app, credentials.token);
  const attempts = `failed-attempts:${address}`;
  const failed = await app.counters.read(attempts, app.clock.nowMs());
  const isHeld = failed !== undefined && failed.count >= failuresAllowed;
  if (isHeld && !(await isProven(app, credentials, address))) refuseFurtherAttempts(app);

  const caller = await findCaller(app, credentials, address);
  if (caller !== undefined) {
    await noteProven(app, credentials, caller, address);
    return caller;
  }
  // A proven key that was switched off since.
  if (isHeld) refuseFurtherAttempts(app);

  const counted = await app.counters.count(attempts, failureWindowMs, app.clock.nowMs());
  // The key was accepted from this address before and has been switched off since.
  if (counted.count > failuresAllowed) refuseFurtherAttempts(app);
  app.meter.authenticationFailed(credentials.kind);
  throw new Refusal({ code: 'credentials_rejected' });
}

const provenKey = (app: AccountsApp, key: string, address: string): string =>
  `proven-key:${address} ${app.secrets.digest(key)}`;

/** Whether the same key was recently accepted from this address. */
async function isProven(
  app: AccountsApp,
  credentials: SentCredentials,
  address: string,
): Promise<boolean> {
  if (credentials.kind !== 'key') return false;
  const name = provenKey(app, credentials.key, address);
  return (await app.counters.read(name, app.clock.nowMs())) !== undefined;
}

/** Records each address once per cached caller, so that a busy shop's requests stay cheap. */
const notedFrom = new WeakMap<SignedInCaller, Set<string>>();

async function noteProven(
  app: AccountsApp,
  credentials: SentCredentials,
  caller: SignedInCaller,
  address: string,
): Promise<void> {
  if (credentials.kind !== 'key') return;
  const noted = notedFrom.get(caller) ?? new Set();
  if (noted.has(address)) return;
  notedFrom.set(caller, noted.add(address));
  await app.counters.count(
    provenKey(app, credentials.key, address),
    provenForMs,
    app.clock.nowMs(),
  );
}

function refuseFurtherAttempts(app: AccountsApp): never {
  app.meter.limitHit('failed_attempts');
  throw new Refusal({ code: 'too_many_failed_attempts', retryAfterSeconds });
}

async function findCaller(
  app: AccountsApp,
  credentials: SentCredentials,
  address: string,
): Promise<SignedInCaller | undefined> {
  // Read the revision before the look-up: a change in between then makes the cached caller stale, not wrong.
  const revision = app.store.configurationRevision();
  const nowMs = app.clock.nowMs();
  switch (credentials.kind) {
    case 'unreadable':
      return undefined;
    case 'key': {
      const digest = app.secrets.digest(credentials.key);
      return await app.callers.findOrLook(`key ${digest}`, revision, nowMs, () =>
        callerOfKey(app, digest),
      );
    }
    case 'password': {
      const { email, password } = credentials;
      const digest = app.secrets.digest(`${app.callers.pepper}\n${email}\n${password}`);
      return await app.callers.findOrLook(`password ${digest}`, revision, nowMs, () =>
        callerOfPassword(app, email, password, address),
      );
    }
  }
}

async function callerOfKey(app: AccountsApp, digest: string): Promise<SignedInCaller | undefined> {
  const found = await app.store.keys.findByDigest(digest);
  if (found === undefined || !app.secrets.isSameDigest(found.digest, digest)) return undefined;
  if (!found.key.isActive || !found.member.isOpen) return undefined;
  // Stored settings were validated, so there are no issues.
  const { settings } = readSettings(found.settings);
  return {
    kind: 'key',
    member: found.member,
    key: found.key,
    settings: withPlatformRules(settings, found.key.moduleType),
  };
}

/**
 * Failures are counted when a check ends, so checks in progress are limited too: otherwise thousands of simultaneous
 * guesses would all be hashed before the first is counted.
 */
async function callerOfPassword(
  app: AccountsApp,
  email: string,
  password: string,
  address: string,
): Promise<SignedInCaller | undefined> {
  const place = await app.counters.enter({
    key: `password-checks:${address}`,
    limit: failuresAllowed,
    leaseMs: checkLeaseMs,
    nowMs: app.clock.nowMs(),
  });
  if (place === undefined) refuseFurtherAttempts(app);
  try {
    const found = await app.store.users.findByEmail(email);
    const hash = found?.passwordHash ?? (await app.passwords.decoyHash());
    const isRight = await app.passwords.isRight(password, hash);
    if (found === undefined || !isRight || !found.member.isOpen) return undefined;
    const checkedPassword = app.secrets.digest(hash);
    return { kind: 'member', member: found.member, user: found.user, checkedPassword };
  } finally {
    await app.counters.leave(place);
  }
}
