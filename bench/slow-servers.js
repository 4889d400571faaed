// Carriers for `live`: loopback servers in their own process, each answering every request with a price after the
// same time, or never. Arguments: how many, milliseconds, how many of them hang.
import { createServer } from 'node:http';

const [count, milliseconds, hanging] = process.argv.slice(2).map(Number);
const answer = Buffer.from('{"price":"25.00"}');
const ports = [];
for (let n = 0; n < count; n += 1) {
  const server = createServer((request, response) => {
    request.resume();
    if (n < hanging) return;
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(answer);
    }, milliseconds);
  });
  server.keepAliveTimeout = 60_000;
  ports.push(
    await new Promise((resolve) => {
      server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
        resolve(server.address().port),
      );
    }),
  );
}
process.stdout.write(`${ports.join(' ')}\n`);
