// Every generation of the interface, and which of them a URL asks: needed where a request is refused before it has reached
// a route. A URL outside all of them is answered as the newest would.
import type { Generation, Limits } from './generation.ts';
import { type MembersOptions, members } from './members.ts';
import { v4 } from './v4.ts';
import { v5 } from './v5.ts';

export type Generations = {
  all: readonly Generation[];
  /** Speaks where no generation was asked. */
  unspecific: Generation;
  at(url: string): Generation;
  /** Whether the URL asks any of them. */
  has(url: string): boolean;
  /** Where the path would be in the other generation for programs; undefined where there is none. */
  elsewhere(path: string): string | undefined;
};

export function generationsOf(limits: Limits, options: MembersOptions): Generations {
  const [older, newest] = [v4(limits), v5(limits)];
  const all = [older, newest, members(limits, options)];
  const otherOf = new Map([
    [older, newest],
    [newest, older],
  ]);
  // `/api/v5` begins with `/api` too: the longer prefix is looked at first.
  const byPrefix = all.toSorted((left, right) => right.prefix.length - left.prefix.length);
  const find = (url: string): Generation | undefined =>
    byPrefix.find(({ prefix }) => url.startsWith(prefix) && endsPart(url, prefix.length));
  return {
    all,
    unspecific: newest,
    at: (url) => find(url) ?? newest,
    has: (url) => find(url) !== undefined,
    elsewhere: (path) => {
      const asked = find(path);
      const other = asked && otherOf.get(asked);
      return asked && other && other.prefix + path.slice(asked.prefix.length);
    },
  };
}

/** `/api/v50` is not below `/api/v5`. */
function endsPart(url: string, at: number): boolean {
  return url.length === at || url[at] === '/' || url[at] === '?';
}
