// A real nginx for the tests; how it is found is in `obtain-program.ts`.
import { obtainProgram, type Program } from './obtain-program.ts';

export function obtainNginx(): Program {
  return obtainProgram({
    names: ['nginx'],
    packageName: 'nginx',
    packedAt: 'usr/sbin/nginx',
    title: 'nginx',
    howToInstall:
      'install nginx 1.18 or later (Debian, Ubuntu: "apt-get install nginx"; macOS: "brew install nginx") and run this again.',
  });
}
