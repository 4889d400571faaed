// What an operator should know about a SECRET_KEY that somebody may guess: logged at every start and shown by the doctor. It
// is used all the same, so that no start fails for it.
import type { Log } from './application/ports.ts';
import type { Config } from './config.ts';

/** A guess at one that is shorter is worth a try. */
const strongCharacters = 32;

export function secretKeyWarning({ secretKey }: Pick<Config, 'secretKey'>): string | undefined {
  return secretKey === undefined || secretKey.length >= strongCharacters
    ? undefined
    : `SECRET_KEY has fewer than ${strongCharacters} characters: whoever guesses it can sign links and sessions. Make one with "openssl rand -hex 32", and start once with this one in SECRET_KEY_PREVIOUS.`;
}

export function warnOfSecretKey(log: Log, config: Config): void {
  const warning = secretKeyWarning(config);
  if (warning !== undefined) log.warn({}, warning);
}
