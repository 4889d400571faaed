// Runs the real program as a child process, as `npx linehaul` does, with its own environment.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../until.ts';
import { stopProcess } from './processes.ts';

const launcher = join(import.meta.dirname, '..', '..', '..', 'bin', 'linehaul.js');

export type Environment = Record<string, string>;
export type Finished = { status: number; stdout: string; stderr: string };

/** A command that takes longer is ended, and its status is -1. */
const commandPatienceMs = 180_000;

/** Runs a command and waits until it ends. */
export function linehaul(environment: Environment, ...args: string[]): Promise<Finished> {
  return linehaulIn(process.cwd(), environment, ...args);
}

/** Runs a command in another folder. */
export function linehaulIn(
  cwd: string,
  environment: Environment,
  ...args: string[]
): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [launcher, ...args],
      { cwd, env: childEnvironment(environment), timeout: commandPatienceMs },
      (error, stdout, stderr) => {
        resolve({ status: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
      },
    );
  });
}

/**
 * Pipes a command's output into another program, such as `wc -c`, and returns that program's output with the
 * command's status.
 */
export function linehaulPiped(
  environment: Environment,
  reader: string,
  ...args: string[]
): Promise<Finished> {
  const pipeline = `{ "$@"; echo "status $?" >&2; } | ${reader}`;
  const words = ['-c', pipeline, 'sh', process.execPath, launcher, ...args];
  return new Promise((resolve) => {
    const options = { env: childEnvironment(environment), timeout: commandPatienceMs };
    execFile('sh', words, options, (_error, stdout, stderr) => {
      const [, errors = '', status] = /^(.*)status (\d+)\n$/s.exec(stderr) ?? [];
      resolve({ status: Number(status ?? -1), stdout, stderr: errors });
    });
  });
}

export type StartingServer = {
  /** Resolves with the address once the server listens; rejects if the server ends first. */
  listening: Promise<string>;
  output: string[];
  /** Waits until a line with this text has been printed. */
  says(text: string): Promise<void>;
  process: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

export type RunningServer = Omit<StartingServer, 'listening'> & { url: string };

/** Starts the server, on a free port by default, without waiting for it to listen. */
export function launchServer(
  environment: Environment,
  args: readonly string[] = ['serve'],
): StartingServer {
  const child = spawn(process.execPath, [launcher, ...args], {
    env: childEnvironment({ PORT: '0', ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const listening = new Promise<string>((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`the server ended with ${code}:\n${output.join('\n')}`)),
    );
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line);
        const port = /"port":(\d+).*"msg":"listening"/.exec(line)?.[1];
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
      });
    }
  });
  // A caller that stops the server early may leave this promise unhandled.
  listening.catch(() => {});
  return {
    listening,
    output,
    says: (text) =>
      until(`the program prints "${text}"`, () => output.some((line) => line.includes(text))),
    process: child,
    stop: (signal = 'SIGTERM') => stopProcess(child, signal),
  };
}

/** Starts the server on a free port and waits until it listens. */
export async function startServer(
  environment: Environment,
  args?: readonly string[],
): Promise<RunningServer> {
  const { listening, ...server } = launchServer(environment, args);
  return { ...server, url: await listening };
}

/** Only what a child needs, so that the developer's own environment never reaches a test. */
function childEnvironment(environment: Environment): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  // Tests share a busy machine, so overload protection is off; its own tests switch it on.
  const usual = { PATH, HOME, OVERLOAD_MS: '0' };
  return { ...usual, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...environment };
}
