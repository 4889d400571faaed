// The yardstick: a bare node:http server that answers fixed bytes with the headers of the real answer. It reads the
// answer from standard input and prints its port on standard output.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const { headers, body } = JSON.parse(await text(process.stdin));
const bytes = Buffer.from(body);
const server = createServer((request, response) => {
  // A real server must read the request before it can answer.
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, headers);
    response.end(bytes);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
