// The effective settings for a person to read, and variables that look like misspelt settings.
import { type Environment, given } from './environment.ts';
import type { Variable } from './kinds.ts';
import { variables } from './variables.ts';

/** Each variable's effective value, secrets masked. */
export function describeConfig(
  environment: Environment,
): Record<string, { value: string; isDefault: boolean }> {
  return Object.fromEntries(
    Object.entries<Variable>(variables).map(([name, variable]) => {
      const text = given(environment, name);
      if (text === undefined) {
        return [name, { value: effective(variable.defaultText, environment), isDefault: true }];
      }
      return [name, { value: shown(text, variable.secret), isDefault: false }];
    }),
  );
}

/** Some defaults follow from other variables. */
function effective(defaultText: string, environment: Environment): string {
  const port = given(environment, 'PORT') ?? variables.PORT.defaultText;
  const publicUrl = given(environment, 'PUBLIC_URL') ?? variables.PUBLIC_URL.defaultText;
  return defaultText
    .replace('$HOST', () => hostOf(publicUrl.replace('$PORT', port)))
    .replace('$PORT', port);
}

/** An invalid address has no host; it is reported elsewhere. */
const hostOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).hostname : '$HOST';

const addressShape =
  /^(?<scheme>[a-z][a-z\d+.-]*:\/\/)(?:(?<who>[^\s/?#]*)@)?(?<where>(?:[\w.-]*|\[[\da-f:.]+\])(?::\d+)?(?:\/[\w./-]*)?)(?:[?#].*)?$/i;
const plainName = /^[\w.-]*$/;

/**
 * Of a secret address, shows server, port, user and path; its query may hold a password too. An address of any other
 * shape is hidden completely, because a password may be anywhere in it: `mailer:password@host` parses as a scheme.
 */
function shown(text: string, secret: Variable['secret']): string {
  if (secret === undefined) return text;
  const { scheme, who, where } = (secret === 'all' ? null : addressShape.exec(text))?.groups ?? {};
  if (scheme === undefined || where === undefined) return '(set)';
  return `${scheme}${who === undefined ? '' : `${maskedUser(who)}@`}${where}`;
}

function maskedUser(who: string): string {
  const [user = '', ...password] = who.split(':');
  if (!plainName.test(user)) return '***';
  return password.length === 0 ? user : `${user}:***`;
}

/** Unknown names that resemble settings, as after a typing mistake. */
export function strangeNames(environment: Environment): string[] {
  return Object.keys(environment).filter(
    (name) => /^(LIMIT|QUOTE)_/.test(name) && !Object.hasOwn(variables, name),
  );
}
