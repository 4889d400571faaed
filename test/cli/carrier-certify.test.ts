// `linehaul carrier certify` against simulated carriers: what it books, cancels, writes and stores.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { connectors } from '../../carriers/connectors.ts';
import { openTransport } from '../../src/adapters/connectors/transport.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { readRecordings, replay } from '../connectors/recording.ts';
import { openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { type Environment, launchServer, linehaulIn } from '../support/components/program.ts';
import { onEachDatabase, temporaryFolder } from './environments.ts';

type Outcome = { operation: string; outcome: string; reason: string };
type Certified = {
  ok: boolean;
  operations: Outcome[];
  left: string[];
  report: string;
  recordings: string[];
};

const carriers = ['auspost', 'startrack', 'fedex', 'dhl_express', 'zoom2u', 'hi_trans', 'toll'];

async function connectAll(simulator: TestSimulator, run: Run): Promise<void> {
  for (const carrier of carriers) await connect(simulator, run, carrier);
}

type Run = (...args: string[]) => Promise<{ status: number; stdout: string; stderr: string }>;

async function connect(simulator: TestSimulator, run: Run, carrier: string): Promise<void> {
  const file = join(temporaryFolder(), 'account.json');
  writeFileSync(file, JSON.stringify(accountOf(simulator, carrier)));
  const { status, stderr } = await run('connect', carrier, '--file', file);
  assert.equal(status, 0, stderr);
}

function accountOf(simulator: TestSimulator, carrier: string): Readonly<Record<string, string>> {
  const connector = connectors.find((one) => one.carrier === carrier);
  const listed = simulator.carriers.find((one) => one.carrier === carrier);
  assert.ok(connector && listed);
  return simulatedAccount(connector, listed);
}

const outcomesOf = ({ operations }: Certified): Record<string, string> =>
  Object.fromEntries(operations.map(({ operation, outcome }) => [operation, outcome]));

describe('carrier certify', () => {
  const folder = temporaryFolder();
  const environment: Environment = { DATA_DIR: join(folder, 'data') };
  let simulator: TestSimulator;
  let runs = 0;
  const run: Run = (...args) => linehaulIn(folder, environment, 'carrier', ...args);
  const certify = async (...args: string[]) => {
    runs += 1;
    const { status, stdout, stderr } = await run(
      ...['certify', ...args, '--json', '--output', join(folder, `run-${runs}`)],
    );
    assert.notEqual(stdout, '', stderr);
    return { status, stderr, certified: JSON.parse(stdout) as Certified };
  };
  const kept = (carrier: string) =>
    simulator.simulation.find(carrier)?.desk.shipments.all() ?? assert.fail(carrier);
  before(async () => {
    simulator = await openSimulator(...carriers);
    await connectAll(simulator, run);
  });
  after(async () => {
    await simulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Replays the recordings of the last run and returns their operations. */
  const replayed = async (certified: Certified): Promise<ReadonlySet<string>> => {
    const recordings = readRecordings(join(folder, `run-${runs}/`));
    assert.equal(recordings.length, certified.recordings.length);
    const transport = openTransport();
    for (const recording of recordings) await replay(recording, transport);
    await transport.close();
    return new Set(recordings.map(({ operation }) => operation));
  };

  test('numbers consignments from the ranges of the account, and hides these in recordings', async () => {
    const { status, certified } = await certify('toll', '--yes');
    assert.equal(status, 0, JSON.stringify(certified));
    const operations = ['check', 'quote', 'book', 'manifest'];
    assert.deepEqual(Object.keys(outcomesOf(certified)), operations);
    assert.deepEqual([...(await replayed(certified))].sort(), operations.sort());
    const [first, second] = kept('toll').map(({ number }) => number);
    assert.deepEqual(certified.left, [first, second]);
    for (const file of certified.recordings)
      assert.doesNotMatch(readFileSync(file, 'utf8'), /999041/);
  });

  test('tries every operation, and its recordings replay through the connector', async () => {
    const { status, certified } = await certify('startrack', '--yes');
    assert.equal(status, 0, JSON.stringify(certified));
    const operations = ['check', 'quote', 'book', 'find', 'label', 'pickup', 'track', 'cancel'];
    assert.deepEqual(
      outcomesOf(certified),
      Object.fromEntries([...operations, 'manifest'].map((operation) => [operation, 'ok'])),
    );
    const recorded = await replayed(certified);
    assert.deepEqual([...recorded].sort(), [...operations, 'manifest'].sort());
    const report = readFileSync(certified.report, 'utf8');
    assert.match(report, /\| manifest \| ✅ ok \| lodged /);
    assert.match(report, /### Request 1: `POST \/prices\/shipments`/);
    assert.match(report, /^- new: `shipments\.shipment_summary\.number_of_items` \(number\)$/m);
  });

  test('writes neither credentials nor account numbers nor the names of the account', async () => {
    const { certified } = await certify('auspost', '--yes');
    const account = Object.entries(accountOf(simulator, 'auspost'));
    const hidden = account.filter(([name]) => !/^(base_url|product_)/.test(name));
    assert.ok(hidden.length >= 3);
    const files = globSync(join(folder, `run-${runs}`, '**', '*.{md,json}'));
    assert.ok(files.length > certified.recordings.length);
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      for (const [name, value] of hidden) assert.ok(!text.includes(value), `${name} is in ${file}`);
      assert.doesNotMatch(text, /SIMULATED CUSTOMER/);
      assert.doesNotMatch(text, new RegExp(`${simulator.carriers[0]?.url}`));
    }
  });

  test('without a terminal and without --yes, books nothing and reports what it skipped', async () => {
    const { status, certified } = await certify('fedex');
    assert.equal(status, 0);
    const { check, quote, ...others } = outcomesOf(certified);
    assert.deepEqual([check, quote], ['ok', 'ok']);
    assert.deepEqual(new Set(Object.values(others)), new Set(['skipped']));
    assert.equal(
      certified.operations.find(({ operation }) => operation === 'book')?.reason,
      'not confirmed',
    );
    assert.deepEqual(kept('fedex'), []);
    assert.match(
      readFileSync(certified.report, 'utf8'),
      /\| book \| ➖ skipped \| not confirmed \|/,
    );
  });

  const interruptAfterBooking = async (...faults: string[]) => {
    await simulator.control('POST', '/reset');
    for (const fault of ['startrack:label:hang', ...faults]) await simulator.fault(fault);
    runs += 1;
    const output = join(folder, `run-${runs}`);
    const args = ['carrier', 'certify', 'startrack', '--yes', '--output', output];
    const certifying = launchServer(environment, args);
    const ended = once(certifying.process, 'exit') as Promise<[number | null]>;
    await certifying.says('Booked ');
    certifying.process.kill('SIGINT');
    await certifying.says('Interrupted: cancelling what was booked.');
    return { certifying, ended, report: join(output, 'report.md') };
  };

  test('cancels what it booked and writes the report when Ctrl+C interrupts it', async () => {
    const { ended, report } = await interruptAfterBooking();
    assert.deepEqual((await ended)[0], 130);
    // StarTrack deletes what is cancelled.
    assert.deepEqual(kept('startrack'), []);
    const text = readFileSync(report, 'utf8');
    assert.match(text, /\| cancel \| ✅ ok \| cancelled \|/);
    assert.match(text, /\| manifest \| ➖ skipped \| interrupted \|/);
    assert.doesNotMatch(text, /May still be with the carrier/);
  });

  test('names the consignment that is left when a second Ctrl+C ends it', async () => {
    const { certifying, report } = await interruptAfterBooking('startrack:cancel:hang');
    assert.equal(await certifying.stop('SIGINT'), 130);
    const [shipment] = kept('startrack');
    assert.ok(shipment);
    await certifying.says(`May still be with startrack: ${shipment.number}.`);
    assert.ok(!existsSync(report));
  });

  test('exits with 1 when an operation fails, and still cancels what it booked', async () => {
    await simulator.fault('fedex:pickup:server-error');
    const { status, certified } = await certify('fedex', '--yes');
    assert.equal(status, 1);
    assert.equal(certified.ok, false);
    const { pickup, ...others } = outcomesOf(certified);
    assert.equal(pickup, 'failed');
    assert.deepEqual(new Set(Object.values(others)), new Set(['ok']));
    assert.deepEqual(certified.left, []);
    assert.deepEqual(
      kept('fedex').map(({ cancelledAtMs }) => cancelledAtMs !== undefined),
      [true],
    );
  });

  test('finds and cancels a booking whose answer was lost', async () => {
    await simulator.control('POST', '/reset');
    await simulator.fault('auspost:book:accepted-but-answer-lost:1');
    const only = ['quote', 'book'].flatMap((operation) => ['--only', operation]);
    const { status, stderr, certified } = await certify('auspost', '--yes', ...only);
    assert.equal(status, 1);
    assert.match(stderr, /Booked \w+ with auspost/);
    assert.deepEqual(certified.left, []);
    // Australia Post deletes what is cancelled.
    assert.deepEqual(kept('auspost'), []);
  });

  test('cancels the first consignment when a manifest follows without a cancel step', async () => {
    await simulator.control('POST', '/reset');
    const only = ['quote', 'book', 'manifest'].flatMap((operation) => ['--only', operation]);
    const { status, certified } = await certify('startrack', '--yes', ...only);
    assert.equal(status, 0, JSON.stringify(certified));
    // StarTrack deletes what is cancelled, and cancels nothing that is on a manifest.
    assert.deepEqual(
      kept('startrack').map(({ number }) => number),
      certified.left,
    );
  });

  test('names a consignment that the carrier cannot cancel', async () => {
    await simulator.control('POST', '/reset');
    const { status, stderr, certified } = await certify('dhl_express', '--yes');
    assert.equal(status, 0);
    const [shipment] = kept('dhl_express');
    assert.deepEqual(certified.left, [shipment?.number]);
    assert.match(stderr, new RegExp(`May still be with dhl_express: ${shipment?.number}`));
  });

  test('tracks a given consignment of a carrier that takes no bookings', async () => {
    assert.equal(outcomesOf((await certify('hi_trans')).certified).track, 'skipped');
    const { certified } = await certify('hi_trans', '--connote', 'HT00000001');
    assert.deepEqual(outcomesOf(certified), { check: 'ok', track: 'ok' });
  });

  test('prices the given lanes and items only', async () => {
    const { stderr, certified } = await certify(
      ...['zoom2u', '--lane', '2000 SYDNEY, 1 Martin Place > 2060 NORTH SYDNEY'],
      ...['--item', '1 x 2kg 20x20x20 Carton'],
    );
    assert.equal(outcomesOf(certified).quote, 'ok');
    const quotes = certified.recordings.filter((file) => file.includes('/quote/'));
    assert.equal(quotes.length, 1, stderr);
    assert.match(readFileSync(quotes[0] ?? '', 'utf8'), /NORTH SYDNEY/);
  });

  test('--plan lists the steps and asks the carrier nothing', async () => {
    await simulator.control('POST', '/reset');
    const { status, stdout } = await run('certify', 'auspost', '--plan');
    assert.equal(status, 0);
    assert.match(stdout, /book a consignment +The carrier may charge for it/);
    assert.deepEqual(simulator.simulation.calls, []);
    assert.deepEqual(globSync('certify-*', { cwd: folder }), []);
  });

  test('refuses a folder that is not empty before it asks the carrier anything', async () => {
    const { status, stderr } = await run('certify', 'auspost', '--yes', '--output', folder);
    assert.equal(status, 1);
    assert.match(stderr, /is not empty\. Name another folder with --output/);
    assert.deepEqual(simulator.simulation.calls, []);
    assert.ok(!existsSync(join(folder, 'report.md')));
  });

  test('refuses a carrier without an account', async () => {
    const { status, stderr } = await run('certify', 'ups', '--yes');
    assert.equal(status, 1);
    assert.match(stderr, /ups is not connected.*"linehaul carrier connect ups"/s);
  });
});

onEachDatabase('certified operations', ({ run, json }) => {
  let simulator: TestSimulator;
  const output = temporaryFolder();
  before(async () => {
    simulator = await openSimulator('border_express');
    assert.equal((await run('migrate')).status, 0);
    await connect(simulator, (...args) => run('carrier', ...args), 'border_express');
  });
  after(async () => {
    await simulator.close();
    rmSync(output, { recursive: true, force: true });
  });
  const outcomes = async () =>
    (await json('carrier show border_express')).operations.map((one: Outcome) => [
      one.operation,
      one.outcome,
    ]);
  const certify = (name: string, ...args: string[]) =>
    run('carrier', 'certify', 'border_express', '--output', join(output, name), ...args);

  test('are stored, replaced by the next result and kept when a step is skipped', async () => {
    assert.deepEqual(await outcomes(), [
      ['check', null],
      ['track', null],
    ]);
    // The carrier is checked by tracking.
    await simulator.fault('border_express:track:server-error');
    assert.equal((await certify('one', '--connote', 'SMPB00000001')).status, 1);
    assert.deepEqual(await outcomes(), [
      ['check', 'failed'],
      ['track', 'failed'],
    ]);
    await simulator.control('DELETE', '/faults');
    assert.equal((await certify('two', '--connote', 'SMPB00000001')).status, 0);
    assert.equal((await certify('three')).status, 0);
    assert.deepEqual(await outcomes(), [
      ['check', 'ok'],
      ['track', 'ok'],
    ]);
    const { stdout } = await run('carrier', 'show', 'border_express');
    assert.match(stdout, /track +certified on \d{4}-\d\d-\d\d with your account/);
    assert.match((await run('carrier', 'list')).stdout, /border_express +card +2 of 2 /);
  });

  test('do not count for an account that was connected later', async () => {
    await connect(simulator, (...args) => run('carrier', ...args), 'border_express');
    assert.deepEqual(await outcomes(), [
      ['check', null],
      ['track', null],
    ]);
    assert.match(
      (await run('carrier', 'show', 'border_express')).stdout,
      /proven on recorded answers/,
    );
  });
});
