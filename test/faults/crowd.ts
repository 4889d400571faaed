// Sends requests at a fixed rate, whether or not earlier ones were answered, so that a test can overload a service.
// It is a separate program, so that neither holds the other up, and it does as little work as possible per request
// because it shares the machine with the service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export type Crowd = {
  url: string;
  headers: Record<string, string>;
  body: string;
  count: number;
  perSecond: number;
};

/** Waiting times in milliseconds, from each request's scheduled time, by status; 0 means no answer. */
export type CrowdAnswers = { waits: Record<string, number[]>; tookMs: number };

/**
 * Opened in advance, like a load balancer's connections, because Node accepts one new connection per turn of its
 * event loop. If all are in use, a request waits, and its wait is counted.
 */
const connections = 1_000;
const tickMs = 1;

export async function sendCrowd(crowd: Crowd): Promise<CrowdAnswers> {
  const child = spawn(process.execPath, [import.meta.filename], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(crowd));
  const [answers] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(answers) as CrowdAnswers;
}

async function come({ url, headers, body, count, perSecond }: Crowd): Promise<CrowdAnswers> {
  const { hostname, port, pathname, host } = new URL(url);
  const head = { host, 'content-length': Buffer.byteLength(body), ...headers };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  const bytes = Buffer.from(
    `POST ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
    'latin1',
  );
  const waits: Record<string, number[]> = {};
  const free: Socket[] = [];
  const line: number[] = [];
  const done = Promise.withResolvers<void>();
  let answered = 0;

  const note = (status: number, dueMs: number): void => {
    waits[status] ??= [];
    waits[status].push(performance.now() - dueMs);
    answered += 1;
    if (answered === count) done.resolve();
  };
  const serve = (dueMs: number): void => {
    const socket = free.pop();
    if (socket === undefined) line.push(dueMs);
    else ask(socket, dueMs);
  };
  const ask = (socket: Socket, dueMs: number): void => {
    let answer = '';
    const lost = (): void => note(0, dueMs);
    const read = (piece: Buffer): void => {
      answer += piece.toString('latin1');
      const status = statusOf(answer);
      if (status === undefined) return;
      socket.off('data', read).off('close', lost);
      note(status, dueMs);
      free.push(socket);
      const next = line.shift();
      if (next !== undefined) serve(next);
    };
    socket.on('data', read).on('close', lost);
    socket.write(bytes);
  };

  while (free.length < connections) {
    const socket = connect(Number(port), hostname).setNoDelay();
    // The close event follows and is handled.
    socket.on('error', () => {});
    await once(socket, 'connect');
    free.push(socket);
  }
  const beganMs = performance.now();
  for (let sent = 0; sent < count; ) {
    const dueUntil = Math.min(count, ((performance.now() - beganMs) / 1000) * perSecond);
    for (; sent < dueUntil; sent += 1) serve(beganMs + (sent / perSecond) * 1000);
    await delay(tickMs);
  }
  await done.promise;
  const durationMs = performance.now() - beganMs;
  for (const socket of free) socket.destroy();
  return { waits, tookMs: durationMs };
}

/** Undefined until the whole answer has arrived. */
function statusOf(answer: string): number | undefined {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const length = Number(/content-length: (\d+)/i.exec(answer)?.[1]);
  return answer.length >= headEnd + 4 + length ? Number(answer.slice(9, 12)) : undefined;
}

if (import.meta.main) {
  const answers = await come(JSON.parse(await text(process.stdin)) as Crowd);
  process.stdout.write(JSON.stringify(answers));
}
