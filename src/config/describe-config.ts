// The settings for a person to read: as they take effect, and what was meant as one but is none.
import { type Environment, given } from './environment.ts';
import type { Variable } from './kinds.ts';
import { variables } from './variables.ts';

/** Each variable as it takes effect, secrets masked, for a person to read. */
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

/** What is no address is said elsewhere, and has no host. */
const hostOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).hostname : '$HOST';

/** Of a secret address its server, port, user and path; its query may hold a password too. */
function shown(text: string, secret: Variable['secret']): string {
  if (secret === undefined) return text;
  if (secret === 'all' || !URL.canParse(text)) return '(set)';
  const url = new URL(text);
  if (url.password !== '') url.password = '***';
  url.search = '';
  url.hash = '';
  return url.href;
}

/** Names like those of settings that are none, as after a typing mistake. */
export function strangeNames(environment: Environment): string[] {
  return Object.keys(environment).filter(
    (name) => /^(LIMIT|QUOTE)_/.test(name) && !Object.hasOwn(variables, name),
  );
}
