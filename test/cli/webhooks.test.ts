// Webhooks on the command line: set up beside a running server, which delivers a test event and a replay.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { linehaul, type RunningServer, startServer } from '../support/components/program.ts';
import { until } from '../support/until.ts';
import { openReceiver, type Receiver } from '../support/webhooks/receiver.ts';
import { temporaryFolder } from './environments.ts';

describe('webhooks on the command line', () => {
  const dataDir = temporaryFolder();
  const environment = { DATA_DIR: dataDir, WEBHOOK_NETWORKS: '127.0.0.1' };
  const member = '--member jo@example.com';
  let server: RunningServer;
  let receiver: Receiver;
  const run = (line: string) => linehaul(environment, ...line.split(' '));
  const json = async (line: string) => {
    const { status, stdout, stderr } = await run(`${line} --json`);
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  before(async () => {
    await json('member add --email jo@example.com --password pass');
    receiver = await openReceiver();
    server = await startServer(environment);
  });
  after(async () => {
    await server.stop();
    await receiver.close();
  });

  test('an endpoint is added, tested, listed with its deliveries, sent one again, and removed', async () => {
    const added = await json(`webhook add ${member} --url ${receiver.url} --event order.created`);
    assert.match(added.secret, /^whsec_/);
    const refused = await run(`webhook add ${member} --url https://10.0.0.1/`);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /not on the internet/);
    assert.equal((await run(`webhook add ${member} --url x --event nothing`)).status, 2);
    const named = `${member} --id ${added.id}`;
    const sent = await json(`webhook test ${named}`);
    await until('the test event has arrived', () => receiver.arrived.length === 1);
    assert.equal(receiver.arrived[0]?.text, sent.body);
    await json(`webhook replay ${named} --delivery ${sent.id}`);
    await until('the replay has arrived', () => receiver.arrived.length === 2);
    await until('both are recorded', async () => {
      const deliveries: { status: string }[] = await json(`webhook deliveries ${named}`);
      return deliveries.length === 2 && deliveries.every(({ status }) => status === 'delivered');
    });
    assert.deepEqual(await json(`webhook deliveries ${named} --status failed`), []);
    const table = await run(`webhook list ${member}`);
    assert.match(table.stdout, /127\.0\.0\.1.*order\.created.*on/);
    assert.deepEqual(await json(`webhook remove ${named}`), { id: added.id, removed: true });
    assert.deepEqual(await json(`webhook list ${member}`), []);
  });
});
