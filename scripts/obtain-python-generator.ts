// openapi-python-client for the tests, in a virtual environment below node_modules/.cache, with the versions pinned
// in test/support/generated-clients/requirements.txt. Linehaul needs only Node and npm: without Python these tests
// are skipped with a message.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const requirements = join(root, 'test/support/generated-clients/requirements.txt');
const cache = join(root, 'node_modules', '.cache', 'linehaul-python-generator');

export type PythonGenerator = { python: string; folder: string };

/** Whether there is Python 3.11 or later with `venv`. */
export function hasPython(): boolean {
  const probe = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';
  return spawnSync('python3', ['-c', probe]).status === 0;
}

export function obtainPythonGenerator(): PythonGenerator {
  const folder = join(cache, 'bin');
  const python = join(folder, 'python');
  const installed = join(cache, 'requirements.txt');
  const isCurrent =
    existsSync(installed) &&
    readFileSync(installed, 'utf8') === readFileSync(requirements, 'utf8') &&
    spawnSync(python, ['-c', '']).status === 0;
  if (!isCurrent) {
    rmSync(cache, { recursive: true, force: true });
    execFileSync('python3', ['-m', 'venv', cache], { stdio: 'pipe' });
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    execFileSync(python, [...install, '--requirement', requirements], { stdio: 'pipe' });
    // Written last: an interrupted installation starts again.
    copyFileSync(requirements, `${installed}.new`);
    renameSync(`${installed}.new`, installed);
  }
  return { python, folder };
}
