// Which test files share a process. Loading the service takes half a second, and warm code runs faster: with a
// process for each file the suite took a third longer.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files in a process: fewer of those that take long, so that no process is the last by far. */
const filesPerProcess = 24;
const slowFilesPerProcess = 5;
const slow = /^test\/(browser|cli)\//;
/** Tests that kill servers or load the machine run alone, so that they cannot disturb other tests. */
const alone = /^test\/(faults|scale)\//;
const loader = pathToFileURL(join(import.meta.dirname, '../test/support/test-file.ts'));

/** The files for `node --test`: those that run alone, and groups of the others, written into `folder`. */
export function groupTests(files: readonly string[], folder: string): string[] {
  const shared = files.filter((file) => !alone.test(file));
  const slowFiles = shared.filter((file) => slow.test(file));
  const others = shared.filter((file) => !slow.test(file));
  const groups = [...deal(slowFiles, slowFilesPerProcess), ...deal(others, filesPerProcess)];
  return [
    ...files.filter((file) => alone.test(file)),
    ...groups.map((members, group) => {
      const path = join(folder, `group-${group + 1}-of-${groups.length}.test.mjs`);
      const loads = members.map((file) => `await loadTestFile(${JSON.stringify(file)});\n`);
      writeFileSync(path, `import { loadTestFile } from '${loader}';\n${loads.join('')}`);
      return path;
    }),
  ];
}

/** Dealt out like cards: neighbours take about as long, so the groups are even. */
function deal(files: readonly string[], most: number): string[][] {
  const count = Math.ceil(files.length / most);
  return Array.from({ length: count }, (_, group) =>
    files.filter((_, place) => place % count === group),
  );
}
