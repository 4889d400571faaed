// The print agent: fetches the labels of one printer from the server, prints them and reports each. It retries with
// growing pauses while the server cannot be reached. If it dies between printing and reporting, the server gives the
// label out again a minute later.
import { setTimeout as delay } from 'node:timers/promises';
import type { PrintTrouble } from '../../domain/printers/label-printer.ts';
import { pauseAfterMs } from '../../domain/printers/print-job.ts';
import type { Deliver } from './deliver.ts';

export type AgentOptions = {
  /** Without a path. */
  server: string;
  token: string;
  deliver: Deliver;
  note(text: string): void;
  stop: AbortSignal;
  waitSeconds?: number;
};

type Label = { id: number; attempt: number; booking_id: number | null; zpl: string };
type Answer = { status: number; body: Record<string, unknown>; retryAfterMs: number | undefined };

const usualWaitSeconds = 25;
/** Longer than the server waits. */
const patienceMs = 45_000;
const renewEveryMs = 20_000;
const longestDetail = 300;

/** Resolves when it was stopped; throws if the server rejects the token. */
export async function runAgent(options: AgentOptions): Promise<void> {
  const { stop, waitSeconds = usualWaitSeconds } = options;
  const untilAnswered = persistently(options);
  while (!stop.aborted) {
    const answer = await untilAnswered('GET', `/label?wait=${waitSeconds}`);
    const label = answer?.body.label as Label | null | undefined;
    if (label) await print(options, label, untilAnswered);
  }
}

type Ask = (method: 'GET' | 'PUT', path: string, body?: object) => Promise<Answer | undefined>;

/** Asks until the server answers; undefined if the agent was stopped before. */
function persistently(options: AgentOptions): Ask {
  const { stop, note } = options;
  let isConnected = false;
  return async (method, path, body) => {
    for (let failures = 1; ; failures += 1) {
      const answer = await ask(options, method, path, body);
      // A job that the member deleted needs no report.
      if (answer?.status === 200 || (answer?.status === 404 && method === 'PUT')) {
        if (!isConnected) note('Connected. Waiting for labels.');
        isConnected = true;
        return answer;
      }
      if (stop.aborted) return undefined;
      const pauseMs = answer?.retryAfterMs ?? pauseAfterMs(failures);
      const why = answer === undefined ? 'cannot be reached' : `answered ${answer.status}`;
      note(`The server ${why}. Trying again in ${Math.ceil(pauseMs / 1_000)} s.`);
      isConnected = false;
      await delay(pauseMs, undefined, { signal: stop }).catch(() => {});
      if (stop.aborted) return undefined;
    }
  };
}

async function print(options: AgentOptions, label: Label, untilAnswered: Ask): Promise<void> {
  const { deliver, note } = options;
  const path = `/labels/${label.id}`;
  const reportOf = (state: string, detail = '') => ({ attempt: label.attempt, state, detail });
  const renewal = setInterval(() => {
    ask(options, 'PUT', path, reportOf('printing')).catch(() => {});
  }, renewEveryMs);
  const trouble = await deliver(Buffer.from(label.zpl, 'base64'))
    .catch((error: unknown): PrintTrouble => ({ reason: 'cut_off', detail: String(error) }))
    .finally(() => clearInterval(renewal));
  const what = label.booking_id === null ? 'the test label' : `booking ${label.booking_id}`;
  note(trouble === undefined ? `Printed ${what}.` : `Not printed: ${what} (${trouble.detail}).`);
  const report =
    trouble === undefined
      ? reportOf('sent')
      : reportOf(trouble.reason, trouble.detail.slice(0, longestDetail));
  await untilAnswered('PUT', path, report);
}

/** Undefined if the server cannot be reached. */
async function ask(
  { server, token, stop }: AgentOptions,
  method: 'GET' | 'PUT',
  path: string,
  body?: object,
): Promise<Answer | undefined> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`${server}/members/api/print-agent${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      // A report goes out even while the agent stops.
      signal: AbortSignal.any([
        AbortSignal.timeout(patienceMs),
        ...(method === 'GET' ? [stop] : []),
      ]),
      redirect: 'error',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await answer.text();
  } catch {
    return undefined;
  }
  const { status } = answer;
  const parsed = parse(text);
  if (status === 401) throw new Error(String(parsed.message ?? 'The server rejects the token.'));
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return {
    // Another web server answers with a page.
    status: status === 200 && Object.keys(parsed).length === 0 ? 502 : status,
    body: parsed,
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1_000 : undefined,
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
