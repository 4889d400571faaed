// `linehaul simulate` as people and programs run it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { simulatedCarriers } from '../../simulator/carriers.ts';
import { faultKinds } from '../../simulator/fault.ts';
import { operations } from '../../simulator/protocol.ts';
import { linehaul } from '../support/components/program.ts';

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'linehaul.js');

test('simulate starts the requested carriers, prints their addresses and stops when interrupted', async () => {
  const request =
    'simulate --port 0 --carrier hi_trans,tnt --fault hi_trans:track:server-error=503:1 --json';
  const child = spawn(process.execPath, [launcher, ...request.split(' ')], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const { control, carriers } = JSON.parse(line);
    assert.deepEqual(
      carriers.map(({ carrier }: { carrier: string }) => carrier),
      ['tnt', 'hi_trans'],
    );
    const { url, credentials } = carriers[1];
    const authorization = `Basic ${btoa(`${credentials.username}:${credentials.token}`)}`;
    const ask = () =>
      fetch(`${url}/ws/rest/freight/status/HT12345`, { headers: { authorization } });
    assert.equal((await ask()).status, 503);
    assert.equal((await ask()).status, 200);
    const shown = JSON.parse(await (await fetch(control)).text());
    assert.deepEqual(shown.carriers, carriers);
  } finally {
    child.kill('SIGINT');
  }
  const [status] = await once(child, 'exit');
  assert.equal(status, 0);
});

test('simulate names every wrong option and starts nothing', async () => {
  const request =
    'simulate --carrier unknown --latency slow --fault auspost:book:explode --port 65530';
  const { status, stdout, stderr } = await linehaul({}, ...request.split(' '));
  assert.equal(status, 2);
  assert.equal(stdout, '');
  for (const word of ['"unknown"', '"slow"', '"explode"', '--port'])
    assert.ok(stderr.includes(word), word);
});

test('the help lists every carrier, operation and kind of fault', async () => {
  const { stdout } = await linehaul({}, 'simulate', '--help');
  const names = [...simulatedCarriers.map(({ carrier }) => carrier), ...operations, ...faultKinds];
  const missing = names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(stdout));
  assert.deepEqual(missing, []);
});
