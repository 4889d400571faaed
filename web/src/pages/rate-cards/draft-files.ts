// The paths of chosen files in a carrier's folder. A chosen folder has them; a single file belongs to the named card, unless its
// name has only one possible place.

export type ChosenFile = { name: string; relativePath: string; text: string };

const atTheTop: ReadonlySet<string> = new Set(['carrier.json', 'examples.json', 'countries.csv']);

export function placeFiles(
  files: readonly ChosenFile[],
  card: string,
): { path: string; text: string }[] {
  return files
    .filter(({ name }) => /\.(json|csv)$/.test(name) && !name.startsWith('.'))
    .map(({ name, relativePath, text }) => {
      // "tnt/cards/TNT-2026/lanes.csv": the first name is that of the folder itself.
      const [, ...inside] = relativePath.split('/');
      if (inside.length > 0) return { path: inside.join('/'), text };
      return { path: atTheTop.has(name) ? name : `cards/${card}/${name}`, text };
    });
}
