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
const mostReports = 10;

/** Resolves when it was stopped; throws if the server rejects the token. */
export async function runAgent(options: AgentOptions): Promise<void> {
  const { stop, note, waitSeconds = usualWaitSeconds } = options;
  let failures = 0;
  let wasConnected = false;
  while (!stop.aborted) {
    const answer = await ask(options, 'GET', `/label?wait=${waitSeconds}`);
    if (stop.aborted) return;
    if (answer === undefined || answer.status !== 200) {
      failures += 1;
      const pauseMs = answer?.retryAfterMs ?? pauseAfterMs(failures);
      const why = answer === undefined ? 'cannot be reached' : `answered ${answer.status}`;
      note(`The server ${why}. Trying again in ${Math.ceil(pauseMs / 1_000)} s.`);
      wasConnected = false;
      await pause(pauseMs, stop);
      continue;
    }
    failures = 0;
    if (!wasConnected) note('Connected. Waiting for labels.');
    wasConnected = true;
    const label = answer.body.label as Label | null;
    if (label !== null) await print(options, label);
  }
}

async function print(options: AgentOptions, label: Label): Promise<void> {
  const { deliver, note } = options;
  const path = `/labels/${label.id}`;
  const report = (state: string, detail = '') =>
    ask(options, 'PUT', path, { attempt: label.attempt, state, detail });
  const renewal = setInterval(() => void report('printing').catch(() => {}), renewEveryMs);
  const trouble = await deliver(Buffer.from(label.zpl, 'base64'))
    .catch((error: unknown): PrintTrouble => ({ reason: 'cut_off', detail: String(error) }))
    .finally(() => clearInterval(renewal));
  const what = label.booking_id === null ? 'the test label' : `booking ${label.booking_id}`;
  note(trouble === undefined ? `Printed ${what}.` : `Not printed: ${what} (${trouble.detail}).`);
  const [state, detail] =
    trouble === undefined ? ['sent'] : [trouble.reason, trouble.detail.slice(0, longestDetail)];
  for (let tries = 1; tries <= mostReports; tries += 1) {
    const answer = await report(state ?? 'sent', detail);
    // A job that the member deleted needs no report.
    if (answer !== undefined && (answer.status === 200 || answer.status === 404)) return;
    await pause(answer?.retryAfterMs ?? pauseAfterMs(tries), options.stop);
    if (options.stop.aborted) return;
  }
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

const pause = (ms: number, stop: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal: stop }).catch(() => {});
