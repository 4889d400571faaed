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
};

export function generationsOf(limits: Limits, options: MembersOptions): Generations {
  const newest = v5(limits);
  const all = [v4(limits), newest, members(limits, options)];
  // `/api/v5` begins with `/api` too: the longer prefix is looked at first.
  const byPrefix = all.toSorted((left, right) => right.prefix.length - left.prefix.length);
  return {
    all,
    unspecific: newest,
    at: (url) =>
      byPrefix.find(({ prefix }) => url.startsWith(prefix) && endsPart(url, prefix.length)) ??
      newest,
  };
}

/** `/api/v50` is not below `/api/v5`. */
function endsPart(url: string, at: number): boolean {
  return url.length === at || url[at] === '/' || url[at] === '?';
}
