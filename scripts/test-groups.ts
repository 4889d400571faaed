// Which test files share a process, and in which order processes start. Loading the service takes a second or two, and
// warm code runs faster: with a process for each file the suite took a third longer.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files in a process: fewer of those that take long, so that no process is the last by far. */
const kinds = [
  // These kill servers or load the machine, so they must not disturb other tests.
  { folders: /^test\/(faults|scale)\//, perProcess: 1 },
  { folders: /^test\/(browser|cli)\//, perProcess: 5 },
  { folders: /^/, perProcess: 24 },
];
const loader = pathToFileURL(join(import.meta.dirname, '../test/support/test-file.ts'));

/** Writes the groups for `node --test` into `folder`, which runs them in the order of their names. */
export function groupTests(files: readonly string[], folder: string): string[] {
  const ofKind = Map.groupBy(files, (file) => kinds.find(({ folders }) => folders.test(file)));
  // Kinds take turns, because some keep a processor busy and some wait.
  const groups = [...ofKind]
    .flatMap(([kind, members]) => deal(members, kind?.perProcess ?? 1))
    .sort((left, right) => left.turn - right.turn);
  return groups.map(({ members }, group) => {
    const path = join(folder, `group-${group + 101}.test.mjs`);
    const loads = members.map((file) => `await loadTestFile(${JSON.stringify(file)});\n`);
    writeFileSync(path, `import { loadTestFile } from '${loader}';\n${loads.join('')}`);
    return path;
  });
}

type Group = { members: string[]; turn: number };

/** Dealt out like cards: neighbours take about as long, so the groups are even. Turns are spread from 0 to 1. */
function deal(files: readonly string[], most: number): Group[] {
  const count = Math.ceil(files.length / most);
  return Array.from({ length: count }, (_, group) => ({
    members: files.filter((_, place) => place % count === group),
    turn: (group + 0.5) / count,
  }));
}
