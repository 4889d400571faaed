// Every check before a change lands, in order, failing fast, with times: CI runs this.
import { spawnSync } from 'node:child_process';

const steps: { name: string; command: string[] }[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'types of the members area', command: ['tsc', '-p', 'web'] },
  { name: 'members area', command: ['node', 'web/build.ts'] },
  { name: 'known vulnerabilities', command: ['node', 'scripts/audit.ts'] },
  { name: 'tests and tidiness', command: ['node', 'scripts/test.ts'] },
];

for (const { name, command } of steps) {
  const began = performance.now();
  process.stdout.write(`\n── ${name}\n`);
  const [program = '', ...args] = command;
  // npm puts node_modules/.bin on the PATH of its scripts, so these are the project's own tools.
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (status !== 0) {
    process.stderr.write(`\n${name} failed after ${seconds} s.\n`);
    process.exit(1);
  }
  process.stdout.write(`── ${name}: ${seconds} s\n`);
}
