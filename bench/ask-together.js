// Clients for `live`, in a process of their own: reads lines of { url, key, bodies, spreadMs } on standard input, posts all bodies
// of a line, at once or spread evenly over that time, and says how long each took, in milliseconds.
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });

const ask = (url, key, body) =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const headers = { 'content-type': 'application/json', 'api-key': key };
    const asked = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 201
          ? resolve(performance.now() - began)
          : reject(new Error(`status ${response.statusCode}`)),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });

for await (const line of createInterface({ input: process.stdin })) {
  const { url, key, bodies, spreadMs } = JSON.parse(line);
  const times = await Promise.all(
    bodies.map(async (body, n) => {
      if (spreadMs > 0) await delay((n * spreadMs) / bodies.length);
      return await ask(url, key, body);
    }),
  );
  process.stdout.write(`${JSON.stringify(times)}\n`);
}
