// `linehaul serve --simulate` with the commands of the README, word for word: quote, book, label, delivered. It must
// not touch any real data.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { linehaul, type RunningServer, startServer } from '../support/components/program.ts';
import { openPdf } from '../support/documents/read-document.ts';
import { until } from '../support/until.ts';

const root = join(import.meta.dirname, '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const section = readme.slice(readme.indexOf('## See live carriers'));
/** The commands of the section, in order. */
const blocks = [
  ...section.slice(0, section.indexOf('\n## ', 5)).matchAll(/```sh\n([\s\S]*?)```/g),
].map(([, text = '']) => text.trim());
const freePorts = ['--simulator-port', '0'];

describe("the newcomer's journey in the README", () => {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-journey-'));
  let server: RunningServer;
  let control = '';
  const known: Record<string, string> = {};
  before(async () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const curl = join(bin, 'curl');
    writeFileSync(
      curl,
      `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'test', 'cli', 'curl.ts')}' "$@"\n`,
    );
    chmodSync(curl, 0o755);
  });
  after(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  /** Runs a block of the README with the test's own key and port. */
  const type = (block: string): Promise<string> => {
    const own = block
      .replaceAll(/^KEY=\S+/gm, `KEY=${known.KEY}`)
      .replaceAll('http://127.0.0.1:8080', server.url);
    const environment = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, ...known };
    return new Promise((resolve, reject) => {
      execFile('sh', ['-c', own], { cwd: folder, env: environment }, (error, stdout, stderr) =>
        error === null ? resolve(stdout) : reject(new Error(stderr, { cause: error })),
      );
    });
  };
  const block = (n: number): string => blocks[n] ?? assert.fail(`the README has no block ${n}`);

  test('a simulated service starts and prints a warning and its credentials', async () => {
    assert.equal(block(0), 'npx linehaul serve --simulate');
    const words = block(0).split(' ').slice(2);
    server = await startServer({ DATA_DIR: folder }, [...words, ...freePorts]);
    const output = server.output.join('\n');
    assert.match(output, /SIMULATED CARRIERS\. Nothing here is real/);
    assert.ok(output.includes(join(folder, 'simulated')));
    known.KEY = /API key {3}(\S+)/.exec(output)?.[1] ?? '';
    control = /(http:\S+)\/faults/.exec(output)?.[1] ?? '';
    assert.match(known.KEY, /^lh_/);
  });

  test('every simulated carrier quotes, and live carriers quote their own price', async () => {
    const quoted = JSON.parse(await type(block(1)));
    assert.equal(quoted.id, 1);
    const offer = quoted.quotes.auspost_regular_eparcel;
    assert.ok(offer.total > 0);
    // On a busy machine some carriers time out, and the next quote asks them.
    await until('ten carriers have answered a price request', async () => {
      const calls = await (await fetch(`${control}/calls?operation=quote`)).json();
      const called = new Set((calls as { carrier: string }[]).map(({ carrier }) => carrier));
      if (called.size < 10) await type(block(1));
      return called.size >= 10;
    });
  });

  test('the simulated carrier has the booking', async () => {
    const booked = JSON.parse(await type(block(2)));
    assert.equal(booked.status, 'Confirmed', JSON.stringify(booked));
    const shipments = await (
      await fetch(`${control}/shipments?carrier=auspost&reference=1`)
    ).json();
    assert.equal((shipments as unknown[]).length, 1);
    assert.ok(JSON.stringify(shipments).includes(booked.connote));
  });

  test("prints the simulated carrier's own label", async () => {
    await type(block(3));
    const [page] = await openPdf(readFileSync(join(folder, 'label.pdf')));
    assert.match(page?.text ?? '', /Australia Post \(SIMULATED\)/);
  });

  test('tracks the simulated booking to its delivery', async () => {
    const clock = { method: 'POST', body: JSON.stringify({ advance_seconds: 700 }) };
    await fetch(`${control}/clock`, clock);
    let state = '';
    await until('the booking is delivered', async () => {
      state = JSON.parse(await type(block(4))).state;
      return state === 'delivered';
    });
    assert.equal(state, 'delivered');
    assert.equal(blocks.length, 5, 'the tests ran every block of the README');
  });

  test("leaves the operator's own data unchanged and starts a second simulation empty", async () => {
    assert.equal(existsSync(join(folder, 'linehaul.db')), false);
    const taken = await linehaul({ DATA_DIR: folder }, 'serve', '--simulate', ...freePorts);
    assert.equal(taken.status, 1);
    assert.match(taken.stderr, /already serves simulated carriers/);
    await server.stop();
    server = await startServer({ DATA_DIR: folder }, ['serve', '--simulate', ...freePorts]);
    const key = /API key {3}(\S+)/.exec(server.output.join('\n'))?.[1] ?? '';
    const read = await fetch(`${server.url}/api/v5/bookings/v4/1`, { headers: { 'api-key': key } });
    assert.equal(read.status, 404);
  });
});

test('serve --simulate: ignores the database, gateway and mail server of the environment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-journey-'));
  const unreachable = 'localhost:1';
  const server = await startServer(
    {
      DATA_DIR: folder,
      DATABASE_URL: `postgres://real:secret@${unreachable}/real`,
      REDIS_URL: `redis://${unreachable}`,
      SMTP_URL: `smtp://${unreachable}`,
      STRIPE_SECRET_KEY: 'sk_test_0123456789abcdefghijklmn',
      WORKERS: '2',
    },
    ['serve', '--simulate', ...freePorts],
  );
  try {
    assert.match(server.output.join('\n'), /built-in test gateway: no money moves/);
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});

test('does not empty a folder that it did not create', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-journey-'));
  try {
    mkdirSync(join(folder, 'simulated'));
    writeFileSync(join(folder, 'simulated', 'precious.txt'), 'mine');
    const refused = await linehaul({ DATA_DIR: folder }, 'serve', '--simulate', ...freePorts);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /was not made by --simulate/);
    assert.equal(readFileSync(join(folder, 'simulated', 'precious.txt'), 'utf8'), 'mine');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
