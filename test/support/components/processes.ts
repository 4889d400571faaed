// Starts and stops child processes without sleeping: a server is ready when it prints a certain line.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * Resolves with the first line that contains `text`; rejects with the whole output if the process ends first.
 */
export async function readyLine(
  child: ChildProcess,
  stream: Readable,
  text: string,
): Promise<string> {
  const printed: string[] = [];
  const lines = createInterface({ input: stream });
  return await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${printed.join('\n')}`)));
    lines.on('line', (line) => {
      printed.push(line);
      // Keep reading after the line is found, so that the pipe does not fill up.
      if (line.includes(text)) resolve(line);
    });
  });
}

export async function stopProcess(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.kill(signal);
  const [code] = await ended;
  return code;
}

/**
 * A port that stays free until a server listens on it: systems give outgoing connections ports from 32768 up only.
 */
export async function reservedPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
