// Which test files share a process. To load the service takes half a second of a processor, and what has run often runs
// faster: with a process for each file the suite took a third longer.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What starts browsers and servers, kills them or loads the machine stays alone: nothing it leaves behind meets another test. */
const alone = /^test\/(browser|cli|faults|scale)\//;
const filesPerProcess = 12;
const loader = pathToFileURL(join(import.meta.dirname, '../test/support/test-file.ts'));

/** What `node --test` is to run instead of `files`: those that stay alone, and groups of the others, written into `folder`. */
export function groupTests(files: readonly string[], folder: string): string[] {
  const grouped = files.filter((file) => !alone.test(file));
  const count = Math.ceil(grouped.length / filesPerProcess);
  const groups = Array.from({ length: count }, (_, group) => {
    // Dealt out like cards: neighbours take about as long, and no group has all the long ones.
    const members = grouped.filter((_, place) => place % count === group);
    const path = join(folder, `group-${group + 1}-of-${count}.test.mjs`);
    const loads = members.map((file) => `await loadTestFile(${JSON.stringify(file)});\n`);
    writeFileSync(path, `import { loadTestFile } from '${loader}';\n${loads.join('')}`);
    return path;
  });
  return [...files.filter((file) => alone.test(file)), ...groups];
}
