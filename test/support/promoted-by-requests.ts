// A minimal server that measures how many bytes of each request survive garbage collection of young objects. It runs
// as its own program with a small young generation, so that collections are frequent.
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getHeapSpaceStatistics } from 'node:v8';
import { watchConnections } from '../../src/http/server/connections.ts';
import { serveInTurn } from '../../src/http/server/pipelined-requests.ts';
import { endUnread, usualPatience } from '../../src/http/server/unread-answers.ts';

const warmUp = 2_000;
const measured = 4_000;
const together = 10;

const server = createServer((_request, response) => response.end('served'));
endUnread(server, usualPatience, serveInTurn(server));
watchConnections(server);
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: together });
  const ask = (): Promise<void> =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, agent }, (answer) => {
        answer.resume();
        answer.on('end', resolve);
      })
        .on('error', reject)
        .end();
    });
  const sendRequests = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += together)
      await Promise.all(Array.from({ length: together }, ask));
  };
  await sendRequests(warmUp);
  // Collect once, so that what is kept counts as old, as in a server that has run for a while.
  globalThis.gc?.();
  const before = oldBytes();
  await sendRequests(measured);
  process.stdout.write(`${(oldBytes() - before) / measured}\n`);
  process.exit();
});

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')
    ?.space_used_size as number;
}
