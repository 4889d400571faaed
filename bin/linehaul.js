#!/usr/bin/env node
// The launcher: `npx linehaul …`. Written for old Nodes too, because its first task is to detect one: the program
// runs on the Node that npm installed with it, and reports plainly if that is missing.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const oldest = 24;
const [, script = '', ...words] = process.argv;

/**
 * Flags for the garbage collector. Requests leave short-lived data: a fixed young generation keeps a busy server a
 * hundred megabytes smaller, and a large one from the start makes the start quicker. Without pretenuring, V8 cannot
 * conclude from data that happens to be alive at a full collection that answers live long, which would cause a full
 * collection every other second. V8 reads these flags only when a process begins; `npm start` passes them, which
 * saves a restart.
 */
const serverFlags = [
  '--min-semi-space-size=8',
  '--max-semi-space-size=16',
  '--no-allocation-site-pretenuring',
];
const flags = words[0] === 'serve' ? serverFlags : [];
const hasFlags = flags.every((flag) => process.execArgv.includes(flag));

if (Number(process.versions.node.split('.')[0]) < oldest) startPinned();
else if (hasFlags || process.platform === 'win32') await runHere();
else process.execve?.(process.execPath, nodeArguments(process.execPath), process.env);

async function runHere() {
  // Caches compiled modules between runs, so that commands answer sooner.
  (await import('node:module')).enableCompileCache();
  // Under `node --watch` the sources run, so that it sees them change.
  const isWatched = process.env.WATCH_REPORT_DEPENDENCIES !== undefined;
  const { findFoldedProgram } = await import('./folded-program.js');
  const folded = isWatched ? null : findFoldedProgram(root);
  const { run } = await (folded === null ? importSources() : import(folded).catch(importInstead));
  await run(process.argv);
}

function importSources() {
  return import('../src/cli/cli.ts');
}

/** The bundle may be damaged; the sources are the fallback. */
function importInstead(error) {
  process.stderr.write(
    `Starting from the sources, which takes longer: ${error.message} ("npm ci" mends that.)\n`,
  );
  return importSources();
}

function startPinned() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(root, 'node_modules', 'node', 'bin', name);
  if (!existsSync(pinned)) {
    process.stderr.write(
      `Linehaul needs Node ${oldest} or later and this is ${process.versions.node}. Run "npm ci" with install scripts allowed: it brings the right one along.\n`,
    );
    process.exit(1);
  }
  const [, ...args] = nodeArguments(pinned);
  const child = spawn(pinned, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 1);
  });
}

function nodeArguments(node) {
  return [node, ...process.execArgv, ...flags, script, ...words];
}
