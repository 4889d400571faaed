// All generations of the interface, and which of them a URL belongs to, for requests that are refused before routing.
// A URL outside all of them is answered in the newest form.
import type { Generation, Limits } from './generation.ts';
import { type MembersOptions, members } from './members.ts';
import { v4 } from './v4.ts';
import { v5 } from './v5.ts';

export type Generations = {
  all: readonly Generation[];
  /** Answers URLs that belong to no generation. */
  unspecific: Generation;
  at(url: string): Generation;
  /** Whether the URL belongs to a generation. */
  has(url: string): boolean;
  /** The same path in the other public generation, if it exists there. */
  elsewhere(path: string): string | undefined;
};

export function generationsOf(limits: Limits, options: MembersOptions): Generations {
  const [older, newest] = [v4(limits), v5(limits)];
  const all = [older, newest, members(limits, options)];
  const otherOf = new Map([
    [older, newest],
    [newest, older],
  ]);
  // `/api/v5` begins with `/api` too, so compare the longer prefix first.
  const byPrefix = all.toSorted((left, right) => right.prefix.length - left.prefix.length);
  const find = (url: string): Generation | undefined =>
    byPrefix.find(({ prefix }) => url.startsWith(prefix) && endsPart(url, prefix.length));
  return {
    all,
    unspecific: newest,
    at: (url) => find(url) ?? newest,
    has: (url) => find(url) !== undefined,
    elsewhere: (path) => {
      const own = find(path);
      const other = own && otherOf.get(own);
      return own && other && other.prefix + path.slice(own.prefix.length);
    },
  };
}

/** `/api/v50` is not below `/api/v5`. */
function endsPart(url: string, at: number): boolean {
  return url.length === at || url[at] === '/' || url[at] === '?';
}
