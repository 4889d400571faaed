// libfaketime for the tests: preloaded into a process, it shifts that process's clock. `obtain-program.ts` finds it;
// only the library of the package is used, because its command looks for the library where Debian installs it.
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { obtainProgram } from './obtain-program.ts';

const command = 'faketime';

/** The environment of a process whose clock is ahead by so many seconds, or behind if negative. */
export function fakedClock(aheadSeconds: number): Record<string, string> {
  const { program } = obtainProgram({
    names: [command],
    packageName: 'libfaketime',
    packedAt: 'usr/lib/*/faketime/libfaketime.so.1',
    title: 'libfaketime',
    howToInstall:
      'install it (Debian, Ubuntu: "apt-get install faketime"; macOS: "brew install libfaketime") and run this again.',
  });
  const library =
    basename(program) === command
      ? execFileSync(program, ['-f', '+0s', 'sh', '-c', 'printf %s "$LD_PRELOAD"'], {
          encoding: 'utf8',
        })
      : program;
  return {
    LD_PRELOAD: library,
    FAKETIME: `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds}s`,
    // Only the time of day is shifted; durations stay right, as on a machine with a wrong clock.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}
