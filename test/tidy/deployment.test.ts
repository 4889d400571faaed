// The examples for running Linehaul name settings that exist, and the Node that the project runs on.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };
import { variables } from '../../src/config-variables.ts';

const root = join(import.meta.dirname, '..', '..');
const text = (name: string): string => readFileSync(join(root, name), 'utf8');
/** Not ours: Node's own. */
const others = ['NODE_ENV'];

function named(...lists: (string | undefined)[]): string[] {
  return lists
    .flatMap((list) => [...(list ?? '').matchAll(/\b([A-Z][A-Z_]+)[=:]/g)])
    .map(([, name = '']) => name);
}

test('compose.yaml, the Dockerfile and the systemd unit set only what there is to set', () => {
  const [, service] = /\n {2}linehaul:\n([\s\S]*?)\n\n/.exec(text('compose.yaml')) ?? [];
  const [, composed] = /environment:\n((?: {6}.*\n)+)/.exec(service ?? '') ?? [];
  const settings = [
    ...named(composed?.replaceAll(/\$\{.*?\}/g, '')),
    ...named(...(text('Dockerfile').match(/^ENV .*$/gm) ?? [])),
    ...named(...(text('deploy/linehaul@.service').match(/^Environment=.*$/gm) ?? [])),
  ];
  assert.ok(settings.includes('DATABASE_URL') && settings.includes('DATA_DIR'), String(settings));
  const unknown = settings.filter((name) => !(name in variables) && !others.includes(name));
  assert.deepEqual(unknown, []);
});

test('the image has the Node that npm would bring', () => {
  const [major] = packageJson.dependencies.node.split('.');
  for (const [, image] of text('Dockerfile').matchAll(/^FROM node:(\d+)/gm))
    assert.equal(image, major);
});

test('every place that starts the server gives it the flags that the launcher would begin anew to have', () => {
  const [, list = ''] = /serverFlags = \[(.*)\]/.exec(text('bin/linehaul.js')) ?? [];
  const flags = [...list.matchAll(/'(--[^']+)'/g)].map(([, flag]) => flag ?? '');
  assert.ok(flags.length > 0);
  for (const file of [
    'package.json',
    'Dockerfile',
    'deploy/linehaul@.service',
    'bench/real-server.ts',
  ]) {
    for (const flag of flags) assert.ok(text(file).includes(flag), `${flag} in ${file}`);
  }
});
