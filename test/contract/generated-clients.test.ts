// Clients that public generators create from /openapi.json: they generate without warnings, and they quote, confirm
// and print.
import assert from 'node:assert/strict';
import { type ExecFileOptions, execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { hasPython, obtainPythonGenerator } from '../../scripts/obtain-python-generator.ts';
import { generations } from '../support/bookings/checkout.ts';
import { isLong } from '../support/long-form.ts';
import { openCreditShop, unlimited } from '../support/money/paying-shop.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const [embedded] = setups;
assert.ok(embedded);

const root = join(import.meta.dirname, '../..');
const kept = join(root, 'test/support/generated-clients');
/** Node does not strip types below node_modules, and packages are found from here. */
const folder = join(root, 'generated', 'test-clients');

const exec = promisify(execFile);
const run = async (program: string, args: string[], options: ExecFileOptions = {}) =>
  await exec(program, args, { cwd: folder, encoding: 'utf8', ...options });
const runNode = (...args: string[]) => run(process.execPath, args);

/** The long form installs the Python generator, which takes half a minute. */
function whyNoPython(): string | false {
  if (!isLong) return 'only in `npm run test:long`';
  return hasPython() ? false : 'there is no python3 (3.11 or later, with venv) here';
}

type Booked = { status: string; cost: number; total: number; connote: string; label: string };

describe('a client generated from /openapi.json', () => {
  let t: TestApp;
  let url: string;
  let key: string;
  const document = join(folder, 'openapi.json');
  before(async () => {
    t = await startTestApp(embedded, { limits: unlimited });
    await t.server.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(t.server.server.address() as AddressInfo).port}`;
    key = (await openCreditShop(t, generations[1])).member.key;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(document, await (await fetch(`${url}/openapi.json`)).text());
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await t.close();
  });

  function assertBooked(output: string, label: string): void {
    const booked = JSON.parse(output) as Booked;
    assert.equal(booked.status, 'Confirmed');
    assert.equal(booked.cost, booked.total);
    assert.match(booked.connote, /^888041\d{7}$/);
    assert.equal(booked.label, label);
  }

  test('a generated TypeScript client compiles, quotes, confirms and prints a label', async () => {
    const generator = join(root, 'node_modules/oazapfts/dist/cli.js');
    const made = await runNode(generator, document, 'client.ts');
    assert.equal(`${made.stdout}${made.stderr}`.trim(), '');
    copyFileSync(join(kept, 'shop.ts.txt'), join(folder, 'shop.ts'));
    const strict = '--strict --noEmit --noUncheckedIndexedAccess --skipLibCheck --types node';
    const modules =
      '--target es2024 --lib es2024,dom,dom.iterable --module nodenext --allowImportingTsExtensions';
    const compiler = join(root, 'node_modules/.bin/tsc');
    await run(compiler, [...`${strict} ${modules}`.split(' '), '--ignoreConfig', 'shop.ts']);
    assertBooked(String((await runNode('shop.ts', url, key)).stdout), '^XA');
  });

  const skip = whyNoPython();
  test('a generated Python client quotes, confirms and prints a label', { skip }, async () => {
    const { python, folder: programs } = obtainPythonGenerator();
    const made = await run(
      join(programs, 'openapi-python-client'),
      `generate --path ${document} --meta none --output-path linehaul_client --fail-on-warning`
        .split(' ')
        .concat('--config', join(kept, 'generator.yml')),
      // The generator calls the formatter that is installed with it.
      { env: { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` } },
    );
    assert.doesNotMatch(`${made.stdout}${made.stderr}`, /warning/i);
    const { stdout } = await run(python, [join(kept, 'book.py'), folder, url, key]);
    assertBooked(String(stdout), '%PDF-');
  });
});
