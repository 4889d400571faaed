// Runs the simulator in this process, on free ports and with a clock that only a test moves, and a client that calls
// its carriers over real connections. Prices are opened once per test file.
import assert from 'node:assert/strict';
import { PriceBook } from '../../../simulator/price-book.ts';
import { type Simulator, startSimulator } from '../../../simulator/start-simulator.ts';
import { until } from '../until.ts';

/** Noon on a Wednesday in Sydney, within the validity of the sample cards. */
export const noonMs = Date.UTC(2026, 8, 16, 2, 0, 0);

let prices: Promise<PriceBook> | undefined;

/** Requests give up after this. */
const patienceMs = 10_000;

type Question = {
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent unchanged in place of a body. */
  text?: string;
  /** Aborts the request. */
  signal?: AbortSignal | undefined;
};

export type Ask = (
  method: string,
  path: string,
  question?: Question,
) => Promise<{ status: number; headers: Headers; bytes: Buffer; text: string }>;

export type TestSimulator = Simulator & {
  /** A client of one carrier, with the headers that authenticate its customer. */
  client(carrier: string, headers?: Record<string, string>): Ask;
  control: Ask;
  fault(text: string): Promise<void>;
  advance(seconds: number): Promise<void>;
  /** Aborts a request as soon as it is known to hang; fails if it is answered. */
  leaveHanging(question: (signal: AbortSignal) => Promise<unknown>): Promise<void>;
};

export async function openSimulator(...carriers: string[]): Promise<TestSimulator> {
  prices ??= PriceBook.open();
  const simulator = await startSimulator({
    port: 0,
    carriers,
    nowMs: () => noonMs,
    prices: await prices,
    seed: 7,
  });
  const control = askAt(simulator.controlUrl, {});
  return {
    ...simulator,
    control,
    client: (carrier, headers = {}) => {
      const listed = simulator.carriers.find((simulated) => simulated.carrier === carrier);
      assert.ok(listed, `${carrier} was not started`);
      return askAt(listed.url, headers);
    },
    fault: async (text) => {
      const { status, text: message } = await control('POST', '/faults', { body: { fault: text } });
      assert.equal(status, 201, message);
    },
    leaveHanging: async (question) => {
      const patience = new AbortController();
      const left = assert.rejects(question(patience.signal), { name: 'AbortError' });
      const { simulation } = simulator;
      await until('the request hangs', () =>
        simulation.calls.some(({ fault }) => fault === 'hang'),
      );
      // If the carrier had answered, its answer would have arrived before this one.
      await control('GET', '/calls');
      patience.abort();
      await left;
    },
    advance: async (seconds) => {
      await control('POST', '/clock', { body: { advance_seconds: seconds } });
    },
  };
}

function askAt(url: string, always: Record<string, string>): Ask {
  return async (method, path, question = {}) => {
    const sent =
      question.text ?? (question.body === undefined ? undefined : JSON.stringify(question.body));
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...always, ...question.headers },
      ...(sent === undefined ? {} : { body: sent }),
      signal: question.signal ?? AbortSignal.timeout(patienceMs),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status, headers } = response;
    return { status, headers, bytes, text: bytes.toString('utf8') };
  };
}

/** The answer parsed as JSON, untyped. */
export function jsonOf(answer: { text: string }) {
  return JSON.parse(answer.text);
}

export const basic = (name: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});

export const bearer = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
});

/** Fails unless the bytes are a valid PDF: start, end, and the offset of its table of objects. */
export function assertPdf(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  assert.ok(text.startsWith('%PDF-1.'));
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  assert.ok(text.slice(table).startsWith('xref\n'));
}
