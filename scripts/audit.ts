// Fails when a dependency has a known vulnerability of high or critical severity. Advisories that do not concern us
// are accepted in docs/decisions/accepted-advisories.json, with a reason and an end date. If the registry offers no
// advisories, the script says so and passes.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Acceptance = { advisory: string; reason: string; until: string };
type Advisory = { name: string; title: string; url: string; severity: string };
type Report = {
  error?: { summary?: string };
  message?: string;
  vulnerabilities?: Record<string, { via: (Advisory | string)[] }>;
};

const acceptedFile = join(
  import.meta.dirname,
  '..',
  'docs',
  'decisions',
  'accepted-advisories.json',
);
const today = new Date().toISOString().slice(0, 10);
const accepted = (JSON.parse(readFileSync(acceptedFile, 'utf8')) as Acceptance[]).filter(
  ({ until }) => until >= today,
);

const { stdout } = spawnSync('npm', ['audit', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const report = JSON.parse(stdout === '' ? '{}' : stdout) as Report;

if (report.vulnerabilities === undefined) {
  const why =
    [report.error?.summary, report.message].find((text) => text !== undefined && text !== '') ??
    'no answer';
  process.stdout.write(
    `WARNING: vulnerabilities could not be checked; the package registry gave no advisories (${why.trim()}).\n`,
  );
} else {
  const found = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((cause) => typeof cause === 'object')
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .filter(({ url }) => !accepted.some(({ advisory }) => url.endsWith(advisory)));
  for (const { name, severity, title, url } of found)
    process.stderr.write(`${severity}: ${name}: ${title} (${url})\n`);
  if (found.length > 0) {
    process.stderr.write(
      'Update the package, or accept the advisory in docs/decisions/accepted-advisories.json.\n',
    );
    process.exitCode = 1;
  } else {
    process.stdout.write('No known vulnerability of high or critical severity.\n');
  }
}
