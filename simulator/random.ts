// Pseudo-random numbers from a seed, so that a run with faults can be repeated. Never use them for secrets.

export type Random = {
  /** From 0 up to, not including, 1. */
  share(): number;
  /** From 0 up to, not including, the limit. */
  below(limit: number): number;
  /** Letters and digits. */
  text(length: number): string;
};

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** Mulberry32 has only 32 bits of state, which is enough for delays and probabilities. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(share() * limit);
  return {
    share,
    below,
    text: (length) => Array.from({ length }, () => alphabet[below(alphabet.length)]).join(''),
  };
}

/** Each name has its own stream, so that requests to one carrier do not change what another draws. */
export function randomFor(seed: number, name: string): Random {
  let mixed = seed >>> 0;
  for (const letter of name) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return seededRandom(mixed);
}
