// The kinds of settings: each describes what is wrong with a value. The settings themselves are in variables.ts.
import { accessSync, constants, statSync } from 'node:fs';

export type Variable = {
  about: string;
  /** As a person would write it; empty if there is no default. */
  defaultText: string;
  /** `address`: only the password in it is secret; the rest may be shown. */
  secret?: 'all' | 'address';
  /** The problem in a sentence, or undefined. Called only for values that are set. */
  problem(text: string): string | undefined;
};

/** The entries of a text with commas between. */
export function listOf(text: string): string[] {
  return text.split(',').map((entry) => entry.trim());
}

export const wholeNumber = (
  about: string,
  defaultNumber: number,
  least: number,
  most: number,
): Variable => ({
  about,
  defaultText: String(defaultNumber),
  problem: (text) =>
    /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}`,
});

export const oneOf = (
  about: string,
  defaultText: string,
  choices: readonly string[],
): Variable => ({
  about,
  defaultText,
  problem: (text) => (choices.includes(text) ? undefined : `must be one of ${choices.join(', ')}`),
});

export const address = (
  about: string,
  defaultText: string,
  schemes: readonly string[],
): Variable => ({
  about,
  defaultText,
  problem: (text) =>
    schemes.some((scheme) => text.startsWith(`${scheme}://`)) && URL.canParse(text)
      ? undefined
      : `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
});

/** The base of links and redirects. */
export const linkAddress = (about: string, defaultText: string): Variable => {
  const plain = address(about, defaultText, ['http', 'https']);
  return {
    ...plain,
    problem: (text) => {
      const problem = plain.problem(text);
      if (problem !== undefined) return problem;
      const { username, password } = new URL(text);
      return /[?#]/.test(text) || username !== '' || password !== ''
        ? 'must be an address without a user, a ? and a #: paths are put behind it'
        : undefined;
    },
  };
};

export const postgresSchemes = ['postgres', 'postgresql'];

/** Checks the parameters of PostgreSQL's address that we use ourselves. */
export const postgresAddress = (about: string): Variable => {
  const plain = address(about, '', postgresSchemes);
  return {
    ...plain,
    secret: 'address',
    problem: (text) => {
      const problem = plain.problem(text);
      if (problem !== undefined) return problem;
      const seconds = new URL(text).searchParams.get('connect_timeout');
      return seconds === null || /^[1-9]\d{0,3}$/.test(seconds)
        ? undefined
        : 'has a connect_timeout that is not a whole number of seconds from 1 to 9999';
    },
  };
};

export const anyText = (about: string, defaultText: string): Variable => ({
  about,
  defaultText,
  problem: () => undefined,
});

/**
 * A missing file must stop the start: a typing mistake would silently mean sample prices, or days without holidays.
 */
export const readable = (about: string, kind: 'file' | 'folder'): Variable => ({
  about,
  defaultText: '',
  problem: (text) =>
    isReadable(text, kind) ? undefined : `must be a ${kind} that is there and can be read`,
});

function isReadable(path: string, kind: 'file' | 'folder'): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isDirectory() === (kind === 'folder');
  } catch {
    return false;
  }
}

/** Stripe's secrets begin with their kind. */
export const stripeSecret = (
  about: string,
  prefixes: readonly string[],
  where: string,
): Variable => ({
  about,
  defaultText: '',
  secret: 'all',
  problem: (text) =>
    prefixes.some((prefix) => text.startsWith(prefix)) && /^[\w+/=-]{16,}$/.test(text)
      ? undefined
      : `must begin with ${prefixes.join(' or ')}; copy it from "${where}" of your Stripe account`,
});

/** With or without a display name. */
export const mailbox = (about: string, defaultText: string): Variable => ({
  about,
  defaultText,
  problem: (text) =>
    /^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(text)
      ? undefined
      : 'must be an e-mail address, such as Tile Warehouse <freight@tiles.example>',
});
