// Which test files share a process. Loading the service takes half a second, and warm code runs faster: with a
// process for each file the suite took a third longer.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Tests that start browsers and servers, kill them or load the machine run alone, so that they cannot disturb other
 * tests.
 */
const alone = /^test\/(browser|cli|faults|scale)\//;
const filesPerProcess = 12;
const loader = pathToFileURL(join(import.meta.dirname, '../test/support/test-file.ts'));

/** The files for `node --test`: those that run alone, and groups of the others, written into `folder`. */
export function groupTests(files: readonly string[], folder: string): string[] {
  const grouped = files.filter((file) => !alone.test(file));
  const count = Math.ceil(grouped.length / filesPerProcess);
  const groups = Array.from({ length: count }, (_, group) => {
    // Dealt out like cards: neighbours take about as long, so the groups are even.
    const members = grouped.filter((_, place) => place % count === group);
    const path = join(folder, `group-${group + 1}-of-${count}.test.mjs`);
    const loads = members.map((file) => `await loadTestFile(${JSON.stringify(file)});\n`);
    writeFileSync(path, `import { loadTestFile } from '${loader}';\n${loads.join('')}`);
    return path;
  });
  return [...files.filter((file) => alone.test(file)), ...groups];
}
