// A UUID derived from a value: equal values get equal UUIDs. It identifies messages and must not protect secrets.

const uuidParts = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/;
/** One for each 32 bits; any odd numbers work. */
const seeds = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];

export function uuidOf(named: unknown): string {
  const text = JSON.stringify(named);
  const hex = seeds.map((seed) => hash32(text, seed).toString(16).padStart(8, '0')).join('');
  // Marked as version 4, which receivers accept.
  return hex.replace(uuidParts, '$1-$2-4$3-8$4-$5');
}

/** Seeded FNV-1a with Murmur's final step, so that each character affects every bit. */
function hash32(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193 ^ (seed & 0xfffe));
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
