// A uuid made of what it names: the same for the same, another for anything else. It tells messages apart and keeps no secret.

const uuidParts = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/;
/** One for each 32 bits; any odd numbers would do. */
const seeds = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];

export function uuidOf(named: unknown): string {
  const text = JSON.stringify(named);
  const hex = seeds.map((seed) => hash32(text, seed).toString(16).padStart(8, '0')).join('');
  // Version 4, which whoever checks knows.
  return hex.replace(uuidParts, '$1-$2-4$3-8$4-$5');
}

/** FNV-1a with a seed, and the last step of Murmur, so that every sign changes every bit. */
function hash32(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193 ^ (seed & 0xfffe));
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
