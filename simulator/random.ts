// Numbers that look random and are the same for the same seed, so that a run with faults can be repeated. Not for secrets:
// nothing the simulator hands out protects anything.

export type Random = {
  /** From 0 up to, not including, 1. */
  share(): number;
  /** From 0 up to, not including, the limit. */
  below(limit: number): number;
  /** Letters and digits. */
  text(length: number): string;
};

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** Mulberry32: thirty-two bits of state, even enough for delays and chances. */
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

/** A stream of its own for each name, so that what one carrier draws does not depend on what others were asked. */
export function randomFor(seed: number, name: string): Random {
  let mixed = seed >>> 0;
  for (const letter of name) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return seededRandom(mixed);
}
