// Collects the results of a search tier by tier: the best of each tier without duplicates, up to the limit. Only
// ranks are compared (`locality-index.ts`: smaller is better), and a tier is never sorted as a whole, so that a large
// tier (every name with an S) costs little more than reading it.

import type { AustralianState } from './australian-state.ts';
import type { Locality } from './locality.ts';
import type { LocalityIndex } from './locality-index.ts';
import type { PostcodeRange } from './locality-query.ts';

export type SearchFilter = Readonly<{
  states: readonly AustralianState[] | undefined;
  postcodes: readonly PostcodeRange[] | undefined;
}>;

export class SearchHits {
  readonly #index: LocalityIndex;
  readonly #limit: number;
  readonly #boxesLast: boolean;
  readonly #found: number[] = [];
  readonly #boxes: number[] = [];
  // The tier being collected; both sorted, at most `limit` long.
  #tier: number[] = [];
  #tierBoxes: number[] = [];

  constructor(index: LocalityIndex, options: { limit: number; boxesLast: boolean }) {
    this.#index = index;
    this.#limit = Math.max(0, options.limit);
    this.#boxesLast = options.boxesLast;
  }

  get isEmpty(): boolean {
    return this.#found.length === 0 && this.#boxes.length === 0;
  }

  /** No later tier can add a result. */
  get isFull(): boolean {
    return this.#found.length >= this.#limit;
  }

  /** The open tier can take another result that ranks below all its others. */
  get hasRoom(): boolean {
    return this.#found.length + this.#tier.length < this.#limit;
  }

  /** Offers ranks to the open tier. */
  consider(ranks: Uint32Array | readonly number[], filter: SearchFilter): void {
    const isFiltered = filter.states !== undefined || filter.postcodes !== undefined;
    const boxesFrom = this.#boxesLast ? this.#index.deliveryCount : this.#index.ranked.length;
    for (const rank of ranks) {
      const tier = rank < boxesFrom ? this.#tier : this.#tierBoxes;
      if (tier.length >= this.#limit && rank >= (tier.at(-1) ?? 0)) continue;
      if (isFiltered && !passes(this.#index.ranked[rank], filter)) continue;
      if (this.#found.includes(rank) || this.#boxes.includes(rank)) continue;
      insert(tier, rank, this.#limit);
    }
  }

  /** Closes the open tier: later results rank below it. */
  close(): void {
    this.#found.push(...this.#tier);
    this.#boxes.push(...this.#tierBoxes);
    this.#tier = [];
    this.#tierBoxes = [];
  }

  localities(): readonly Locality[] {
    const ranks = [...this.#found, ...this.#boxes].slice(0, this.#limit);
    return ranks.flatMap((rank) => this.#index.ranked[rank] ?? []);
  }
}

function passes(locality: Locality | undefined, { states, postcodes }: SearchFilter): boolean {
  if (locality === undefined) return false;
  if (states !== undefined && !states.includes(locality.state)) return false;
  if (postcodes === undefined) return true;
  const postcode = Number(locality.postcode);
  return postcodes.some(({ low, high }) => postcode >= low && postcode <= high);
}

// Inserts into a short sorted list; ignores a rank that is already in it.
function insert(sorted: number[], rank: number, limit: number): void {
  let at = sorted.length;
  while (at > 0 && (sorted[at - 1] ?? 0) > rank) at--;
  if (sorted[at - 1] === rank) return;
  sorted.splice(at, 0, rank);
  if (sorted.length > limit) sorted.pop();
}
