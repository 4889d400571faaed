// `linehaul print-agent` as a child process, against a listening server and a printer on loopback.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { reservedPort } from '../support/components/processes.ts';
import { launchServer, linehaul } from '../support/components/program.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { openPaper } from '../support/printers/paper.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

for (const setup of setups) {
  describe(`the print agent on ${setup.name}`, () => {
    let t: TestApp;
    let jane: Visitor;
    let folder: string;
    let printer: { id: number; token: string };
    let server: string;
    let tokenFile: string;
    let port: number;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'linehaul-agent-'));
      t = await startTestApp(setup);
      jane = await new Visitor(t).signIn(await t.addMember());
      const details = { name: 'Packing bench', reach: 'agent', automatic: 'never' };
      printer = (await jane.send('POST', '/printers', details)).json();
      tokenFile = join(folder, 'token');
      writeFileSync(tokenFile, `${printer.token}\n`);
      port = await reservedPort();
      server = `http://127.0.0.1:${port}`;
    });
    after(async () => {
      await t.close();
      rmSync(folder, { recursive: true });
    });

    const agent = (way: readonly string[], environment: Record<string, string> = {}) =>
      launchServer(environment, [
        'print-agent',
        ...['--server', server, '--token-file', tokenFile],
        ...way,
      ]);
    const printTest = async (): Promise<void> => {
      const answer = await jane.send('POST', `/printers/${printer.id}/test`);
      assert.equal(answer.statusCode, 201, answer.body);
    };
    const statuses = async (): Promise<string[]> =>
      (await jane.get('/print-jobs')).json().map(({ status }: { status: string }) => status);
    const sent = (count: number) =>
      until(`${count} labels are reported`, async () => {
        const found = await statuses();
        return found.length === count && found.every((status) => status === 'sent');
      });

    test('waits for the server, prints to a TCP printer, reports, and ends on SIGTERM', async () => {
      const paper = await openPaper();
      const running = agent(['--tcp', `127.0.0.1:${paper.port}`]);
      await running.says('The server cannot be reached. Trying again in 2 s.');
      await t.server.listen({ port, host: '127.0.0.1' });
      await running.says('Connected. Waiting for labels.');
      await printTest();
      await paper.has(1);
      assert.match(paper.labels[0] ?? '', /TEST LABEL/);
      await sent(1);
      const [{ agent_seen: seen }] = (await jane.get('/printers')).json().printers;
      assert.ok(Date.parse(seen) > 0);
      assert.equal(await running.stop('SIGTERM'), 0);
      await paper.close();
    });

    test('prints to a device file and to a CUPS queue, and says why a printer did not take a label', async () => {
      const device = join(folder, 'lp0');
      writeFileSync(device, '');
      const toDevice = agent(['--device', device]);
      await printTest();
      await sent(2);
      assert.match(readFileSync(device, 'utf8'), /TEST LABEL/);
      await toDevice.stop('SIGTERM');

      // Stands in for CUPS: it writes its arguments and the label to a file.
      const lp = join(folder, 'lp');
      writeFileSync(lp, `#!/bin/sh\necho "$@" > "${folder}/lp.txt"\ncat >> "${folder}/lp.txt"\n`);
      chmodSync(lp, 0o700);
      const toCups = agent(['--cups', 'zebra'], { PATH: `${folder}:${process.env.PATH ?? ''}` });
      await printTest();
      await sent(3);
      const printed = readFileSync(join(folder, 'lp.txt'), 'utf8');
      assert.match(printed, /^-d zebra -o raw .*\n\^XA[\s\S]*TEST LABEL/);
      await toCups.stop('SIGTERM');

      const unplugged = join(folder, 'lp1');
      const nowhere = agent(['--device', unplugged]);
      await printTest();
      await nowhere.says('Not printed: the test label');
      await until('the reason is shown', async () => {
        const [printers] = (await jane.get('/printers')).json().printers;
        return /cannot be reached \(ENOENT/.test(printers.problem ?? '');
      });
      assert.equal(existsSync(unplugged), false);
      writeFileSync(unplugged, '');
      // The printer's pause after the failure.
      t.advanceClock(60_000);
      await sent(4);
      assert.match(readFileSync(unplugged, 'utf8'), /TEST LABEL/);
      await nowhere.stop('SIGTERM');
    });

    test('ends with the reason when its token is replaced, and names the options that are missing', async () => {
      await jane.send('POST', `/printers/${printer.id}/token`);
      const common = ['print-agent', '--server', server, '--token-file', tokenFile];
      const rejected = await linehaul({}, ...common, '--device', join(folder, 'lp0'));
      assert.equal(rejected.status, 1);
      assert.match(rejected.stderr, /No label printer has this token/);
      const unclear = await linehaul({}, ...common);
      assert.equal(unclear.status, 2);
      assert.match(unclear.stderr, /name one of --tcp, --device and --cups/);
      const help = await linehaul({}, 'print-agent', '--help');
      assert.equal(help.status, 0);
      assert.match(help.stdout, /--cups <queue>/);
    });
  });
}
