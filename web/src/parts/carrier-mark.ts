// The letters and the colour of a carrier's mark, from its name: our own neutral monograms, never a trade mark. All
// services of a carrier have the same mark, on every page and in every visit.

export type Mark = { letters: string; hue: number };

/** Hues that people can tell apart. */
const hues = 24;

export function markOf(carrier: string): Mark {
  const words = carrier.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', second] = words;
  const letters =
    second === undefined ? first.slice(0, 2) : `${first.charAt(0)}${second.charAt(0)}`;
  return { letters: letters.toUpperCase(), hue: (hashOf(carrier) % hues) * (360 / hues) };
}

/** FNV-1a, because neighbouring names must differ. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}
