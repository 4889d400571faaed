// Sends requests evenly spaced, whether or not earlier ones were answered: as customers come. The load tool can hold
// a rate too, but sends each second's requests in one burst. Client and server share the machine, so the client is as
// small as possible: requests are prepared once, and only the length of an answer is read. `node:http`'s own client
// would take a third of a quote's time for each, and its garbage is collected while the server waits for the
// processor.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { atPace, type Pace } from './at-pace.ts';
import type { Request } from './side-by-side.ts';

/** If all connections are busy, the request waits, and the wait counts. */
const mostConnections = 200;
/** Limit of an answer's head; ours are far shorter. */
const mostHeaderBytes = 16_000;

/** Sends the requests in turns. Returns the milliseconds of each from the moment it was due. */
export async function steadyLoad(
  url: string,
  requests: readonly Request[],
  pace: Pace,
): Promise<number[]> {
  const { host } = new URL(url);
  const texts = requests.map((request) => textOf(request, host));
  const connections = new Connections(new URL(url));
  const times: Promise<number>[] = [];
  let trouble: unknown;
  for await (const since of atPace(pace)) {
    const text = texts[times.length % texts.length];
    if (text === undefined) throw new Error('a load needs a request');
    const time = connections.ask(text).then(() => performance.now() - since);
    // Reports an error at once, and not only at the end.
    time.catch((error: unknown) => {
      trouble ??= error;
    });
    if (trouble !== undefined) break;
    times.push(time);
  }
  try {
    return await Promise.all(times);
  } finally {
    connections.close();
  }
}

function textOf({ method = 'GET', path, headers, body = '' }: Request, host: string): Buffer {
  const all = { host, ...headers, 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** Used in turns, so that none stays idle until the server closes it. */
class Connections {
  readonly #url: URL;
  readonly #free: Connection[] = [];
  readonly #waiting: ((connection: Connection) => void)[] = [];
  #all: Connection[] = [];

  constructor(url: URL) {
    this.#url = url;
  }

  async ask(request: Buffer): Promise<void> {
    const connection = this.#free.shift() ?? (await this.#another());
    await connection.ask(request);
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(connection);
    else next(connection);
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }

  async #another(): Promise<Connection> {
    if (this.#all.length >= mostConnections) {
      return await new Promise((resolve) => this.#waiting.push(resolve));
    }
    const socket = connect(Number(this.#url.port), this.#url.hostname);
    const connection = new Connection(socket);
    this.#all.push(connection);
    await once(socket, 'connect');
    return connection;
  }
}

/** One request at a time, with answers that have a Content-Length. */
class Connection {
  readonly #socket: Socket;
  #head = '';
  #missing: number | undefined;
  #answered: { resolve: () => void; reject: (error: Error) => void } | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#read(bytes));
    socket.on('error', (error) => this.#answered?.reject(error));
    socket.on('close', () => this.#answered?.reject(new Error('the connection was closed')));
  }

  ask(request: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#answered = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#answered = undefined;
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    const missing = this.#missing ?? this.#lengthAfter(bytes);
    this.#missing = missing === undefined ? undefined : missing - bytes.length;
    if (this.#missing !== 0) return;
    this.#missing = undefined;
    this.#head = '';
    const answered = this.#answered;
    this.#answered = undefined;
    answered?.resolve();
  }

  /** The bytes of the answer still missing; undefined until its head is complete. */
  #lengthAfter(bytes: Buffer): number | undefined {
    const before = this.#head.length;
    this.#head += bytes.toString('latin1', 0, mostHeaderBytes);
    const end = this.#head.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    const head = this.#head.slice(0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (!head.startsWith('HTTP/1.1 2') || length === undefined) {
      this.#answered?.reject(new Error(`was answered ${head}`));
      return undefined;
    }
    return Number(length) + end + '\r\n\r\n'.length - before;
  }
}
