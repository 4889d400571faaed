// The deployment examples use existing settings and the project's version of Node, and their requests and timeouts
// match the runbooks.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };
import { variables } from '../../src/config/variables.ts';

const root = join(import.meta.dirname, '..', '..');
const text = (name: string): string => readFileSync(join(root, name), 'utf8');
/** Settings of Node itself. */
const others = ['NODE_ENV'];

function named(...lists: (string | undefined)[]): string[] {
  return lists
    .flatMap((list) => [...(list ?? '').matchAll(/\b([A-Z][A-Z_]+)[=:]/g)])
    .map(([, name = '']) => name);
}

type Health = { status: number; stderr: string };

async function checkHealth(env: Record<string, string>, ...words: string[]): Promise<Health> {
  const { promise, resolve } = Promise.withResolvers<Health>();
  const program = join(root, 'deploy/health-check.js');
  execFile(process.execPath, [program, ...words], { env }, (error, _stdout, stderr) =>
    resolve({ status: Number(error?.code ?? 0), stderr }),
  );
  return await promise;
}

test('compose.yaml, the Dockerfile and the systemd unit set only existing settings', () => {
  const [, service] = /\n {2}linehaul:\n([\s\S]*?)\n\n/.exec(text('compose.yaml')) ?? [];
  const [, composed] = /environment:\n((?: {6}.*\n)+)/.exec(service ?? '') ?? [];
  const settings = [
    ...named(composed?.replaceAll(/\$\{.*?\}/g, '')),
    ...named(...(text('Dockerfile').match(/^ENV .*$/gm) ?? [])),
    ...named(...(text('deploy/linehaul@.service').match(/^(Environment|ExecStart)=.*$/gm) ?? [])),
    ...named(...(text('deploy/linehaul').match(/^export .*$/gm) ?? [])),
  ];
  assert.ok(settings.includes('DATABASE_URL') && settings.includes('DATA_DIR'), String(settings));
  const unknown = settings.filter((name) => !(name in variables) && !others.includes(name));
  assert.deepEqual(unknown, []);
});

test('the image has the major version of Node that npm installs', () => {
  const [major] = packageJson.dependencies.node.split('.');
  for (const [, image] of text('Dockerfile').matchAll(/^FROM node:(\d+)/gm))
    assert.equal(image, major);
});

test('every place that starts the server passes the flags that the launcher would restart it with', () => {
  const [, list = ''] = /serverFlags = \[([^\]]*)\]/.exec(text('bin/linehaul.js')) ?? [];
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

test('checks /healthz to keep a process running and /readyz to start it', () => {
  const [, command] = /^HEALTHCHECK [\s\S]*?CMD (\[.*\])$/m.exec(text('Dockerfile')) ?? [];
  assert.deepEqual(JSON.parse(command ?? '[]').slice(1), ['deploy/health-check.js', '/healthz']);
  const unit = text('deploy/linehaul@.service');
  assert.match(unit, /^ExecStartPost=.* deploy\/health-check\.js \/readyz \d+$/m);
  assert.doesNotMatch(unit, /^[^#].*curl/m);
});

test('a health check exits 0 when the server answers 200, and otherwise 1 with a sentence', async () => {
  let status = 503;
  let requested = '';
  const server = createServer((request, reply) => {
    requested = request.url ?? '';
    reply.writeHead(status).end();
    // The next check succeeds.
    status = 200;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const check = (...words: string[]) =>
    checkHealth({ HOST: '0.0.0.0', PORT: String(port) }, ...words);
  const unhealthy = await check('/readyz');
  assert.deepEqual(unhealthy, {
    status: 1,
    stderr: `http://127.0.0.1:${port}/readyz: status 503\n`,
  });
  assert.deepEqual([await check('/healthz'), requested], [{ status: 0, stderr: '' }, '/healthz']);
  status = 503;
  assert.equal(
    (await check('/readyz', '60')).status,
    0,
    'the check is repeated until the server is ready',
  );
  await new Promise((resolve) => server.close(resolve));
  const stopped = await check('/healthz');
  assert.equal(stopped.status, 1);
  assert.match(stopped.stderr, /ECONNREFUSED/);
});

test("a health check fails once the server's process has ended, so that systemd starts the next", async () => {
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const { status, stderr } = await checkHealth(
    { HOST: 'unknown.invalid', MAINPID: String(ended) },
    '/readyz',
    '3600',
  );
  assert.equal(status, 1);
  assert.match(stderr, /^http:\/\/unknown\.invalid:8080\/readyz: /);
  // The check continues while the process runs.
  const server = createServer((_request, reply) => reply.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const env = { PORT: String(port), MAINPID: String(process.pid) };
  assert.equal((await checkHealth(env, '/readyz', '60')).status, 0);
  await new Promise((resolve) => server.close(resolve));
});

test('a health check treats a blank setting as unset, like the server', async () => {
  const server = createServer((_request, reply) => reply.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // Repeat until it answers, because a busy machine may be late.
  for (const blank of ['', ' '])
    assert.deepEqual(await checkHealth({ HOST: blank, PORT: ` ${port} ` }, '/healthz', '60'), {
      status: 0,
      stderr: '',
    });
  await new Promise((resolve) => server.close(resolve));
  // A host name that never resolves, so that no other server at the usual port is contacted.
  for (const blank of ['', ' ']) {
    const { stderr } = await checkHealth({ HOST: 'unknown.invalid', PORT: blank });
    assert.match(stderr, /^http:\/\/unknown\.invalid:8080\/healthz: /);
  }
});

test('compose checks PostgreSQL over the network, where its initialising server does not listen', () => {
  const [, command = ''] = /test: (\[.*pg_isready.*\])/.exec(text('compose.yaml')) ?? [];
  assert.match(command, /'-h', '127\.0\.0\.1'/);
});

test('the systemd unit always restarts, and no settings file gives two instances one port', () => {
  const unit = text('deploy/linehaul@.service');
  const [, head = ''] = /\[Unit\]([\s\S]*?)\[Service\]/.exec(unit) ?? [];
  assert.match(head, /^StartLimitIntervalSec=0$/m);
  assert.match(unit, /^ExecStart=\/usr\/bin\/env PORT=%i DATA_DIR=\/var\/lib\/linehaul /m);
  // An EnvironmentFile overrides settings in the unit.
  assert.doesNotMatch(unit, /^Environment=.*(PORT|DATA_DIR)/m);
});

test('pages for operators name systemd units by instance: linehaul@PORT', () => {
  const pages = globSync('docs/operators/*.md', { cwd: root });
  assert.ok(pages.some((page) => text(page).includes('systemctl')));
  for (const page of pages)
    assert.doesNotMatch(text(page), /systemctl [\w -]*\blinehaul(?!@)/, page);
});

// test/scale/nginx.test.ts runs both.
test('compose lets nginx resolve names and waits until nginx forwards requests', () => {
  const compose = text('compose.yaml');
  for (const file of [
    'upstream-compose.conf:/etc/nginx/conf.d/',
    'linehaul.conf:/etc/nginx/conf.d/',
  ])
    assert.ok(compose.includes(`./deploy/nginx/${file}`), file);
  assert.match(compose, /test: \[.*'http:\/\/127\.0\.0\.1\/healthz'\]/);
});

test('installed commands need no npm and read the settings of the service', () => {
  for (const file of ['compose.yaml', 'Dockerfile', 'deploy/linehaul@.service'])
    assert.doesNotMatch(text(file), /npx/, file);
  assert.match(text('Dockerfile'), /^COPY .*deploy\/linehaul \/usr\/local\/bin\/linehaul$/m);
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-installed-'));
  try {
    const settings = join(folder, 'linehaul.env');
    writeFileSync(settings, 'PORT=8099\nHOST=10.0.0.1\n');
    const script = text('deploy/linehaul')
      .replaceAll('/opt/linehaul', root)
      .replaceAll('/etc/linehaul.env', settings);
    const run = (...words: string[]) =>
      spawnSync('sh', ['-c', script, 'linehaul', ...words], {
        env: { DATA_DIR: folder, HOST: '127.0.0.1', PATH: process.env.PATH },
        cwd: folder,
        encoding: 'utf8',
      });
    assert.equal(run('--version').stdout.trim(), packageJson.version);
    const { config } = JSON.parse(run('doctor', '--json').stdout);
    const values = ['PORT', 'HOST', 'DATA_DIR', 'NODE_ENV'].map((name) => config[name].value);
    assert.deepEqual(values, ['8099', '127.0.0.1', folder, 'production']);
    rmSync(settings);
    const { status, stderr } = run('--version');
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
