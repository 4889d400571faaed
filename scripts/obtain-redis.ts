// A real Redis or Valkey for the tests; how it is found is in `obtain-program.ts`.
import { obtainProgram, type Program } from './obtain-program.ts';

export function obtainRedis(): Program {
  return obtainProgram({
    names: ['redis-server', 'valkey-server'],
    packageName: 'redis-server',
    packedAt: 'usr/bin/redis-server',
    title: 'a Redis server',
    howToInstall:
      'install Redis 6 or later (Debian, Ubuntu: "apt-get install redis-server"; macOS: "brew install redis") and run this again.',
  });
}
