#!/usr/bin/env node
// The launcher: `npx linehaul …`. Written for old Nodes too, because its first task is to notice one:
// the program runs on the Node that npm installed with it, and says so plainly when that is missing.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const oldest = 24;

if (Number(process.versions.node.split('.')[0]) >= oldest) {
  // Keeps compiled modules between runs, so that a command answers sooner.
  (await import('node:module')).enableCompileCache();
  const { run } = await import('../src/cli/cli.ts');
  await run(process.argv);
} else {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(root, 'node_modules', 'node', 'bin', name);
  if (existsSync(pinned)) {
    const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
      stdio: 'inherit',
    });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code, signal) => {
      process.exit(signal === null ? (code ?? 1) : 1);
    });
  } else {
    process.stderr.write(
      `Linehaul needs Node ${oldest} or later and this is ${process.versions.node}. Run "npm ci" with install scripts allowed: it brings the right one along.\n`,
    );
    process.exit(1);
  }
}
